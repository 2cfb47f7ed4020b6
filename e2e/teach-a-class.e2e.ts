import { expect } from '@playwright/test'
import { signIn } from '../tools/visit.ts'
import { assign, enrol, openClass, openSchool, ownId, teacher } from './campus-acts.ts'
import { newPhone, post, test } from './person.ts'

const lesson = '校内实验：给实验室的灯做一次体检'
const quiz = '随堂小测：灯的体检'

test('a teacher assigns a tutorial and a quiz, a learner finds them on the home page and does them, and the table follows', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const stamp = Date.now().toString(36)
  const admin = await openSchool(browser, baseURL)
  const { context: learner, id: learnerId } = await enrol(browser, baseURL, admin)
  await signIn(context, teacher)
  const classId = await openClass(admin, `夜班 ${stamp}`, [learnerId, await ownId(context)])
  await admin.close()

  await page.goto(`/campus/class/${classId}`)
  await expect(page.getByText('布置一篇教程或一个测验，就能看到每个人的进度。')).toBeVisible()
  await assign(page, '实验室', lesson)
  await assign(page, '随堂小测', quiz)
  const row = page.getByRole('row').nth(1)
  await expect(row.getByText('未开始')).toHaveCount(2)

  const work = await learner.newPage()
  await work.goto('/')
  const due = work.getByRole('region', { name: '要交的作业' })
  await expect(due.getByRole('listitem')).toHaveCount(2)
  await due.getByRole('link', { name: lesson }).click()
  await expect(work).toHaveURL(/\/campus\/tutorial\//)
  const id = /ltu_\w+/.exec(work.url())?.[0] ?? ''
  await post(learner.request, '/api/learn/cn/record/tutorial', { id, type: 'tutorial', completed: true })
  // the teacher's page is open and was not loaded again
  await expect(row.getByText('完成')).toHaveCount(1)
  await expect(page.getByText('50%')).toBeVisible()
  await work.goto(`/campus/class/${classId}`)
  await expect(work.getByRole('list', { name: '我的作业' }).getByRole('listitem')).toHaveCount(2)
  expect((await work.request.get(`/api/campus/class/${classId}/progress`)).status()).toBe(403)
  await learner.close()

  // for others the class is not there
  const outsider = await browser.newContext({ baseURL })
  await signIn(outsider, newPhone())
  expect((await outsider.request.get(`/campus/class/${classId}`)).status()).toBe(404)
  await outsider.close()
})
