import { expect, type Page } from '@playwright/test'
import { film } from '../tools/film.ts'
import { ownAddress, signIn } from '../tools/visit.ts'
import { chooseCover, creator, holdSaves, isSaved, openTab, publish, saveState, write } from './authors.ts'
import { enterAsNew, lessonViewCookie, onPhone, test } from './person.ts'

const stamp = Date.now().toString(36)
const title = `把影子切成四段 ${stamp}`

async function writeLesson(page: Page): Promise<void> {
  await page.goto('/tutorial/0/new')
  await page.getByRole('textbox', { name: '标题', exact: true }).fill(title)
  await write(page, '简介', '级联阴影，从一张贴图到四张。')
  await page.getByRole('combobox', { name: '语言' }).selectOption('zh')
  await chooseCover(page)
  await page.getByRole('button', { name: '选择视频' }).click()
  const picker = page.getByRole('dialog')
  await picker
    .locator('input[type="file"]')
    .setInputFiles({ name: '四段影子.mp4', mimeType: 'video/mp4', buffer: film(60) })
  await expect(picker).toHaveCount(0, { timeout: 45_000 })
  await page.getByRole('button', { name: '添加教学方案' }).click()
  await write(page, '方案说明', '两节课，每节四十五分钟。')

  await openTab(page, /^步骤/)
  await page.getByRole('combobox', { name: '难度' }).selectOption({ label: '中级' })
  await page.getByRole('button', { name: '添加正文步骤' }).click()
  await page.getByRole('textbox', { name: '步骤标题' }).fill('先看一段')
  await write(page, '步骤正文', '一张贴图不够用。')
  await page.getByRole('button', { name: '云实验', exact: true }).click()
  await page.getByRole('textbox', { name: '步骤标题' }).fill('动手切一刀')
  await page.getByRole('textbox', { name: '实验地址' }).fill('https://lab.example.test/cascades')
  await page.getByRole('button', { name: '作品提交', exact: true }).click()
  await page.getByRole('textbox', { name: '步骤标题' }).fill('交出你的影子')
  await page.getByRole('combobox', { name: '作品类型' }).selectOption({ label: '图片或视频' })
  await isSaved(page)
}

async function loseTheNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await write(page, '步骤正文', '断网时写下的要求。')
  await page.keyboard.press('Tab')
  await expect(saveState(page)).toHaveText(/已存在本机/)
  await page.context().setOffline(false)
  await isSaved(page)
}

async function chooseTopic(page: Page): Promise<void> {
  await openTab(page, /^详情/)
  const topics = page.getByRole('combobox', { name: '主题' })
  await topics.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await topics.press('ArrowDown')
  await topics.press('Enter')
}

/** The same sentence is changed in two tabs; the second is asked, and keeps both. */
async function writeInTwoTabs(page: Page): Promise<void> {
  const address = page.url().replace(/tab=\w/, 'tab=g')
  await page.goto(address)
  const other = await page.context().newPage()
  await other.goto(address)
  const send = await holdSaves(other)
  await other.getByRole('textbox', { name: '标题', exact: true }).fill(`${title} 乙`)
  await page.getByRole('textbox', { name: '标题', exact: true }).fill(`${title} 甲`)
  await page.keyboard.press('Control+s')
  await isSaved(page)
  await send()
  await expect(other.getByText(/和你的修改有1处不同。/)).toBeVisible()
  await other.getByRole('button', { name: '对比并合并' }).click()
  const dialog = other.getByRole('dialog', { name: '1处不同' })
  await expect(dialog.getByText(`${title} 甲`)).toBeVisible()
  await dialog.getByText('用我的', { exact: true }).click()
  await dialog.getByRole('button', { name: '保存合并结果' }).click()
  await isSaved(other)
  await publish(other)
  await other.close()
}

const position = (page: Page) =>
  page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => video.currentTime)
const isMoving = (page: Page) => expect.poll(() => position(page), { timeout: 20_000 })

test('a creator writes a lesson with a film, a lab, a work to hand in and a plan, through a lost network and two tabs; a learner watches half of the film here and goes on there', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000)
  await signIn(context, creator)
  await writeLesson(page)
  await loseTheNetwork(page)
  await chooseTopic(page)
  const address = await publish(page)
  await page.getByRole('dialog').getByRole('link', { name: '继续编辑' }).click()
  await writeInTwoTabs(page)

  const learner = await browser.newContext({ baseURL, extraHTTPHeaders: ownAddress() })
  await learner.addCookies([lessonViewCookie(baseURL ?? '', 'whole')])
  await enterAsNew(learner)
  const { user } = (await (await learner.request.get('/api/session')).json()) as { user: { phone: string } }
  const reading = await learner.newPage()
  await reading.goto(address)
  await expect(reading.getByRole('heading', { level: 1, name: `${title} 乙` })).toBeVisible()
  await expect(reading.getByText('断网时写下的要求。')).toBeVisible()
  await expect(reading.getByText('两节课，每节四十五分钟。')).toBeAttached()
  await reading.mouse.move(300, 300)
  const play = reading.getByRole('button', { name: /^播放“/ }).first()
  // the page asks by itself until the film is made ready
  await expect(play).toBeVisible({ timeout: 60_000 })
  await play.click()
  await isMoving(reading).toBeGreaterThan(1)
  await reading.keyboard.press('5')
  await isMoving(reading).toBeGreaterThan(31)
  const kept = reading.waitForResponse(/\/position\?/)
  await reading
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => video.pause())
  expect((await kept).status()).toBe(200)
  const half = await position(reading)

  const phone = await onPhone(browser, baseURL ?? '', user.phone)
  const small = await phone.newPage()
  await small.goto(address)
  await small.mouse.move(200, 200)
  await small
    .getByRole('button', { name: /^从3\d秒继续播放“/ })
    .first()
    .click()
  await isMoving(small).toBeGreaterThan(half - 0.5)
  expect(await position(small)).toBeLessThan(half + 3)
  await phone.close()
  await learner.close()
})
