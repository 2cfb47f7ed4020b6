import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import { ownAddress, settled, signIn } from '../tools/visit.ts'
import { enterAsNew, idOf, isAlive, post, test } from './person.ts'

/** Enters as a new learner, begins the lesson and opens the channel of its first step. */
async function openChannel(context: BrowserContext, page: Page): Promise<void> {
  await enterAsNew(context)
  const id = await idOf(context.request, 'tutorial', '卡通渲染：用一张渐变图做出手绘明暗')
  await post(context.request, '/api/learn/cn/record', { id, type: 'tutorial' })
  await page.goto(`/tutorial/${id}`)
  const asks = page.getByRole('link', { name: /^这一步有\d+个提问|^问这一步/ })
  await page.goto((await asks.first().getAttribute('href')) ?? '')
  await expect(page).toHaveURL(/\/messages\/c\//)
}

const field = (page: Page) => page.getByRole('textbox', { name: '写下你的问题或发现' })

test('two learners talk about a step while its page is open, and one comes back after a lost network [CMTY-001] [CMTY-002]', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await openChannel(context, page)
  const others = await browser.newContext({ baseURL, locale: 'zh-CN', extraHTTPHeaders: ownAddress() })
  await others.addCookies(settled.map((cookie) => ({ ...cookie, url: baseURL ?? '' })))
  const other = await others.newPage()
  await openChannel(others, other)
  for (const one of [page, other]) await isAlive(field(one))

  const question = `描边抖动怎么办 ${Date.now()}`
  await field(page).fill(question)
  await page.getByRole('button', { name: '发布' }).click()
  const asked = other.getByRole('article').filter({ hasText: question })
  await expect(asked).toBeVisible()
  await expect(field(page)).toHaveValue('')

  await asked.getByRole('button', { name: /^赞/ }).click()
  await expect(
    page.getByRole('article').filter({ hasText: question }).getByRole('button', { name: /^赞/ }),
  ).toBeVisible()
  await asked.getByRole('link', { name: '回复' }).click()
  await other.getByRole('textbox', { name: /^回复/ }).fill('按屏幕像素给宽度')
  await other.getByRole('button', { name: '回复' }).click()
  await expect(page.getByRole('article').filter({ hasText: '按屏幕像素给宽度' }).last()).toBeVisible()

  await context.setOffline(true)
  await field(page).fill('网络断了也写得下去')
  await page.getByRole('button', { name: '发布' }).click()
  await expect(page.getByText('没有网络，草稿已存在本机，联网后自动发出。')).toBeVisible()
  await context.setOffline(false)
  await expect(other.getByRole('article').filter({ hasText: '网络断了也写得下去' }).last()).toBeVisible()

  await field(page).fill('写到一半')
  await page.reload()
  await expect(field(page)).toHaveValue('写到一半')
  await others.close()
})

/** A picture of 800 by 450 with a colour of its own. */
const pictureOf = (page: Page) =>
  page.evaluate(async () => {
    const canvas = new OffscreenCanvas(800, 450)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = `rgb(${crypto.getRandomValues(new Uint8Array(3)).join()})`
    context.fillRect(0, 0, 800, 450)
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())]
  })

test('a moderator shows a picture, which a learner with the page open sees and enlarges; a new member reads when pictures come', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await openChannel(context, page)
  await isAlive(field(page))
  const staff = await browser.newContext({ baseURL, locale: 'zh-CN', extraHTTPHeaders: ownAddress() })
  await staff.addCookies(settled.map((cookie) => ({ ...cookie, url: baseURL ?? '' })))
  await signIn(staff, '13800000003')
  const moderator = await staff.newPage()
  await moderator.goto(page.url())
  await isAlive(field(moderator))
  const text = `对照图 ${Date.now()}`
  await field(moderator).fill(text)
  const file = { name: '塔楼脚下.png', mimeType: 'image/png', buffer: Buffer.from(await pictureOf(moderator)) }
  await moderator.getByRole('toolbar', { name: '格式' }).locator('input[type="file"]').setInputFiles(file)
  await expect(field(moderator)).toHaveValue(/!\[塔楼脚下\]\(\/media\/images\/img_\w+\/orig\.png\)/)
  await moderator.getByRole('button', { name: '发布' }).click()

  const message = page.getByRole('article').filter({ hasText: text })
  const shown = message.getByRole('img', { name: '塔楼脚下' })
  await shown.scrollIntoViewIfNeeded()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300)
  await message.getByRole('button', { name: '放大查看：塔楼脚下' }).press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')

  await field(page).fill('我也贴一张')
  await field(page).evaluate((area) => {
    const data = new DataTransfer()
    data.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(page.getByText(/加入满三天、发过三条消息后才能贴图/)).toBeVisible()
  await expect(field(page)).toHaveValue('我也贴一张')
  await staff.close()
})

test('a like that is pressed forty times in two tabs ends alike in both and is never below 0', async ({
  page,
  context,
}) => {
  await openChannel(context, page)
  const text = `两个标签页 ${Date.now()}`
  await isAlive(field(page))
  await field(page).fill(text)
  await page.getByRole('button', { name: '发布' }).click()
  const like = (one: Page) => one.getByRole('article').filter({ hasText: text }).getByRole('button', { name: /^赞/ })
  await expect(like(page)).toBeVisible()
  const second = await context.newPage()
  await second.goto(page.url())
  const tabs = [page, second]
  for (const one of tabs) await isAlive(like(one))
  const onTheirWay = new Set<Request>()
  context.on('request', (request) => request.url().includes('/api/learn/like') && onTheirWay.add(request))
  context.on('requestfinished', (request) => onTheirWay.delete(request))
  context.on('requestfailed', (request) => onTheirWay.delete(request))
  const press = (one: Page, times: number) =>
    like(one).evaluate(async (button: HTMLElement, count) => {
      const seen: (string | null)[] = []
      for (let at = 0; at < count; at++) {
        button.click()
        await new Promise((next) => setTimeout(next))
        seen.push(button.getAttribute('aria-label'))
      }
      return seen
    }, times)
  const seen = (await Promise.all(tabs.map((one) => press(one, 20)))).flat()
  expect(seen.filter((label) => !/，[0-9]+$/.test(label ?? ''))).toEqual([])
  const isAt = (count: number) =>
    Promise.all(tabs.map((one) => expect(like(one)).toHaveAttribute('aria-label', new RegExp(`，${count}$`))))
  await isAt(0)
  for (const one of tabs) await expect(like(one)).toHaveAttribute('aria-pressed', 'false')
  // what was pressed shows at once: a press after the reload must not meet calls of before
  await expect.poll(() => onTheirWay.size).toBe(0)
  for (const one of tabs) await one.reload()
  await isAt(0)
  for (const one of tabs) await isAlive(like(one))
  await press(second, 1)
  await isAt(1)
})

test('a learner likes a lesson and a course, finds it so later, and takes it back without script', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await enterAsNew(context)
  const lesson = await idOf(context.request, 'tutorial', '卡通渲染：用一张渐变图做出手绘明暗')
  const addresses = [`/tutorial/${lesson}`, '/course/write-light']
  const like = (one: Page) => one.getByRole('button', { name: /^赞《/ })
  for (const address of addresses) {
    await page.goto(address)
    await isAlive(like(page))
    const before = Number(/，(\d+)$/.exec((await like(page).getAttribute('aria-label')) ?? '')?.[1])
    const answered = page.waitForResponse((answer) => answer.url().includes('/api/learn/like'))
    await like(page).click()
    await expect(like(page)).toHaveAttribute('aria-label', new RegExp(`，${before + 1}$`))
    expect((await answered).status()).toBe(200)
    await page.reload()
    await expect(like(page)).toHaveAttribute('aria-pressed', 'true')
  }
  const plain = await browser.newContext({
    ...{ baseURL, locale: 'zh-CN', javaScriptEnabled: false },
    storageState: await context.storageState(),
  })
  const other = await plain.newPage()
  for (const address of addresses) {
    await other.goto(address)
    await like(other).click()
    await expect(other).toHaveURL(new RegExp(address))
    await expect(like(other)).toHaveAttribute('aria-pressed', 'false')
  }
  await plain.close()
})

test('without script a learner writes, replies and likes', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL,
    locale: 'zh-CN',
    javaScriptEnabled: false,
    extraHTTPHeaders: ownAddress(),
  })
  const page = await context.newPage()
  await openChannel(context, page)
  const text = `没有脚本 ${Date.now()}`
  await field(page).fill(text)
  await page.getByRole('button', { name: '发布' }).click()
  const message = page.getByRole('article').filter({ hasText: text })
  await expect(message).toBeVisible()
  await message.getByRole('button', { name: /^赞/ }).click()
  await expect(message.getByRole('button', { name: /^赞.*1$/ })).toHaveAttribute('aria-pressed', 'true')
  await message.getByRole('link', { name: '回复' }).click()
  const more = `自己补充一句 ${Date.now()}`
  await page.getByRole('textbox', { name: /^回复/ }).fill(more)
  await page.getByRole('button', { name: '回复' }).click()
  await expect(page.getByRole('article').filter({ hasText: more })).toBeVisible()
  await context.close()
})

test('without script replies to a question are muted from their notification', async ({ browser, baseURL }) => {
  const options = { baseURL, locale: 'zh-CN', javaScriptEnabled: false }
  const [asking, answering] = [
    await browser.newContext({ ...options, extraHTTPHeaders: ownAddress() }),
    await browser.newContext({ ...options, extraHTTPHeaders: ownAddress() }),
  ]
  const [page, other] = [await asking.newPage(), await answering.newPage()]
  for (const [context, one] of [
    [asking, page],
    [answering, other],
  ] as const)
    await openChannel(context, one)
  const text = `谁来回复 ${Date.now()}`
  await field(page).fill(text)
  await page.getByRole('button', { name: '发布' }).click()
  await other.reload()
  await other.getByRole('article').filter({ hasText: text }).getByRole('link', { name: '回复' }).click()
  await other.getByRole('textbox', { name: /^回复/ }).fill('我来')
  await other.getByRole('button', { name: '回复' }).click()

  await page.goto('/notifications')
  await page.getByRole('button', { name: /^静音：.*回复了你/ }).click()
  await page.getByRole('menuitem', { name: /^不再通知：.*这个问题的回复/ }).click()
  await expect(page.getByText('已静音，可以在设置里恢复。')).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByRole('button', { name: /^恢复通知：.*这个问题的回复/ })).toBeVisible()
  for (const context of [asking, answering]) await context.close()
})
