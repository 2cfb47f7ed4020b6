import { expect, type Page } from '@playwright/test'
import { signIn } from '../tools/visit.ts'
import { enrol, openClass, openSchool, ownId, school, teacher } from './campus-acts.ts'
import { idOf, isAlive, post, test } from './person.ts'

// learners read step by step, as they do by themselves
test.use({ lessonView: 'steps' })

const lesson = '校内实验：给实验室的灯做一次体检'

const bar = (page: Page, name: string) => page.getByRole('region', { name: `${name}正在上课` })

// a page that is not connected yet, or not any more, hears where the class is with its next sign, after half a minute
const caughtUp = { timeout: 60_000 }

test('a teacher leads a class through a lesson: one learner follows, one reads alone and comes back, a hand is answered', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(150_000)
  const name = `直播班 ${Date.now().toString(36)}`
  const admin = await openSchool(browser, baseURL)
  const ada = await enrol(browser, baseURL, admin)
  const ben = await enrol(browser, baseURL, admin)
  await signIn(context, teacher)
  const classId = await openClass(admin, name, [ada.id, ben.id, await ownId(context)])

  // the teacher finds the lesson by its number; a class with nothing assigned has no list to choose from
  const lessonId = await idOf(context.request, 'tutorial', lesson)
  await page.goto(`/campus/class/${classId}`)
  await page.getByRole('link', { name: '授课' }).click()
  await expect(page.getByRole('heading', { name: `给${name}上课` })).toBeVisible()
  await page.getByLabel('教程', { exact: true }).fill(lessonId)
  await page.getByRole('button', { name: '开始授课' }).click()
  await expect(page.getByText('正在讲第1步')).toBeVisible()
  await expect(page.getByText('2人还没进来')).toBeVisible()

  // a learner comes from the class, the other one has the lesson open
  const first = await ada.context.newPage()
  await first.goto(`/campus/class/${classId}`)
  await first.getByRole('link', { name: '跟上老师' }).click()
  await expect(bar(first, name)).toBeVisible()
  const second = await ben.context.newPage()
  await second.goto(`/campus/tutorial/${lessonId}`)
  await expect(bar(second, name)).toBeVisible()
  const lanes = page.getByRole('region', { name: '大家在哪一步' }).locator('ol > li')
  await expect(lanes.nth(0)).toContainText('2人')

  await bar(second, name).getByRole('button', { name: '自己看' }).click()
  await isAlive(page.getByRole('button', { name: '一起到第2步' }))
  await page.getByRole('button', { name: '一起到第2步' }).click()
  await expect(page.getByText('正在讲第2步')).toBeVisible()
  await expect(bar(first, name)).toContainText('老师在第2步', caughtUp)
  await expect(lanes.nth(1)).toContainText('1人')
  await expect(bar(second, name)).toContainText('老师在第2步', caughtUp)
  await expect(lanes.nth(0)).toContainText('1人')
  // after a reload too they read by themselves, until they come back by one press
  await second.reload()
  await bar(second, name).getByRole('button', { name: '跟上老师' }).click()
  await expect(lanes.nth(1)).toContainText('2人')

  // the network of the one who follows is away while the class goes on: with it the page catches up
  await ada.context.setOffline(true)
  await page.getByRole('button', { name: '上一步' }).click()
  await expect(lanes.nth(0)).toContainText('1人')
  await ada.context.setOffline(false)
  await expect(bar(first, name)).toContainText('老师在第1步', caughtUp)
  await expect(lanes.nth(0)).toContainText('2人')

  await bar(first, name).getByRole('button', { name: '举手' }).click()
  const dialog = first.getByRole('dialog', { name: '举手' })
  await dialog.getByRole('textbox').fill('灯不亮')
  await dialog.getByRole('button', { name: '举手' }).click()
  const hands = page.getByRole('region', { name: /^举手/ })
  await expect(hands.getByRole('listitem')).toContainText('灯不亮')
  await expect(bar(second, name)).not.toContainText('灯不亮')
  await hands.getByRole('button', { name: /^回答/ }).click()
  await expect(bar(first, name)).toContainText('老师来回答你了')
  await hands.getByRole('button', { name: /^放下/ }).click()
  await expect(bar(first, name).getByRole('button', { name: '举手' })).toBeVisible()

  // who leaves the class is gone at once
  await post(admin.request, `${school}/class/${classId}/members`, { add: [], remove: [ben.id] })
  await expect(page.getByText('在线1人，共1人')).toBeVisible()
  await expect(bar(second, name)).toBeHidden({ timeout: 40_000 })

  await page.getByRole('button', { name: '结束授课' }).click()
  await expect(page).toHaveURL(`/campus/class/${classId}`)
  await expect(bar(first, name)).toBeHidden()
  for (const one of [admin, ada.context, ben.context]) await one.close()
})
