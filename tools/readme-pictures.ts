import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumArgs, chromiumPath } from './chromium.ts'
import { runSite } from './run-site.ts'
import { screens } from './screens.ts'
import { addressOf, behindProxy, visitorsOf } from './visit.ts'

// `npm run readme-pictures`: the pictures of README.md, in docs/pictures, made anew from the demo site.
const shown = {
  home: 'home-guest',
  tutorial: 'tutorial-started',
  quiz: 'quiz-work',
  search: 'search',
  'my-learning': 'my-learning',
}
const out = resolve(import.meta.dirname, '../docs/pictures')

mkdirSync(out, { recursive: true })
const site = await runSite({ port: 3198, env: behindProxy })
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
try {
  const visitors = visitorsOf(browser, site.url, { locale: 'zh_CN', theme: 'light', width: 1440 })
  for (const [name, screenName] of Object.entries(shown)) {
    const screen = screens.find((one) => one.name === screenName)
    if (!screen) throw new Error(`There is no screen ${screenName}`)
    const page = await (await visitors.of(screen)).newPage()
    await page.goto(await addressOf(page, screen), { waitUntil: 'networkidle' })
    await screen.act?.(page)
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.screenshot({ path: join(out, `${name}.jpg`), type: 'jpeg', quality: 80 })
    await page.close()
  }
  await visitors.leave()
} finally {
  await browser.close()
  await site.stop()
}
