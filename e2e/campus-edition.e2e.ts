import { expect, type Page } from '@playwright/test'
import { contentLink, editLink, itemIdLink } from '../packages/contract/src/links.ts'
import { signIn } from '../tools/visit.ts'
import { chooseCover, openTab, publish, write } from './authors.ts'
import { schoolAdmin, teacher } from './campus-acts.ts'
import { test } from './person.ts'

const stamp = Date.now().toString(36)

interface Known {
  id: string
  type: string
  slug: string
  language: string
  learnOptionType: 'campus' | 'other'
}

/** An item of the demo's organisation. */
async function known(page: Page, type: 'course' | 'tutorial' | 'quiz', slug: string): Promise<Known> {
  const answer = await page.request.get(`/api/learn/${type === 'quiz' ? 'cn/quiz' : type}/${slug}/extends`)
  const item = Object.values((await answer.json()) as Record<string, Known>).find((value) => value.slug === slug)
  if (!item) throw new Error(`The demo has no ${type} ${slug}`)
  return item
}

test('a course of the campus and what it holds are read under /campus, and each link within leads there [CAMP-001] [CAMP-002] [CAMP-006] [CAMP-007] [CAMP-008]', async ({
  page,
  context,
}) => {
  await signIn(context, schoolAdmin)
  const course = await known(page, 'course', 'school-graphics')
  const lab = await known(page, 'tutorial', 'school-render-lab')
  const quiz = await known(page, 'quiz', 'school-light-check')
  expect(course.learnOptionType).toBe('campus')

  // the address of the site's own edition leads to the campus's
  await page.goto('/course/school-graphics?tab=overview')
  await expect(page).toHaveURL('/campus/course/school-graphics?tab=overview')
  const main = page.getByRole('main')
  const lessonLink = main
    .locator(`a[href^="/campus/tutorial/school-render-lab?"][href*="courseId=${course.id}"]`)
    .first()
  await expect(lessonLink).toBeAttached()
  await expect(
    main.locator(`a[href^="/campus/quiz/school-light-check?"][href*="courseId=${course.id}"]`).first(),
  ).toBeAttached()
  // a lesson of the site stays the site's
  await expect(main.locator('a[href^="/tutorial/real-time-shadows"]').first()).toBeAttached()
  await page.goto((await lessonLink.getAttribute('href')) ?? '')
  await expect(page).toHaveURL(/\/campus\/tutorial\/school-render-lab/)
  await expect(page.locator('a[href^="/campus/course/school-graphics"]').first()).toBeAttached()

  for (const item of [course, lab, quiz]) {
    expect(itemIdLink(item)).toBe(`/campus/${item.type}/${item.id}`)
    await page.goto(itemIdLink(item))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto(contentLink(item))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  // what belongs to the site is not found under /campus
  expect((await page.request.get('/campus/tutorial/real-time-shadows')).status()).toBe(404)
  expect((await page.request.get('/campus/quiz/shadows-check')).status()).toBe(404)
})

test('a teacher writes a quiz through the routes and calls of the campus, and a member takes it there [CAMP-003] [CAMP-004] [CAMP-005] [CAMP-009] [CAMP-014] [CAMP-016] [CAMP-017] [CAMP-018] [CAMP-019] [CAMP-020]', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(150_000)
  await signIn(context, teacher)
  const posted: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && pathname.includes('/quiz/')) posted.push(pathname)
  })
  const title = `随堂三问 ${stamp}`
  await page.goto('/campus/creator/dashboard')
  await page.getByRole('button', { name: '新建' }).click()
  await page.getByRole('menuitem', { name: '新建测验' }).click()
  await expect(page).toHaveURL('/campus/quiz/0/new')
  await page.getByRole('textbox', { name: '标题', exact: true }).fill(title)
  await write(page, '简介', '只给学院的同学。')
  await chooseCover(page)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page).toHaveURL(/\/campus\/quiz\/lqz_\w+\/edit/)
  const id = /lqz_\w+/.exec(page.url())?.[0] ?? ''

  await openTab(page, /^题目/)
  for (const at of [1, 2, 3]) {
    await page.getByRole('navigation', { name: '题目' }).getByRole('button', { name: '添加题目' }).click()
    await expect(page.getByRole('heading', { name: `第${at}题` })).toBeFocused()
    await write(page, '题干', `第${at}问`)
    await write(page, '选项1', '对')
    await write(page, '选项2', '错')
    await page.getByRole('checkbox', { name: /正确答案\s*选项1/ }).check()
  }
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect.poll(() => posted).toContain(`/api/campus/quiz/${id}/questions`)
  await openTab(page, /^详情/)
  await page.getByRole('combobox', { name: '难度' }).selectOption({ label: '初级' })
  await page.getByRole('textbox', { name: '通过所需题数' }).fill('2')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect.poll(() => posted).toContain(`/api/campus/quiz/${id}/details`)
  const address = await publish(page)
  expect(address).toMatch(/^\/campus\/quiz\//)
  expect(posted).toEqual(expect.arrayContaining([`/api/campus/quiz/${id}/general`, `/api/campus/quiz/${id}/publish`]))
  expect(posted.filter((path) => path.startsWith('/api/learn/cn/quiz/'))).toEqual([])

  // its page has the way back into the campus's editor, whose links stay in the campus
  await page.goto(address)
  await page.locator(`a[href="${editLink({ type: 'quiz', id }, { campus: true })}"]`).click()
  await expect(page.getByRole('textbox', { name: '标题', exact: true })).toHaveValue(title)

  const member = await browser.newContext({ baseURL })
  await signIn(member, schoolAdmin)
  const work = await member.newPage()
  await work.goto(address)
  await work.getByRole('button', { name: '开始测验' }).click()
  const saved = work.waitForRequest((request) => new URL(request.url()).pathname === '/api/campus/record/quiz')
  await work.getByRole('radio', { name: '对', exact: true }).check()
  expect((await saved).postDataJSON()).toMatchObject({ id, type: 'quiz', completed: false })
  const read = await member.request.get(`/api/campus/quiz/${id}/extends`)
  expect([read.status(), await read.text()]).toEqual([200, expect.stringContaining(title)])
  await member.close()

  // for others neither the routes nor the calls are there
  const outsider = await browser.newContext({ baseURL })
  await signIn(outsider, '13800000002')
  for (const path of ['/campus/creator/dashboard', `/campus/quiz/${id}/edit`, '/campus/quiz/0/new', address]) {
    expect([path, (await outsider.request.get(path)).status()]).toEqual([path, 404])
  }
  await outsider.close()
})
