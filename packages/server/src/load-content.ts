import { loadDemoSite, loadShippedPages } from '#authoring/index.ts'
import { explain, parseConfig } from '#kit/config.ts'
import { openServices } from '#kit/open-services.ts'
import { refreshStatistics } from '#kit/sql.ts'
import { rememberDemoDirectory } from '#rosters/index.ts'
import { subscribeAll } from './app.ts'
import { attendInDemo } from './flows/attend-in-demo.ts'
import { buyInDemo } from './flows/buy-in-demo.ts'
import { connectInDemo } from './flows/connect-in-demo.ts'
import { learnInDemo } from './flows/learn-in-demo.ts'
import { playInDemo } from './flows/play-in-demo.ts'
import { teachInDemo } from './flows/teach-in-demo.ts'
import { tellInDemo } from './flows/tell-in-demo.ts'
import { walkInDemo } from './flows/walk-in-demo.ts'

// A process of its own, started by the site: what reads lessons and draws formulas takes memory once and is gone with it.
try {
  const config = parseConfig(process.env)
  const services = await openServices(config, config.databaseUrl ?? '', { define: subscribeAll })
  if (config.mode === 'demo') await loadDemoSite(services, { say: (line) => console.log(`  ${line}`) })
  else await loadShippedPages(services)
  // one after the other: the second finds it done instead of waiting in a statement
  await services.direct.whileLocked({ key: 20_261_122, doing: 'filling the demo site' }, async () => {
    await learnInDemo(services)
    await buyInDemo(services)
    await attendInDemo(services)
    await teachInDemo(services)
    await connectInDemo(services)
    await walkInDemo(services)
    await playInDemo(services)
    await rememberDemoDirectory(services)
    // the last: its school is not told of all that was filled in
    await tellInDemo(services)
    await refreshStatistics(services.direct)
  })
  await services.close()
  process.exit(0)
} catch (error) {
  console.error(`\n${explain(error)}\n`)
  process.exit(1)
}
