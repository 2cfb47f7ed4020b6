import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from '@playwright/test'
import { screens } from '../tools/screens.ts'
import { addressOf, visitorsOf } from '../tools/visit.ts'
import { siteUrl } from './site-address.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// each screen is looked at by itself
test.describe.configure({ mode: 'parallel' })

interface Violation {
  id: string
  nodes: { target: unknown; failureSummary?: string }[]
}

for (const look of [
  { theme: 'light', width: 1440, locale: 'zh_CN' },
  { theme: 'dark', width: 390, locale: 'en_US' },
] as const) {
  test.describe(`axe finds nothing: ${look.theme}, ${look.width} wide, ${look.locale}`, () => {
    let visitors: ReturnType<typeof visitorsOf>
    test.beforeAll(({ browser }) => {
      visitors = visitorsOf(browser, siteUrl, look)
    })
    test.afterAll(() => visitors.leave())

    // side by side, from either end: a phone that both looks sign in with gets one code a minute
    for (const screen of look.theme === 'light' ? screens : screens.toReversed()) {
      test(screen.name, async () => {
        const page = await (await visitors.of(screen)).newPage()
        await page.goto(await addressOf(page, screen))
        await screen.act?.(page)
        expect(await violations(page)).toEqual([])
        await page.close()
      })
    }
  })
}

/** What axe has against the page, each with up to three places. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
    // of what is right it need not tell every element
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3) }))
  })
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${JSON.stringify(target)}`))
}
