import { type APIRequestContext, type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { emptyOutline } from '../packages/contract/src/authoring/empty-forms.ts'
import { paragraph, publishLesson, richText, upload } from '../tools/publish-lesson.ts'
import { lanternBeside } from '../tools/run-site.ts'
import { messageTo, ownAddress, settled, signIn } from '../tools/visit.ts'
import { enterAsNew, isAlive, newPhone, post, test } from './person.ts'

test.use({ extraHTTPHeaders: ownAddress() })

const picture = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="450"><rect width="800" height="450"/></svg>',
)

/** A person who may publish, in a browser of their own. */
async function newAuthor(browser: Browser, baseURL: string | undefined): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, locale: 'zh-CN', extraHTTPHeaders: ownAddress() })
  await context.addCookies(settled.map((cookie) => ({ ...cookie, url: baseURL ?? '' })))
  const phone = newPhone()
  await signIn(context, phone)
  await lanternBeside(process.env.SITE_DATA_DIR ?? '', 'grant', phone, 'learn_creator_zh')
  return context
}

const idOfPerson = async (request: APIRequestContext) =>
  ((await (await request.get('/api/session')).json()) as { user: { id: string } }).user.id

const newLesson = (request: APIRequestContext, title: string) =>
  publishLesson(request, { title, description: '试一试。', step: { title: '看', body: [paragraph('看光。')] } })

/** Publishes a course; again with more in it. */
async function newCourse(request: APIRequestContext, title: string, lesson: string) {
  const author = await idOfPerson(request)
  const { imageId } = await upload(request, 'image', 'a.svg', 'image/svg+xml', picture)
  const { topics } = (await (await request.get('/api/learn/topics')).json()) as { topics: { id: string }[] }
  const forms = emptyOutline(author)
  const general = {
    ...{ ...forms.general, title, thumbnailId: imageId },
    description: richText(paragraph('从头学光。')),
  }
  const chapterId = `ch_${Date.now()}`
  const details = {
    ...{ ...forms.details, skillLevel: 'beginner', objective: '会打光', careerGoals: '灯光师' },
    topicIds: topics.slice(0, 1).map(({ id }) => id),
  }
  const made = (await post(request, '/api/learn/course/0/general', general)) as { courseData: { id: string } }
  const { id } = made.courseData
  const hold = async (lessons: string[]) => {
    const contents = {
      ...{ ...forms.contents, chapters: [{ id: chapterId, title: '第一章' }], contentIds: lessons },
      contents: lessons.map((one) => ({ id: one, required: true, chapterId })),
    }
    await post(request, `/api/learn/course/${id}/publish`, { ...general, contents, details })
  }
  await hold([lesson])
  return { id, hold }
}

/** Confirms an address of mail by the mail that is sent to it. */
async function addEmail(page: Page, email: string): Promise<void> {
  await page.goto('/auth/email')
  await page.getByRole('textbox', { name: '邮箱' }).fill(email)
  await page.getByRole('button', { name: '发送确认邮件' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '请查收邮件' })).toBeVisible()
  const link = new URL(/http\S+/.exec((await messageTo(page.request, email)).text)?.[0] ?? '')
  await page.goto(`${link.pathname}${link.search}`)
  await page.getByRole('button', { name: '确认是我的邮箱' }).click()
  await expect(page.getByRole('link', { name: '继续', exact: true })).toBeVisible()
}

async function follow(page: Page, address: string): Promise<void> {
  await page.goto(address)
  const button = page.getByRole('main').getByRole('button', { name: '关注', exact: true })
  await isAlive(button)
  await button.click()
  await expect(page.getByRole('main').getByRole('button', { name: '已关注' })).toBeVisible()
}

test('who follows a person and a course hears of what is new by bell, feed and mail, until it is muted', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000)
  const authors = await newAuthor(browser, baseURL)
  const { request } = authors
  const author = await idOfPerson(request)
  const before = await newLesson(request, '跟着光走之前')
  const course = await newCourse(request, '光的课', before)

  const id = await enterAsNew(context)
  const email = `${id.slice(-8)}@follow.example`
  await addEmail(page, email)
  const setting = { kind: 'new_of_person', channel: 'mail', setting: 'now' }
  await post(page.request, '/api/learn/cn/notification/preferences', { settings: [setting] })
  await follow(page, `/u/${author}`)
  await follow(page, `/course/${course.id}`)
  const bell = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
  await expect(bell('通知')).toBeVisible()

  // while the page is open the bell tells of the lesson
  const first = await newLesson(request, '跟着光走')
  await expect(bell('通知，1条未读')).toBeVisible()
  await bell('通知，1条未读').click()
  const panel = page.getByRole('dialog', { name: '通知' })
  await expect(panel.getByRole('link', { name: /发布了新内容$/ })).toBeVisible()
  await expect(panel.getByText('跟着光走', { exact: true })).toBeVisible()
  const mails = async () => {
    const answer = await page.request.get(`/api/dev/outbox?to=${encodeURIComponent(email)}`)
    const { messages } = (await answer.json()) as { messages: { text: string }[] }
    return messages.filter(({ text }) => text.includes('发布了'))
  }
  await expect.poll(async () => (await mails()).length).toBe(1)
  expect((await mails())[0]?.text).toContain(`/tutorial/${first}`)

  await course.hold([before, first])
  // the page that comes next shows what is told by then
  const unread = () => page.request.get('/api/learn/cn/notification/unread').then((answer) => answer.json())
  await expect.poll(unread).toEqual({ unread: 2 })
  await page.goto('/')
  const feed = page.getByRole('region', { name: '与你有关' })
  await expect(feed.getByRole('link', { name: '你关注的路径有了新课' })).toBeVisible()
  await expect(feed.getByRole('link', { name: /发布了新内容$/ })).toBeVisible()

  // muted from its entry, the next lesson is told nowhere
  const mute = feed.getByRole('button', { name: /^静音：.*发布了新内容$/ })
  await isAlive(mute)
  await mute.click()
  await page
    .getByRole('menuitem', { name: /^不再通知：.*的新课$/ })
    .first()
    .click()
  await expect(page.getByText(/^已静音：/)).toBeVisible()
  await newLesson(request, '光走远了')
  await course.hold([before])
  await course.hold([before, first])
  await page.goto('/notifications')
  await expect(page.getByRole('link', { name: '你关注的路径有了新课' })).toBeVisible()
  await expect(page.getByText('光走远了')).toHaveCount(0)
  expect(await mails()).toHaveLength(1)
  await page.goto(`/u/${author}`)
  await expect(page.getByRole('main').getByRole('button', { name: '关注', exact: true })).toBeVisible()
  await authors.close()
})
