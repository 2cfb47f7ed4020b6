import { expect } from '@playwright/test'
import { isAlive, test } from './person.ts'

const found = (words: string) =>
  `/search?k=${encodeURIComponent(JSON.stringify(words.split(' ').map((word) => `query:${word}`)))}`

test('filters chosen one after the other are all there again after going back [SRCH-002]', async ({ page }) => {
  await page.goto(found('光'))
  const main = page.getByRole('main')
  await expect(main.getByRole('article').first()).toBeVisible()
  await main.getByRole('combobox', { name: '难度' }).selectOption({ label: '中级' })
  const chosen = page.getByRole('list', { name: '已选条件' })
  await expect(chosen).toContainText('中级')
  await main.getByRole('combobox', { name: '价格' }).selectOption({ label: '只看免费' })
  await expect(chosen).toContainText('只看免费')
  await expect(page).toHaveURL(/price=only_free/)
  const address = page.url()
  await main.getByRole('article').getByRole('heading', { level: 2 }).getByRole('link').first().click()
  await expect(page).not.toHaveURL(/\/search/)
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(chosen).toContainText('中级')
  await expect(main.getByRole('combobox', { name: '难度' })).toHaveValue('intermediate')
  await page.goBack()
  await expect(chosen).not.toContainText('只看免费')
  await expect(chosen).toContainText('中级')
})

test('result links say where they were pressed [SRCH-006]', async ({ page }) => {
  await page.goto(found('光'))
  const link = page.getByRole('main').getByRole('article').getByRole('heading', { level: 2 }).getByRole('link').first()
  await expect(link).toHaveAttribute('href', /utm_source=search&utm_medium=result/)
})

test('the header has a search box, but not on the search page [SRCH-007] [SRCH-008]', async ({ page }) => {
  await page.goto('/tutorials')
  await expect(page.getByRole('banner').getByRole('combobox')).toBeVisible()
  await page.goto('/search')
  await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('combobox')).toHaveCount(0)
})

test('the empty box suggests ten topics, and the rest on request [SRCH-010] [SRCH-011]', async ({ page }) => {
  await page.goto('/contact')
  await page.getByRole('banner').getByRole('combobox').focus()
  const topics = page.getByRole('listbox', { name: '搜索建议' }).getByRole('option')
  await expect(topics).toHaveCount(10)
  await page.getByRole('button', { name: '更多主题' }).click()
  await expect.poll(() => topics.count()).toBeGreaterThan(10)
  await page.getByRole('button', { name: '收起' }).click()
  await expect(topics).toHaveCount(10)
})

test('typing shows results and a search per type; nothing is asked for a blank box [SRCH-012] [SRCH-013] [SRCH-044] [SRCH-045]', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/learn/headerSearch') asked.push(searchParams.get('k') ?? '')
  })
  await page.goto('/contact')
  const box = page.getByRole('banner').getByRole('combobox')
  const options = page.getByRole('listbox', { name: '搜索建议' }).getByRole('option')
  await box.fill('   ')
  await expect(options).toHaveCount(10)
  await box.fill('萤火')
  await expect(options.filter({ hasText: '灯会场景：体积光与萤火粒子' })).toBeVisible()
  await expect(options.filter({ hasText: '在测验中搜索“萤火”' })).toHaveAttribute('href', /type%3Aquiz/)
  expect(asked).toEqual(['["query:萤火"]'])
})

test('an answer to words that were typed before is dropped [SRCH-043]', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route(/headerSearch\?.*(%E8%90%A4|萤)/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/contact')
  const box = page.getByRole('banner').getByRole('combobox')
  const options = page.getByRole('listbox', { name: '搜索建议' }).getByRole('option')
  const slow = page.waitForRequest(/headerSearch/)
  await box.fill('萤火')
  const late = (await slow).response()
  await box.fill('平台跳跃')
  await expect(options.filter({ hasText: '第一款平台跳跃' })).toBeVisible()
  release()
  await (await late)?.finished()
  await expect(options.filter({ hasText: '第一款平台跳跃' })).toBeVisible()
  await expect(options.filter({ hasText: '萤火' })).toHaveCount(0)
})

test('arrow keys go round the suggestions, Enter takes the one they are on [SRCH-046] [SRCH-047]', async ({ page }) => {
  await page.goto('/contact')
  const box = page.getByRole('banner').getByRole('combobox')
  await box.fill('石阶的法线')
  const options = page.getByRole('listbox', { name: '搜索建议' }).getByRole('option')
  await expect(options.filter({ hasText: '一块石头磨出十年' })).toBeVisible()
  await box.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await box.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await box.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /石阶的法线/ })).toBeVisible()
})

test('Enter searches for the words that are typed, each an entry of the list k [SRCH-014] [SRCH-003] [SRCH-041] [SRCH-042]', async ({
  page,
}) => {
  await page.goto('/contact')
  const box = page.getByRole('banner').getByRole('combobox')
  await isAlive(box)
  await box.fill('体积光: 萤火')
  await box.press('Enter')
  await expect(page).toHaveURL(found('体积光 萤火'))
  await expect(page.getByRole('link', { name: /灯会场景/ }).first()).toBeVisible()
})

test('a search that finds nothing says so, and clearing it shows everything [SRCH-017] [SRCH-018]', async ({
  page,
}) => {
  await page.goto(`${found('qqqzzzxxx')}&sl=advanced`)
  await expect(page.getByText('没有找到“qqqzzzxxx”')).toBeVisible()
  await page.getByRole('link', { name: '清除条件，看全部内容' }).click()
  await expect(page).toHaveURL(/\/search$/)
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('results come eight at a time, and more are loaded below them, with a word while they load [SRCH-020] [SRCH-016] [SRCH-051]', async ({
  page,
}) => {
  await page.goto('/search?lang=zh')
  const rows = page.getByRole('article')
  await expect(rows.first()).toBeVisible()
  const before = await rows.count()
  expect(before % 8).toBe(0)
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/api/learn/search?**', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/learn/search?**')
  await page.getByRole('link', { name: /^再看\d+项$/ }).scrollIntoViewIfNeeded()
  const request = new URL((await asked).url())
  expect(Number(request.searchParams.get('page'))).toBeGreaterThan(0)
  expect(request.searchParams.get('lang')).toBe('zh')
  await expect(page.getByText('正在查找…').first()).toBeVisible()
  release()
  await expect.poll(() => rows.count()).toBeGreaterThan(before)
})

test('the order of the results can be chosen [SRCH-032]', async ({ page }) => {
  await page.goto('/search?lang=en')
  const order = page.getByRole('main').getByRole('combobox', { name: '排序' })
  expect(
    await order
      .getByRole('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value)),
  ).toEqual(['none', 'recency', 'starts', 'titleasc', 'titledes', 'priceasc', 'pricedes'])
  const titles = page.getByRole('article').getByRole('heading', { level: 2 })
  const before = (await titles.allTextContents()).join()
  await order.selectOption('titleasc')
  await expect(page).toHaveURL(/ob=titleasc/)
  const sorted = (found: string[]) => [...found].sort((a, b) => a.localeCompare(b, 'en'))
  await expect.poll(async () => (await titles.allTextContents()).join()).not.toBe(before)
  const ascending = await titles.allTextContents()
  expect(ascending).toEqual(sorted(ascending))
  await order.selectOption('titledes')
  await expect(page).toHaveURL(/ob=titledes/)
  await expect(titles.first()).not.toHaveText(ascending[0] ?? '')
})
