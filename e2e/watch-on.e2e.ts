import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { ownAddress, settled, signIn } from '../tools/visit.ts'
import { film } from './film.ts'
import { enterAsNew, post, test } from './person.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const seconds = 60
const captions = `WEBVTT

00:00:01.000 --> 00:00:05.000
先看一眼彩条

00:00:40.000 --> 00:00:45.000
最后听一听声音
`

async function upload(request: APIRequestContext, kind: string, name: string, mimeType: string, buffer: Buffer) {
  const { csrfToken } = (await (await request.get('/api/session')).json()) as { csrfToken: string }
  const answer = await request.post(`/api/learn/attachment?kind=${kind}&_csrf=${encodeURIComponent(csrfToken)}`, {
    multipart: { kind, file: { name, mimeType, buffer } },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return ((await answer.json()) as { attachmentId: string }).attachmentId
}

interface Upload {
  videoId: string | null
  imageId: string | null
  state: string
}

async function uploaded(request: APIRequestContext, id: string): Promise<Upload> {
  let attachment: Upload | undefined
  await expect
    .poll(
      async () => {
        const answer = await request.get(`/api/learn/creator/attachment/${id}`)
        attachment = ((await answer.json()) as { attachment: Upload }).attachment
        return attachment.state
      },
      { timeout: 45_000 },
    )
    .toBe('ready')
  if (!attachment) throw new Error('The upload vanished')
  return attachment
}

/** A creator uploads a film and publishes a lesson with it. Answers the lesson's address. */
async function publishLesson(browser: Browser, baseURL: string): Promise<string> {
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: ownAddress() })
  await signIn(context, '13800000002')
  const { request } = context
  const { user } = (await (await request.get('/api/session')).json()) as { user: { id: string } }
  const picture =
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="450"><rect width="800" height="450"/></svg>'
  const image = await uploaded(request, await upload(request, 'image', 'a.svg', 'image/svg+xml', Buffer.from(picture)))
  const { videoId } = await uploaded(request, await upload(request, 'video', 'film.mp4', 'video/mp4', film(seconds)))
  const language = { language: 'zh', text: captions, isDefault: true }
  await post(request, `/api/learn/creator/video/${videoId}/caption`, language)
  const { topics } = (await (await request.get('/api/learn/topics')).json()) as { topics?: { id: string }[] }
  const doc = (...content: object[]) => ({ type: 'doc', content })
  const words = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
  const general = {
    language: 'zh',
    title: `一分钟彩条 ${Date.now()}`,
    thumbnailId: image.imageId,
    ownerId: user.id,
    isExercise: false,
    overviewVideoId: null,
    overviewVideoTitle: '',
    description: doc(words('看一分钟。')),
    educatorPlan: null,
    solutionPlan: null,
  }
  const section = { type: 'normal', labUrl: '', submissionType: null, optionType: 'required' }
  const steps = {
    unityVersionRange: { minVersionId: null, maxVersionId: null, withAll: true },
    skillLevel: 'beginner',
    estimationInHour: null,
    estimationInMinute: null,
    sections: [
      {
        ...section,
        id: `se_watch${Date.now()}`,
        title: '看',
        body: doc(words('看完这段视频。'), { type: 'video', attrs: { videoId, caption: '' } }),
      },
    ],
  }
  const details = {
    tagIds: [],
    packageIds: [],
    topicIds: (topics ?? []).slice(0, 1).map(({ id }) => id),
    industryIds: [],
    materials: [],
    documents: [],
    asset: null,
    group: null,
    authorId: user.id,
    hidden: false,
    premium: false,
    offline: false,
    paymentItem: null,
  }
  const { tutorialData } = (await post(request, '/api/learn/tutorial/0/general', general)) as {
    tutorialData: { id: string }
  }
  await post(request, `/api/learn/tutorial/${tutorialData.id}/publish`, { ...general, steps, details })
  await context.close()
  return `/tutorial/${tutorialData.id}`
}

const player = (page: Page) => page.getByRole('region', { name: '视频播放器：film' })
const position = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
const isMoving = (page: Page) => expect.poll(() => position(page), { timeout: 20_000 })

async function pause(page: Page): Promise<number> {
  const kept = page.waitForResponse(/\/position\?/)
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
  expect((await kept).status()).toBe(200)
  return position(page)
}

test('half of a video is watched on one device and goes on at that second on another, both ways, with the network lost', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(150_000)
  const address = await publishLesson(browser, baseURL ?? '')
  await enterAsNew(context)
  const { user } = (await (await context.request.get('/api/session')).json()) as { user: { phone: string } }

  await page.goto(address)
  await page.mouse.move(300, 300)
  await player(page).getByRole('button', { name: '播放“film”' }).click()
  await isMoving(page).toBeGreaterThan(1)
  await page.keyboard.press('5')
  await isMoving(page).toBeGreaterThan(31)
  const half = await pause(page)
  await page.evaluate(axe)
  const found = await page.evaluate(() =>
    (window as never as { axe: { run(what: object): Promise<{ violations: object[] }> } }).axe.run({
      include: [['figure[data-video]']],
    }),
  )
  expect(found.violations).toEqual([])

  const phone = await browser.newContext({
    baseURL,
    userAgent: iphone,
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    hasTouch: true,
    extraHTTPHeaders: ownAddress(),
  })
  await phone.addCookies(settled.map((cookie) => ({ ...cookie, url: baseURL ?? '' })))
  await post(phone.request, '/api/learn/cn/sms/signUp', { smsType: 'learn', mobile: user.phone })
  const { messages } = (await (await phone.request.get(`/api/dev/outbox?to=${user.phone}`)).json()) as {
    messages: { code: string }[]
  }
  await post(phone.request, '/api/learn/cn/sms/login', {
    smsType: 'learn',
    mobile: user.phone,
    code: messages[0]?.code,
  })
  const small = await phone.newPage()
  await small.goto(address)
  await small.mouse.move(200, 200)
  await player(small)
    .getByRole('button', { name: /^从3\d秒继续播放“film”$/ })
    .click()
  await isMoving(small).toBeGreaterThan(half - 0.5)
  expect(await position(small)).toBeLessThan(half + 3)

  // the network goes while it plays on from what is there already
  await phone.setOffline(true)
  await small.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime += 3
  })
  await isMoving(small).toBeGreaterThan(half + 4)
  await small.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
  const later = await position(small)
  const told = small.waitForResponse((answer) => answer.url().includes('/position?') && answer.ok())
  await phone.setOffline(false)
  await told

  await page.reload()
  await page.mouse.move(300, 300)
  await player(page)
    .getByRole('button', { name: /^从\d+秒继续播放“film”$/ })
    .click()
  await isMoving(page).toBeGreaterThan(later - 0.5)
  expect(await position(page)).toBeLessThan(later + 3)
  await phone.close()
})

test('the transcript leads through a video, and its controls work with the keyboard alone', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  await page.goto(await publishLesson(browser, baseURL ?? ''))
  await page.mouse.move(300, 300)
  const play = player(page).getByRole('button', { name: '播放“film”' })
  await play.focus()
  await page.keyboard.press('Enter')
  await isMoving(page).toBeGreaterThan(0.5)
  await player(page).getByRole('button', { name: '文字稿' }).focus()
  await page.keyboard.press('Enter')
  const transcript = page.getByRole('region', { name: '文字稿' })
  await transcript.getByRole('searchbox').fill('声音')
  await expect(transcript.getByText('找到1处')).toBeVisible()
  await transcript.getByRole('button', { name: /最后听一听声音/ }).press('Enter')
  await isMoving(page).toBeGreaterThan(40)
  await expect(transcript.locator('[aria-current]')).toContainText('最后听一听声音')
  const showing = page
    .locator('video')
    .evaluate((video: HTMLVideoElement) => [...video.textTracks].map(({ mode }) => mode))
  expect(await showing).toContain('showing')
})
