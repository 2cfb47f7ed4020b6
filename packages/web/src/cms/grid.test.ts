import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cellSizes, spanOf } from './grid.ts'

const sheet = readFileSync(new URL('./grid.module.css', import.meta.url), 'utf8')

/** How many columns the sheet gives a cell in a grid that fills a window of this width. */
function columnsAt(window: number, span: ReturnType<typeof spanOf>): number {
  // the content is as wide as the window less its margins, and 1200 at most
  const content = Math.min(1200, window - (window < 640 ? 32 : 48))
  const rules = [
    ...sheet.matchAll(
      /(?:@media \(min-width: (\d+)px\) \{\s*)?(?:@container \(min-width: (\d+)px\) \{\s*)?\.cell \{\s*grid-column: span ([^;]+);/g,
    ),
  ]
  const last = rules.findLast(([, media = '0', room = '0']) => window >= Number(media) && content >= Number(room))?.[3]
  const step = /var\(--(small|medium|large)\)/.exec(last ?? '')?.[1]
  return step ? span[step as keyof typeof span] : Number(last)
}

const columns = (window: number, ...of: Parameters<typeof spanOf>) => columnsAt(window, spanOf(...of))

test('on a phone every cell takes all 12 columns', () => {
  for (const grid of ['2', '3', '4', '6', undefined]) {
    for (const window of [360, 390, 639]) expect([grid, window, columns(window, grid)]).toEqual([grid, window, 12])
  }
})

test('two take 6 on a large screen, three 4, four 3, six 2; any other number 3 [CMS-091] [CMS-092] [CMS-093] [CMS-094] [CMS-095]', () => {
  for (const window of [1100, 1440, 1920]) {
    expect(['2', '3', '4', '6', '5', '', undefined].map((grid) => columns(window, grid))).toEqual([6, 4, 3, 2, 3, 3, 3])
  }
})

test('on a small screen four and six take 6, and pictures in three do; on a middle one six take 3 [CMS-092] [CMS-093] [CMS-094]', () => {
  expect([columns(640, '4'), columns(640, '6'), columns(640, 'col3', 'images')]).toEqual([6, 6, 6])
  expect([columns(768, '4'), columns(768, '6')]).toEqual([6, 3])
})

test('a picture is asked for as wide as its cell is', () => {
  expect(cellSizes(spanOf(4))).toBe(
    '(min-width: 1248px) 300px, (min-width: 1100px) 25vw, (min-width: 768px) 50vw, (min-width: 640px) 50vw, 100vw',
  )
})
