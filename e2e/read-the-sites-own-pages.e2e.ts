import { expect } from '@playwright/test'
import { ownAddress, signIn } from '../tools/visit.ts'
import { holdScripts, isAlive, post, test } from './person.ts'

test('from the tiles of the home page to lists that are filtered and go on [CMS-001] [CMS-002] [CMS-003]', async ({
  page,
}) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: '把光写进引擎' })).toBeVisible()
  await main.getByRole('link', { name: /^免费教程/ }).click()
  await expect(page).toHaveURL(/\/free$/)
  await expect(main.getByRole('heading', { level: 1, name: '免费内容' })).toBeVisible()
  await expect(main.getByRole('heading', { level: 2, name: '编辑精选' })).toBeVisible()
  await main.getByRole('link', { name: '中级', exact: true }).click()
  await expect(page).toHaveURL(/\/free\?sl=intermediate$/)
  await expect(main.getByRole('heading', { level: 3, name: '少产生垃圾：对象池与分配' })).toBeVisible()
  await expect(main.getByRole('heading', { level: 3, name: '从零做出第一款小游戏' })).toHaveCount(0)

  await page.goto('/')
  await main.getByRole('link', { name: /^学习路径/ }).click()
  await expect(main.getByRole('heading', { level: 1, name: '学习路径' })).toBeVisible()
  await expect(main.getByRole('heading', { name: '刚接触引擎' })).toBeVisible()

  await page.goto('/')
  await main.getByRole('link', { name: /^限时优惠/ }).click()
  await expect(main.getByRole('heading', { level: 1, name: '限时优惠' })).toBeVisible()
  await expect(main.getByRole('heading', { level: 3, name: '一片会动的草原' })).toBeVisible()
})

test('new and advanced content have a list each, which the home page leads to [CMS-004] [CMS-005]', async ({
  page,
}) => {
  for (const [tile, path] of [
    ['新内容', '/new'],
    ['进阶内容', '/advance'],
  ] as const) {
    await page.goto('/')
    await page.getByRole('main').getByRole('link', { name: tile, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('heading', { level: 1, name: tile })).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 3 })).not.toHaveCount(0)
    await expect(page.getByRole('main').getByRole('combobox', { name: '排序' })).toBeVisible()
  }
  // from one list to the next, and from anywhere by the footer
  await page.getByRole('main').getByRole('link', { name: '新内容', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '新内容' })).toBeVisible()
  await page.goto('/courses')
  await page.getByRole('contentinfo').getByRole('link', { name: '进阶内容' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '进阶内容' })).toBeVisible()
})

test('the legal pages and the contact are read at their addresses [SHELL-003] [SHELL-004] [SHELL-005] [SHELL-006] [SHELL-007]', async ({
  page,
}) => {
  for (const [address, title] of [
    ['/app/privacy', '隐私政策'],
    ['/app/terms', '服务条款'],
    ['/app/person-info-list', '个人信息收集清单'],
    ['/contact', '联系我们'],
    ['/term-of-service', '用户协议'],
  ] as const) {
    expect([address, (await page.goto(address))?.status()]).toEqual([address, 200])
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(main.getByRole('heading', { level: 2 })).not.toHaveCount(0)
  }
})

test('questions open to their answers, and a policy is read, jumped in and taken along [SHELL-002] [SHELL-003] [SHELL-045] [SHELL-046]', async ({
  page,
}) => {
  await page.goto('/faq')
  const main = page.getByRole('main')
  await main.getByText('完全没有基础，从哪里开始？').click()
  await main.getByRole('link', { name: '第一款平台跳跃：瓦片地图与手感' }).click()
  await expect(main.getByRole('heading', { level: 1, name: '第一款平台跳跃：瓦片地图与手感' })).toBeVisible()

  await page.goto('/app/privacy')
  await expect(main.getByRole('heading', { level: 1, name: '隐私政策' })).toBeVisible()
  const wayToRights = main.getByRole('link', { name: '你的权利' })
  await isAlive(wayToRights)
  await wayToRights.click()
  await expect(page).toHaveURL(/#h-rights$/)
  await expect(main.getByRole('heading', { level: 2, name: '你的权利' })).toBeInViewport()
  for (const name of ['隐私政策', 'Cookie政策']) {
    const href = await page.getByRole('contentinfo').getByRole('link', { name }).getAttribute('href')
    const answer = await page.request.get(String(href))
    expect([name, answer.status(), answer.headers()['content-type']]).toEqual([name, 200, 'application/pdf'])
    expect(answer.headers()['content-language']).toBe('zh-CN')
  }
})

test('a page of blocks that a link leads to is there at once, and never empty before', async ({ page }) => {
  await page.goto('/tutorials')
  const main = page.getByRole('main')
  await page.evaluate(() => {
    const look = () => {
      const words = document.querySelector('main')?.textContent?.length ?? 0
      const { least = '100000' } = document.documentElement.dataset
      if (location.pathname === '/faq') document.documentElement.dataset.least = String(Math.min(words, Number(least)))
      requestAnimationFrame(look)
    }
    look()
  })
  const link = page.getByRole('contentinfo').getByRole('link', { name: '常见问题' })
  // before the script of the footer is there the browser itself follows the link
  await isAlive(link)
  const scriptsCome = await holdScripts(page)
  // its time begins before the click, which a busy machine may keep waiting: only the journey's own time ends it
  const asked = page.waitForRequest('**/*.js', { timeout: 0 })
  await link.click()
  await asked
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('教程')
  scriptsCome()
  await expect(main.getByText('完全没有基础，从哪里开始？')).toBeVisible()
  expect(Number(await page.evaluate(() => document.documentElement.dataset.least))).toBeGreaterThan(500)

  await page.getByRole('contentinfo').getByRole('link', { name: '联系我们' }).click()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('联系我们')
  await expect(main.getByText('完全没有基础，从哪里开始？')).toBeHidden()
})

test('each question has an address, which opens it with and without script, and can be copied', async ({
  browser,
  baseURL,
  context,
  page,
}) => {
  const answer = /买了付费课程|退款/
  const question = page.getByRole('main').getByText('买了付费课程可以退款吗？')
  const plain = await browser.newContext({ baseURL, locale: 'zh-CN', javaScriptEnabled: false })
  const reader = await plain.newPage()
  await reader.goto('/faq#refund')
  await expect(reader.locator('#refund')).toBeVisible()
  await expect(reader.locator('#refund')).toHaveText(answer)
  await expect(reader.getByRole('main').getByText('买了付费课程可以退款吗？')).toBeInViewport()
  await expect(reader.locator('#finish')).toBeHidden()
  await plain.close()

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/tutorials')
  await page.goto('/faq#refund')
  await expect(page.locator('#refund')).toBeVisible()
  await expect(question).toBeInViewport()
  await page.mouse.move(200, 300)
  await page.waitForLoadState('networkidle')
  await expect(page.locator('#refund')).toBeVisible()
  await expect(question).toBeInViewport()
  const link = page.locator('#refund').getByRole('link', { name: /^这个问题的链接/ })
  await isAlive(link)
  await link.click()
  await expect(page.getByText('链接已复制')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/faq#refund`)
  await expect(page.locator('#refund')).toBeVisible()
})

test('an anchor that is pressed before the script of its text came leads to its place, and nothing goes away meanwhile', async ({
  page,
}) => {
  const scriptsCome = await holdScripts(page, '**/assets/{block-components,site-footer}-*.js')
  const main = page.getByRole('main')
  const footer = page.getByRole('contentinfo').getByRole('link', { name: '隐私政策' })
  const goal = main.getByRole('heading', { level: 2, name: '你的权利' })
  const asked = page.waitForRequest('**/assets/block-components-*.js')
  await page.goto('/app/privacy')
  await isAlive(page.getByRole('banner').getByRole('link', { name: '登录' }))
  await main.getByRole('link', { name: '你的权利' }).click()
  await asked
  await expect(page).toHaveURL(/#h-rights$/)
  await expect(goal).toBeInViewport()
  await expect(footer).toBeVisible()
  scriptsCome()
  await page.waitForLoadState('networkidle')
  await expect(goal).toBeInViewport()
  await page.goBack()
  await expect(page).toHaveURL(/\/app\/privacy$/)
  await expect(main.getByRole('heading', { level: 1, name: '隐私政策' })).toBeInViewport()
})

test('pictures of other sites are there, whether the page is opened or a link leads to it', async ({
  page,
  browser,
  baseURL,
}) => {
  const admin = await browser.newContext({ baseURL, extraHTTPHeaders: ownAddress() })
  await signIn(admin, '13800000004')
  const image = { value: 'https://pictures.example/light.png', alt: '一束光', width: 16, height: 9 }
  const stamp = Date.now().toString(36)
  const published = async (slug: string, blocks: object[]) => {
    const base = '/api/learn/creator/page'
    const { id } = (await post(admin.request, base, { namespace: 'learn', slug, name: slug, locale: 'zh_CN' })) as {
      id: string
    }
    const draft = await (await admin.request.get(`${base}/${id}/zh_CN`)).json()
    const content = { ...draft.content, blocks, properties: { ...draft.content.properties, title: slug } }
    const body = { baseVersion: draft.version, content, kind: 'save' }
    const { version } = (await post(admin.request, `${base}/${id}/zh_CN/save`, body)) as { version: number }
    await post(admin.request, `${base}/${id}/zh_CN/publish`, { version })
  }
  const heading = (value: string) => ({ id: 'bk_1', kind: 'heading', fields: { value, level: 'h1' }, children: [] })
  const cards = { id: 'bk_2', kind: 'image-cards', fields: { items: [{ image, title: '光' }] }, children: [] }
  const links = {
    id: 'bk_2',
    kind: 'navs',
    fields: { items: [{ title: '去看光', url: `/light-${stamp}` }] },
    children: [],
  }
  await published(`light-${stamp}`, [heading('光'), cards])
  await published(`way-${stamp}`, [heading('路'), links])
  await admin.close()

  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await page.route('https://pictures.example/**', (route) => route.fulfill({ body: pixel, contentType: 'image/png' }))
  await page.goto(`/way-${stamp}`)
  await page.getByRole('link', { name: '去看光' }).click()
  await expect(page.getByRole('heading', { name: '光', level: 1 })).toBeVisible()
  const isShown = () => page.getByRole('img', { name: '一束光' }).evaluate((img: HTMLImageElement) => img.naturalWidth)
  await expect.poll(isShown).toBe(1)
  await page.goBack()
  await expect(page.getByRole('heading', { name: '路', level: 1 })).toBeVisible()
  await page.goForward()
  await expect.poll(isShown).toBe(1)
})

test('on a phone every cell of a grid takes the whole row, on a wide screen not [CMS-096]', async ({ page }) => {
  const shares = () =>
    page
      .getByRole('main')
      .evaluate((main) =>
        [...main.querySelectorAll<HTMLElement>('[style*="--small"]')]
          .filter((cell) => cell.offsetParent !== null && cell.parentElement !== null)
          .map((cell) => cell.getBoundingClientRect().width / (cell.parentElement as HTMLElement).clientWidth),
      )
  for (const width of [360, 390, 639]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/page-blocks')
    await expect.poll(async () => (await shares()).length).toBeGreaterThan(20)
    expect([width, (await shares()).filter((share) => share < 0.98)]).toEqual([width, []])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  expect((await shares()).filter((share) => share < 0.6).length).toBeGreaterThan(20)
})
