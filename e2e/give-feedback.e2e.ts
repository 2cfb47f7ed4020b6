import { type Browser, expect, type Page } from '@playwright/test'
import { paragraph, publishLesson } from '../tools/publish-lesson.ts'
import { ownAddress, signIn } from '../tools/visit.ts'
import { creator } from './authors.ts'
import { isAlive, newPhone, test } from './person.ts'

test.use({ extraHTTPHeaders: ownAddress() })

const picture = {
  name: 'tower.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

async function personIn(browser: Browser, baseURL: string | undefined, phone: string): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: ownAddress(), ...(baseURL && { baseURL }) })
  await signIn(context, phone)
  return context.newPage()
}

/** Hands in with a picture; the address of the submission. */
async function handIn(page: Page, lesson: string, title: string): Promise<string> {
  await page.goto(`/tutorial/${lesson}`)
  await page.getByRole('link', { name: '交作品', exact: true }).click()
  const field = page.getByRole('textbox', { name: '标题' })
  await isAlive(field)
  await field.fill(title)
  await isAlive(page.locator('input[type="file"]'))
  await page.locator('input[type="file"]').setInputFiles(picture)
  await expect(page.getByRole('button', { name: '移除tower.png', exact: true })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: '交作品' }).click()
  await expect(page).toHaveURL(/\/submission\/lsu_/)
  return new URL(page.url()).pathname
}

async function giveFeedback(page: Page, lesson: string): Promise<void> {
  await page.goto(`/tutorial/${lesson}/peer-feedback`)
  await page.getByRole('button', { name: '看一件作品' }).click()
  await page.getByRole('textbox', { name: '哪一处最好？' }).fill('影子很**稳**')
  await page.getByRole('button', { name: '送出' }).click()
  // the second question is missing: what was written stays
  await expect(page.getByText('这个问题也请回答')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '哪一处最好？' })).toHaveValue('影子很**稳**')
  await page.getByRole('textbox', { name: '哪一处可以改？' }).fill('窗框再粗一点')
  await page.getByRole('button', { name: '送出' }).click()
  await expect(page.getByText('已送出，谢谢')).toBeVisible()
}

test('three learners look at each other’s work, and an educator gives feedback and takes the mark back', async ({
  browser,
  baseURL,
}) => {
  const educator = await personIn(browser, baseURL, creator)
  const lesson = await publishLesson(educator.request, {
    title: `互评的塔楼 ${Date.now()}`,
    description: '试一试。',
    step: {
      ...{ title: '交一座塔楼', body: [paragraph('截一张图。')], submissionType: 'media' },
      peerQuestions: ['哪一处最好？', '哪一处可以改？'],
    },
  })
  const learners: Page[] = []
  const addresses: string[] = []
  for (const title of ['北塔', '东塔', '西塔']) {
    const page = await personIn(browser, baseURL, newPhone())
    addresses.push(await handIn(page, lesson, title))
    learners.push(page)
  }
  const [first, second] = learners
  if (!first || !second) throw new Error('Three learners have handed in')
  // the first looks at the oldest of the others
  await giveFeedback(first, lesson)
  await second.goto(addresses[1] ?? '')
  const received = second.getByRole('region', { name: '学员互评' })
  await expect(received.getByText('影子很稳')).toBeVisible()
  await expect(received.getByText('一位学员')).toBeVisible()

  await educator.goto(addresses[2] ?? '')
  const form = educator.getByRole('region', { name: '写点评' })
  await form.getByRole('link', { name: '这课的全部作品' }).click()
  await expect(educator.getByRole('link', { name: '待看 3' })).toBeVisible()
  await educator.getByRole('link', { name: '北塔' }).click()
  await form.getByRole('textbox', { name: '对第1版的点评' }).fill('接缝处理得很干净')
  await form.getByRole('button', { name: '标为已看' }).click()
  await expect(form.getByText('已保存')).toBeVisible()
  await first.goto(addresses[0] ?? '')
  await expect(first.getByRole('region', { name: '教师点评' }).getByText('接缝处理得很干净')).toBeVisible()
  await expect(first.getByRole('region', { name: '教师点评' }).getByText('已看')).toBeVisible()
  await form.getByRole('button', { name: '改回待看' }).click()
  await expect(form.getByRole('button', { name: '标为已看' })).toBeVisible()
  await form.getByRole('link', { name: '这课的全部作品' }).click()
  await expect(educator.getByRole('link', { name: '待看 3' })).toBeVisible()
  for (const page of [educator, ...learners]) await page.context().close()
})
