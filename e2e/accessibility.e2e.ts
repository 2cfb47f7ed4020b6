import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { screens } from '../tools/screens.ts'
import { addressOf, visitorsOf } from '../tools/visit.ts'
import { holdScripts } from './person.ts'
import { siteUrl } from './site-address.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// each screen is looked at by itself
test.describe.configure({ mode: 'parallel' })

interface Violation {
  id: string
  nodes: { target: unknown; failureSummary?: string }[]
}

for (const [at, locale] of (['zh_CN', 'en_US'] as const).entries()) {
  test.describe(`axe finds nothing, in light and wide, in dark and narrow, and no page is wider than a phone: ${locale}`, () => {
    let visitors: ReturnType<typeof visitorsOf>
    test.beforeAll(({ browser }) => {
      visitors = visitorsOf(browser, siteUrl, { theme: 'light', width: 1440, locale })
    })
    test.afterAll(() => visitors.leave())

    // the screens take turns in the languages: the catalogues are compared by a test of their own
    for (const screen of screens.filter((_, n) => n % 2 === at)) {
      test(screen.name, async () => {
        const page = await pageOf(await visitors.of(screen))
        await page.goto(await addressOf(page, screen))
        await screen.act?.(page)
        await stay(page)
        await page.evaluate(axe)
        expect(await violations(page)).toEqual([])
        // the same visit is looked at twice: getting here takes longer than looking
        await page.emulateMedia({ colorScheme: 'dark' })
        await page.setViewportSize({ width: 390, height: 844 })
        expect(await violations(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      })
    }
  })
}

test('axe finds nothing in the settings before their script has come, when all parts show', async ({ browser }) => {
  const screen = screens.find(({ name }) => name === 'settings-profile')
  if (!screen) throw new Error('no such screen')
  const visitors = visitorsOf(browser, siteUrl, { theme: 'light', width: 1440, locale: 'zh_CN' })
  const page = await (await visitors.of(screen)).newPage()
  const letScriptsCome = await holdScripts(page)
  await page.goto(await addressOf(page, screen), { waitUntil: 'commit' })
  await expect(page.locator('#quiet-hours')).toBeVisible()
  await page.evaluate(axe)
  expect(await violations(page)).toEqual([])
  letScriptsCome()
  await visitors.leave()
})

/** The page of this visitor, as new; a page that is kept costs the browser half of what one of its own for each screen does. */
async function pageOf(visitor: BrowserContext): Promise<Page> {
  const kept = visitor.pages()[0]
  if (!kept) return visitor.newPage()
  await kept.unrouteAll({ behavior: 'ignoreErrors' })
  await kept.evaluate(() => sessionStorage.clear())
  // an address that differs behind its # alone would not be loaded anew
  await kept.goto('about:blank')
  await kept.emulateMedia({ colorScheme: 'light' })
  await kept.setViewportSize({ width: 1440, height: 900 })
  return kept
}

/** A page that would lead on by itself, as after signing in elsewhere, stays while it is looked at. */
async function stay(page: Page): Promise<void> {
  await page.route('**', (route) => (route.request().isNavigationRequest() ? route.abort('aborted') : route.fallback()))
}

/** What axe has against the page, each with up to three places. */
async function violations(page: Page): Promise<string[]> {
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
    // of what is right it need not tell every element
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3) }))
  })
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${JSON.stringify(target)}`))
}
