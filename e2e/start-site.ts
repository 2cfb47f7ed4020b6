import { resolve } from 'node:path'
import { runSite } from '../tools/run-site.ts'

/** One site for all journeys: the demo site, with a folder of lessons imported beside the running server. */
export default async function startSite(): Promise<() => Promise<void>> {
  const site = await runSite({ port: 3197 })
  await site.lantern('import', resolve(import.meta.dirname, 'lessons'))
  // journeys run in processes of their own and find the data of the site by this
  process.env.SITE_DATA_DIR = site.dataDir
  return () => site.stop()
}
