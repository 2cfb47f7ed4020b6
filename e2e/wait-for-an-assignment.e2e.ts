import { expect } from '@playwright/test'
import { signIn } from '../tools/visit.ts'
import { assign, enrol, openClass, openSchool, ownId, teacher } from './campus-acts.ts'
import { isAlive, post, test } from './person.ts'

const first = '校内实验：给实验室的灯做一次体检'
// everybody may read it, and its page is kept for members
const second = '第一款平台跳跃：瓦片地图与手感'

test('a lesson that waits for another one says so wherever the learner meets it, leads there, and opens when that is done', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const admin = await openSchool(browser, baseURL)
  const { context: learner, id: learnerId } = await enrol(browser, baseURL, admin)
  await signIn(context, teacher)
  const classId = await openClass(admin, `早班 ${Date.now().toString(36)}`, [learnerId, await ownId(context)])
  await admin.close()

  await page.goto(`/campus/class/${classId}`)
  await assign(page, '实验室', first)
  await page.goto(`/campus/class/${classId}`)
  const button = page.getByRole('button', { name: '布置', exact: true })
  await isAlive(button)
  await button.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: '教程、项目、课程或测验' }).fill('瓦片地图')
  await page.getByRole('option', { name: second }).click()
  await dialog.getByRole('group', { name: '先完成' }).getByRole('checkbox', { name: first }).check()
  await dialog.getByRole('button', { name: '布置', exact: true }).click()
  await expect(dialog).toBeHidden()

  const work = await learner.newPage()
  await work.goto('/')
  const due = work.getByRole('region', { name: '要交的作业' }).getByRole('listitem')
  const waiting = due.filter({ hasText: `学完${first}后解锁` })
  await expect(waiting).toHaveCount(1)
  await waiting.getByRole('link', { name: second }).click()
  const reason = work.getByRole('main').getByText(`学完${first}后解锁`)
  await expect(reason).toBeVisible()
  const address = work.url()
  const id = /ltu_\w+/.exec(address)?.[0] ?? ''
  // as it comes from the server, and not only as the router draws it
  await work.goto(address)
  await expect(reason).toBeVisible()
  await expect(work.getByRole('button', { name: '开始学习' })).toHaveCount(0)

  // the teacher opens it for this learner alone, and takes that back
  await page.goto(`/campus/class/${classId}?tab=assignments`)
  const open = page.getByRole('button', { name: `《${second}》：为个别人打开` })
  await isAlive(open)
  await open.click()
  await dialog.getByRole('combobox', { name: '学员' }).click()
  await page.getByRole('option').first().click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await work.goto(address)
  await expect(reason).toHaveCount(0)
  await expect(work.getByRole('button', { name: '开始学习' })).toBeVisible()
  await page.getByRole('button', { name: `让《${second}》对` }).click()
  await expect(page.getByRole('list', { name: `提前打开《${second}》的人` })).toHaveCount(0)
  await work.goto(address)
  await reason.getByRole('link', { name: first }).click()
  await expect(work.getByRole('heading', { level: 1, name: first })).toBeVisible()
  const firstId = /ltu_\w+/.exec(work.url())?.[0] ?? ''
  await post(learner.request, '/api/learn/cn/record/tutorial', { id: firstId, type: 'tutorial', completed: true })
  await work.goto(address)
  await expect(reason).toHaveCount(0)
  await post(learner.request, '/api/learn/cn/record', { id, type: 'tutorial' })

  // for who is in no such class it was open all along
  const visitor = await browser.newContext({ baseURL })
  const elsewhere = await visitor.newPage()
  await elsewhere.goto(address)
  await expect(elsewhere.getByText('后解锁')).toHaveCount(0)
  await visitor.close()
  await learner.close()
})
