import { expect } from '@playwright/test'
import { enterAsNew, isAlive, test } from './person.ts'

test.use({ viewport: { width: 320, height: 640 } })

// a window of 1280 pixels at a browser zoom of 400 % is 320 pixels wide (WCAG 2.2, 1.4.10)
test('nothing has to be moved sideways on the narrowest screens, in languages of long words', async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(180_000)
  const id = await enterAsNew(context)
  await page.goto('/project/toon-island')
  const collect = page.getByRole('main').getByRole('button', { name: /收藏/ }).first()
  await isAlive(collect)
  await collect.click()
  await expect(
    page
      .getByRole('main')
      .getByRole('button', { name: /已收藏/ })
      .first(),
  ).toBeVisible()
  for (const locale of ['de_DE', 'fr_FR', 'ru_RU']) {
    await context.addCookies([{ name: 'lantern_locale', value: locale, url: baseURL ?? '' }])
    for (const address of [
      '/',
      '/new',
      '/tutorial/object-pool',
      '/quiz/measuring-light-check',
      '/bundle/steady-frames',
      '/search',
      '/notifications',
      '/settings',
      `/u/${id}?tab=collected`,
      `/accountSafety/${id}`,
      `/personal/cart/${id}`,
    ]) {
      await page.goto(address)
      await expect(page.getByRole('banner').getByRole('link', { name: /引擎课堂/ })).toBeVisible()
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect([locale, address, wide]).toEqual([locale, address, 320])
    }
  }
})
