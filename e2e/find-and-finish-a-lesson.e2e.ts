import { expect } from '@playwright/test'
import { enterAsNew, enterByPhone, isAlive, newPhone, test, ticks } from './person.ts'

test('a visitor finds an imported lesson by Chinese, pinyin and English, signs in, finishes it step by step, and sees it', async ({
  page,
}) => {
  const lesson = '灯会场景：体积光与萤火粒子'
  for (const typed of ['萤火', 'yinghuo']) {
    await page.goto('/')
    await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill(typed)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/search\?/)
    await expect(page.getByRole('link', { name: lesson })).toBeVisible()
  }
  await page.goto(`/search?k=${encodeURIComponent('["query:fireflies"]')}&lang=en`)
  await expect(page.getByRole('link', { name: /A lantern festival/ }).first()).toBeVisible()

  await page.goto(`/search?k=${encodeURIComponent('["query:体积光 萤火"]')}`)
  await page.getByRole('link', { name: lesson }).click()
  await expect(page.getByRole('heading', { level: 1, name: lesson })).toBeVisible()
  await expect(page.getByRole('table')).toContainText('灯笼')

  await page.getByRole('main').getByRole('button', { name: '开始学习' }).filter({ visible: true }).first().click()
  await enterByPhone(page, newPhone())
  // the rest of the profile is asked for where signing up leads nowhere else, and may wait
  await expect(page.getByRole('dialog', { name: '完善资料' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1, name: lesson })).toBeVisible()

  const start = page.getByRole('main').getByRole('button', { name: '开始学习' }).filter({ visible: true }).first()
  if (await start.isVisible()) await start.click()
  const open = ticks(page, false)
  await expect(open.first()).toBeVisible()
  for (let left = await open.count(); left > 0; left--) {
    await open.first().click()
    await expect(open).toHaveCount(left - 1)
  }
  await expect(page.getByRole('dialog').getByText('学完了！')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '先不评价' }).click()

  await page.goto('/')
  const { user } = (await (await page.request.get('/api/session')).json()) as { user: { id: string } }
  await page.goto(`/u/${user.id}?tab=completed`)
  await expect(page.getByRole('link', { name: lesson }).first()).toBeVisible()
})

test('a lesson on paper is its text and pictures, with nothing to press', async ({ page, context }) => {
  await enterAsNew(context)
  await page.goto('/tutorial/real-time-shadows')
  await isAlive(page.getByRole('main').getByRole('button').filter({ visible: true }).first())
  // further down the page a fixed bar appears, which must not be printed
  await page.mouse.wheel(0, 2_000)
  await page.emulateMedia({ media: 'print' })
  for (const name of ['button', 'banner', 'contentinfo', 'navigation', 'dialog', 'combobox', 'textbox'] as const) {
    await expect(page.getByRole(name).filter({ visible: true }), name).toHaveCount(0)
  }
  const sticking = await page.locator('body *').evaluateAll((elements) =>
    elements
      .filter((element) => ['sticky', 'fixed'].includes(getComputedStyle(element).position))
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height > 0)
      .map((element) => element.outerHTML.slice(0, 120)),
  )
  expect(sticking).toEqual([])
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  const texts = main.locator('section[data-step] p')
  expect(await texts.filter({ visible: true }).count()).toBeGreaterThan(3)
  const pictures = main.locator('section[data-step] img').filter({ visible: true })
  expect(await pictures.count()).toBeGreaterThan(0)
  await expect(pictures.first()).toBeVisible()
})
