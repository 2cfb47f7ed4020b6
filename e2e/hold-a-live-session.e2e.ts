import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { film } from '../tools/film.ts'
import { upload } from '../tools/publish-lesson.ts'
import { ownAddress, settled, signIn } from '../tools/visit.ts'
import { chooseCover, creator, openTab, publish, write } from './authors.ts'
import { enterAsNew, isAlive, test } from './person.ts'

test.use({ extraHTTPHeaders: ownAddress() })

/** The card with the way in stands beside the session and, on a narrow page, in it. */
const isSaid = (page: Page, words: string) => page.getByText(words, { exact: true }).filter({ visible: true }).first()

const hourMs = 3_600_000

/** What a clock in Shanghai shows, as the editor's fields take it. */
const clockOf = (at: number) => new Date(at + 8 * hourMs).toISOString().slice(0, 16)

/** A browser whose clock the journey sets: a page knows by it whether a session is on. */
async function browserWithClock(browser: Browser, baseURL: string | undefined): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, locale: 'zh-CN', extraHTTPHeaders: ownAddress() })
  await context.addCookies(settled.map((cookie) => ({ ...cookie, url: baseURL ?? '' })))
  await context.clock.install()
  return context
}

/** Plans the session in the editor. Answers the addresses of its page and of its editor. */
async function plan(page: Page, title: string, start: number): Promise<{ address: string; editor: string }> {
  await page.goto('/liveSession/0/new')
  await page.getByRole('textbox', { name: '标题' }).fill(title)
  await write(page, '简介', '带上你的问题来。')
  await chooseCover(page)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page).toHaveURL(/\/liveSession\/lls_\w+\/edit/)
  await openTab(page, /^项目/)
  await page.getByRole('switch', { name: '关联项目' }).click()
  await openTab(page, /^详情/)
  await page.getByLabel('开始', { exact: true }).fill(clockOf(start))
  await page.getByLabel('结束', { exact: true }).fill(clockOf(start + hourMs))
  await page.getByRole('textbox', { name: '会议链接' }).fill('https://meeting.example/light')
  await page.getByRole('combobox', { name: '难度' }).selectOption({ label: '初级' })
  return { editor: page.url(), address: await publish(page) }
}

/** Adds the film that is over, with two chapters, and publishes it. */
async function addRecording(page: Page, editor: string, filmName: string): Promise<void> {
  await page.goto(editor)
  const choose = page.getByRole('button', { name: '选择视频' })
  await isAlive(choose)
  await choose.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(filmName) })
    .click()
  for (const [at, title] of ['开场', '答问'].entries()) {
    await page.getByRole('button', { name: '添加章节' }).click()
    if (at > 0) {
      await page.getByRole('textbox', { name: '开始于（分:秒）' }).nth(at).fill('0:20')
    }
    await page.getByRole('textbox', { name: '章节标题' }).nth(at).fill(title)
  }
  await publish(page)
}

test('a live session is planned, begins while its page is open, has questions that are voted up, ends, and is watched again', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000)
  await signIn(context, creator)
  const stamp = Date.now().toString(36)
  const start = Math.ceil(Date.now() / 60_000) * 60_000 + 2 * hourMs
  const title = `光的问答 ${stamp}`
  const { address, editor } = await plan(page, title, start)
  await page.getByRole('dialog').getByRole('link', { name: '返回创作中心' }).click()

  const [learners, hosts] = [await browserWithClock(browser, baseURL), await browserWithClock(browser, baseURL)]
  await enterAsNew(learners)
  await signIn(hosts, creator)
  const [learner, host] = [await learners.newPage(), await hosts.newPage()]
  for (const one of [learner, host]) await one.goto(address)
  await learner
    .getByRole('button', { name: `提醒我：${title}` })
    .first()
    .click()
  await expect(learner.getByRole('button', { name: `已设提醒：${title}` }).first()).toBeVisible()
  const reminded = async () =>
    (await (await learner.request.get('/api/learn/cn/liveSession/reminder/list')).json()) as { ids: string[] }
  await expect.poll(async () => (await reminded()).ids).toHaveLength(1)

  // it begins while both are on the page, and nothing is loaded anew
  const questions = (one: Page) => one.getByRole('region', { name: '提问' })
  for (const one of [learner, host]) {
    await expect(questions(one)).toHaveCount(0)
    await one.evaluate(() => Object.assign(window, { isSamePage: true }))
    await one.clock.fastForward(start - Date.now() + 5000)
    await expect(isSaid(one, '直播中')).toBeVisible()
    await questions(one).scrollIntoViewIfNeeded()
  }
  const field = questions(learner).getByRole('textbox', { name: '写下你的问题或发现' })
  await isAlive(field)
  for (const question of ['体积光多少步合适？', '移动端怎么办？']) {
    await field.fill(question)
    await questions(learner).getByRole('button', { name: '发布' }).click()
    await expect(field).toHaveValue('')
    await expect(questions(host).getByRole('article').filter({ hasText: question })).toBeVisible()
  }
  const asked = (one: Page) => questions(one).getByRole('article').filter({ hasText: '体积光多少步合适？' })
  await asked(host).getByRole('button', { name: /^赞/ }).click()
  await expect(asked(learner).getByRole('button', { name: /^赞.*1$/ })).toBeVisible()

  for (const one of [learner, host]) {
    await one.clock.fastForward(hourMs)
    await expect(isSaid(one, '已结束')).toBeVisible()
    await expect(questions(one)).toHaveCount(0)
  }

  const { videoId } = await upload(context.request, 'video', `${stamp}.mp4`, 'video/mp4', film(40))
  expect(videoId).not.toBeNull()
  // the film comes late: a chapter that is chosen meanwhile is played all the same
  const mayCome = Promise.withResolvers<void>()
  await learner.route('**/api/learn/media/*', async (route) => {
    await mayCome.promise
    await route.continue()
  })
  await addRecording(page, editor, stamp)
  const recording = learner.getByRole('region', { name: '回放' })
  await expect(recording).toBeVisible()
  expect(await learner.evaluate(() => 'isSamePage' in window)).toBe(true)
  await recording.getByRole('button', { name: /答问/ }).click()
  mayCome.resolve()
  const place = () => recording.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(place).toBeGreaterThan(20)

  // hosts see who was there; a learner finds no such list
  await expect(host.getByRole('link', { name: '出席名单' })).toBeVisible()
  await expect(learner.getByRole('link', { name: '出席名单' })).toHaveCount(0)
  for (const one of [learners, hosts]) await one.close()
})
