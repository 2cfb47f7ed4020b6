import { resolve } from 'node:path'
import { expect } from '@playwright/test'
import { lanternBeside } from '../tools/run-site.ts'
import { idOf, test } from './person.ts'

test('importing the same folder again beside the running site changes nothing', async ({ page }) => {
  const shown = async () => {
    const lesson = await idOf(page.request, 'tutorial', '灯会场景：体积光与萤火粒子')
    const answer = await page.request.get(`/api/learn/tutorial/${lesson}/extends`)
    return (await answer.json()) as { tutorialData: object }
  }
  const before = await shown()
  const said = await lanternBeside(process.env.SITE_DATA_DIR ?? '', 'import', resolve(import.meta.dirname, 'lessons'))
  expect(said).toContain('0 arrived, 0 updated, 4 unchanged, 0 failed')
  expect((await shown()).tutorialData).toEqual(before.tutorialData)
})
