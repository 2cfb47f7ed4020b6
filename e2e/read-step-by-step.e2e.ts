import { expect, type Page } from '@playwright/test'
import { enterAsNew, idOf, test, ticks } from './person.ts'

test.use({ lessonView: 'steps' })

const steps = (page: Page) => page.locator('main section[data-step]').filter({ visible: true })
const onward = (page: Page) => page.getByRole('navigation', { name: '上一步与下一步' }).getByRole('link').last()

test('a lesson shows one step, leads from each to the next and back, and ends with what to learn next', async ({
  page,
  context,
}) => {
  await enterAsNew(context)
  const lesson = await idOf(page.request, 'tutorial', '灯会场景：体积光与萤火粒子')
  await page.goto(`/tutorial/${lesson}`, { waitUntil: 'networkidle' })
  await expect(steps(page)).toHaveCount(1)
  const first = await steps(page).getByRole('heading', { level: 2 }).textContent()

  await ticks(page, false).click()
  await expect(page.getByText(/进度已保存/).first()).toBeAttached()
  await onward(page).click()
  const heading = steps(page).getByRole('heading', { level: 2 })
  await expect(heading).not.toHaveText(first ?? '')
  await expect(heading).toBeInViewport()
  await expect(steps(page)).toBeFocused()
  await page.goBack()
  await expect(heading).toHaveText(first ?? '')
  await page.goForward()
  const second = await heading.textContent()
  // who comes back goes on where the next open step is
  await page.goto(`/tutorial/${lesson}`)
  await expect(heading).toHaveText(second ?? '')

  while ((await onward(page).textContent())?.includes('下一步')) await onward(page).click()
  await onward(page).click()
  await expect(page.getByRole('region', { name: '这一课的结尾' })).toBeInViewport()
  await expect(steps(page)).toHaveCount(0)
})

test('the whole lesson, once chosen, is there again after a reload and before its script', async ({ page }) => {
  const lesson = await idOf(page.request, 'tutorial', '灯会场景：体积光与萤火粒子')
  await page.goto(`/tutorial/${lesson}`, { waitUntil: 'networkidle' })
  await page.getByText('整篇', { exact: true }).click()
  await expect(steps(page)).not.toHaveCount(1)
  await page.route('**/*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(steps(page)).not.toHaveCount(1)
})

test('without script the ways between the steps show one after the other', async ({ browser, baseURL, request }) => {
  const lesson = await idOf(request, 'tutorial', '灯会场景：体积光与萤火粒子')
  const plain = await browser.newContext({ baseURL: baseURL ?? '', locale: 'zh-CN', javaScriptEnabled: false })
  const page = await plain.newPage()
  await page.goto(`/tutorial/${lesson}`)
  const first = await steps(page).getByRole('heading', { level: 2 }).textContent()
  await onward(page).click()
  await expect(steps(page)).toHaveCount(1)
  const second = steps(page).getByRole('heading', { level: 2 })
  await expect(second).not.toHaveText(first ?? '')
  // an address may name a place within a step
  const place = await second.getAttribute('id')
  await page.goto(`/tutorial/${lesson}#${place}`)
  await expect(steps(page)).toHaveCount(1)
  await expect(second).toHaveAttribute('id', place ?? '')
  await plain.close()
})

test('a picture of a lesson has its box before it comes', async ({ page }) => {
  const pictures = Promise.withResolvers<void>()
  await page.route('**/media/images/**', async (route) => {
    await pictures.promise
    await route.continue()
  })
  await page.goto('/tutorial/real-time-shadows', { waitUntil: 'domcontentloaded' })
  const picture = steps(page).locator('figure img').first()
  const before = await picture.boundingBox()
  pictures.resolve()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  // what makes it large on a press comes later, and moves nothing either
  await expect(picture.locator('xpath=..').locator('[data-viewer]')).toBeAttached()
  expect(await picture.boundingBox()).toEqual(before)
})

test('on the widest screen nothing embedded in a lesson is wider than 772 [VIDEO-024]', async ({ page }) => {
  await page.setViewportSize({ width: 2400, height: 1200 })
  await page.goto('/tutorial/real-time-shadows')
  const pictures = steps(page).locator('figure img')
  const widths = () => pictures.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
  await expect.poll(async () => Math.max(...(await widths()))).toBeGreaterThan(500)
  expect((await widths()).filter((width) => width > 772)).toEqual([])
  const sizes = await pictures.evaluateAll((all) => all.map((one) => one.getAttribute('sizes')))
  expect(sizes.filter((size) => size !== null && !/[ ,](\d+)px$/.test(size))).toEqual([])
})

test('on paper a lesson is whole, its steps stand apart, dark on white, without what is pressed', async ({ page }) => {
  const lesson = await idOf(page.request, 'tutorial', '灯会场景：体积光与萤火粒子')
  await page.goto(`/tutorial/${lesson}`, { waitUntil: 'networkidle' })
  const facts = page.locator('main details summary').first()
  await expect(facts).toBeVisible()
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(steps(page)).not.toHaveCount(1)
  const edges = await steps(page).evaluateAll((found) => found.map((step) => step.getBoundingClientRect()))
  for (const [i, { bottom }] of edges.slice(0, -1).entries()) {
    expect((edges[i + 1]?.top ?? 0) - bottom).toBeGreaterThanOrEqual(24)
  }
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
  await expect(facts).toBeHidden()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
})
