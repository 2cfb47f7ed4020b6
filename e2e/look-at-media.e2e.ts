import { type Browser, expect } from '@playwright/test'
import { publishFilmLesson } from '../tools/film-lesson.ts'
import { paragraph, publishLesson, upload } from '../tools/publish-lesson.ts'
import { ownAddress, signIn } from '../tools/visit.ts'
import { isAlive, test } from './person.ts'

/** A creator in a browser of their own. */
async function creator(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: ownAddress() })
  await signIn(context, '13800000002')
  return context
}

test('F fills the screen with the player and its controls, and leaves it again [VIDEO-037]', async ({
  page,
  browser,
  baseURL,
}) => {
  const authors = await creator(browser, baseURL)
  await page.goto(await publishFilmLesson(authors.request))
  await authors.close()
  const player = page.getByRole('region', { name: '视频播放器：film' })
  const play = player.getByRole('button', { name: '播放“film”' })
  await isAlive(play)
  await play.click()
  const fills = () => page.evaluate(() => document.fullscreenElement?.getAttribute('aria-label') ?? null)
  await page.keyboard.press('f')
  await expect.poll(fills).toBe('视频播放器：film')
  await expect(player.getByRole('button', { name: '退出全屏' })).toBeVisible()
  await page.keyboard.press('f')
  await expect.poll(fills).toBeNull()
  await expect(player.getByRole('button', { name: '全屏', exact: true })).toBeVisible()
})

test('a picture that is looked at closer is never wider than 1000, on wide screens and on phones [VIDEO-023]', async ({
  page,
  browser,
  baseURL,
}) => {
  const authors = await creator(browser, baseURL)
  const wide =
    '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="400"><rect width="1600" height="400"/></svg>'
  const { imageId } = await upload(authors.request, 'image', 'wide.svg', 'image/svg+xml', Buffer.from(wide))
  const attrs = { imageId, alt: '全景', caption: '', width: 'full' }
  const lesson = await publishLesson(authors.request, {
    title: `全景 ${Date.now()}`,
    description: '看一张很宽的图。',
    step: { title: '看', body: [paragraph('一张很宽的图。'), { type: 'image', attrs }] },
  })
  await authors.close()
  for (const [width, widest] of [
    [1920, 1000],
    [1100, 1000],
    [390, 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/tutorial/${lesson}`)
    const closer = page.getByRole('button', { name: '放大查看：全景' })
    await isAlive(closer)
    await closer.click()
    const popup = page.getByRole('dialog', { name: '查看媒体' })
    await expect(popup).toBeVisible()
    expect(await popup.evaluate((dialog: HTMLDialogElement) => dialog.offsetWidth)).toBe(widest)
    const { width: shown } = (await popup.getByRole('img', { name: '全景' }).boundingBox()) ?? { width: 0 }
    expect(shown).toBe(widest)
    await page.keyboard.press('Escape')
    await expect(popup).toBeHidden()
    await expect(closer).toBeFocused()
  }
})
