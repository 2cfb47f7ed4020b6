import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { request } from '@playwright/test'
import { startLocalGateways } from '../tools/local-gateways-of-site.ts'
import { reachesSchool } from '../tools/play-school.ts'
import { runSite } from '../tools/run-site.ts'
import { screens } from '../tools/screens.ts'
import { behindProxy, ownAddress, signInForAll } from '../tools/visit.ts'
import { sitePort } from './site-address.ts'

/** One site for all journeys: the demo site, paid by every gateway's local twin, with a folder of lessons imported. */
export default async function startSite(): Promise<() => Promise<void>> {
  const gateways = await startLocalGateways()
  const logs = mkdtempSync(join(tmpdir(), 'lantern-journeys-'))
  const logFile = join(logs, 'site.log')
  const env = { ...behindProxy, ...reachesSchool, ...gateways.settings }
  const site = await runSite({ port: sitePort, env, logFile })
  await site.lantern('import', resolve(import.meta.dirname, 'lessons'))
  // journeys run in processes of their own, a new one after each that failed, and find the data of the site by this
  process.env.SITE_DATA_DIR = site.dataDir
  process.env.SITE_LOG = logFile
  process.env.LOCAL_WEIXIN_URL = gateways.settings.WEIXIN_API_URL
  const accounts = screens.flatMap(({ phone }) => (phone && phone !== 'new' ? [phone] : []))
  await signInForAll([...new Set(accounts)], () =>
    request.newContext({ baseURL: site.url, extraHTTPHeaders: ownAddress() }),
  )
  return async () => {
    await site.stop()
    await gateways.close()
    rmSync(logs, { recursive: true })
  }
}
