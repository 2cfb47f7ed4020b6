import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, expect, type Page } from '@playwright/test'
import { publishFilmLesson } from '../tools/film-lesson.ts'
import { ownAddress, signIn } from '../tools/visit.ts'
import { enterAsNew, onPhone, ownPhone, test } from './person.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A creator uploads a film and publishes a lesson with it. Answers the lesson's address. */
async function publishLesson(browser: Browser, baseURL: string): Promise<string> {
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: ownAddress() })
  await signIn(context, '13800000002')
  const address = await publishFilmLesson(context.request)
  await context.close()
  return address
}

const player = (page: Page) => page.getByRole('region', { name: '视频播放器：film' })
const position = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
const isMoving = (page: Page) => expect.poll(() => position(page), { timeout: 20_000 })
/** Seconds that are there already from where the video stands. */
const loadedAhead = (page: Page) =>
  page.locator('video').evaluate(({ buffered, currentTime }: HTMLVideoElement) => {
    for (let part = 0; part < buffered.length; part++) {
      if (buffered.start(part) <= currentTime && currentTime <= buffered.end(part))
        return buffered.end(part) - currentTime
    }
    return 0
  })

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

  const phone = await onPhone(browser, baseURL ?? '', user.phone)
  const small = await phone.newPage()
  await small.goto(address)
  await small.mouse.move(200, 200)
  await player(small)
    .getByRole('button', { name: /^从3\d秒继续播放“film”$/ })
    .click()
  await isMoving(small).toBeGreaterThan(half - 0.5)
  expect(await position(small)).toBeLessThan(half + 3)

  // the network goes while it plays on from what is there already: three seconds are skipped, at least one is played
  await expect.poll(() => loadedAhead(small), { timeout: 20_000 }).toBeGreaterThan(8)
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
  await ownPhone(page)
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
