import { resolve } from 'node:path'
import { request } from '@playwright/test'
import { runSite } from '../tools/run-site.ts'
import { screens } from '../tools/screens.ts'
import { behindProxy, ownAddress, signInForAll } from '../tools/visit.ts'
import { sitePort } from './site-address.ts'

/** One site for all journeys: the demo site, with a folder of lessons imported beside the running server. */
export default async function startSite(): Promise<() => Promise<void>> {
  const site = await runSite({ port: sitePort, env: behindProxy })
  await site.lantern('import', resolve(import.meta.dirname, 'lessons'))
  // journeys run in processes of their own, a new one after each that failed, and find the data of the site by this
  process.env.SITE_DATA_DIR = site.dataDir
  const accounts = screens.flatMap(({ phone }) => (phone && phone !== 'new' ? [phone] : []))
  await signInForAll([...new Set(accounts)], () =>
    request.newContext({ baseURL: site.url, extraHTTPHeaders: ownAddress() }),
  )
  return () => site.stop()
}
