import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from '@playwright/test'
import { screens } from '../tools/screens.ts'
import { addressOf, visitorsOf } from '../tools/visit.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  nodes: { target: unknown; failureSummary?: string }[]
}

for (const { theme, width, locale } of [
  { theme: 'light', width: 1440, locale: 'zh_CN' },
  { theme: 'dark', width: 390, locale: 'en_US' },
] as const) {
  test(`axe finds nothing on any screen: ${theme}, ${width} wide, ${locale}`, async ({ browser, baseURL }) => {
    test.setTimeout(900_000)
    const found: string[] = []
    const visitors = visitorsOf(browser, baseURL ?? '', { locale, theme, width })
    for (const screen of screens) {
      const page = await (await visitors.of(screen)).newPage()
      await page.goto(await addressOf(page, screen))
      await screen.act?.(page)
      await page.evaluate(axe)
      const violations = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
        // of what is right it need not tell every element
        const { violations } = await axe.run({ resultTypes: ['violations'] })
        return violations.map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3) }))
      })
      for (const { id, nodes } of violations) {
        for (const node of nodes) found.push(`${screen.name}: ${id} at ${JSON.stringify(node.target)}`)
      }
      await page.close()
    }
    await visitors.leave()
    expect(found).toEqual([])
  })
}
