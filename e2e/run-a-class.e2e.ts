import { readFileSync } from 'node:fs'
import { type BrowserContext, expect } from '@playwright/test'
import { parse } from 'yaml'
import { ownAddress, signIn } from '../tools/visit.ts'
import { assign, school, schoolAdmin, teacher } from './campus-acts.ts'
import { idOf, newPhone, post, test } from './person.ts'

const course = '从零做出第一款小游戏'
const project = '一周做完一款平台跳跃'
const inProject = [
  '第一款平台跳跃：瓦片地图与手感',
  '镜头会说话：跟随、推拉与曲线路径',
  '角色状态机：别再写一屏的判断',
  '自适应界面：锚点、拉伸与安全区',
]
const inCourse = ['让敌人自己找路：导航网格基础', '听得见方向：空间音频三件事']
const quizzes = { 'C#脚本小测：每帧零分配': 'csharp-check', 寻路与决策小测: 'ai-check' }
const learners = 30
/** How many learn at one time. */
const atOnce = 6

interface Question {
  id: string
  options: { id: string; body: string }[]
}

/** The texts of the right options of a quiz of the demo. */
function rightOptions(name: string): Set<string> {
  const file = parse(readFileSync(new URL(`../content/quizzes/${name}.yaml`, import.meta.url), 'utf8')) as {
    questions: { options: { body: { zh: string }; correct: boolean }[] }[]
  }
  return new Set(
    file.questions.flatMap(({ options }) => options.flatMap(({ body, correct }) => (correct ? body.zh : []))),
  )
}

interface Learner {
  id: string
  context: BrowserContext
  /** A call that changes something; the token is asked for once, as it is by a page. */
  act(path: string, data: object): Promise<void>
}

async function learnerIn(context: BrowserContext): Promise<Learner> {
  const { user, csrfToken } = (await (await context.request.get('/api/session')).json()) as {
    user: { id: string }
    csrfToken: string
  }
  return {
    id: user.id,
    context,
    async act(path, data) {
      const answer = await context.request.post(`${path}?_csrf=${encodeURIComponent(csrfToken)}`, { data })
      expect(answer.status(), await answer.text()).toBe(200)
    },
  }
}

async function takeQuiz({ act, context: { request } }: Learner, id: string, right: Set<string>, parents: object) {
  const record = (body: object) => act('/api/learn/cn/record/quiz', { id, type: 'quiz', ...parents, ...body })
  await record({ completed: false })
  const { cnQuizData } = (await (await request.get(`/api/learn/cn/quiz/${id}/extends`)).json()) as {
    cnQuizData: { questions: Question[] }
  }
  const answers = cnQuizData.questions.map((question) => ({
    questionId: question.id,
    optionIds: question.options.filter(({ body }) => right.has(body)).map((option) => option.id),
  }))
  await record({ completed: true, answers })
}

test('a class from a name list to its certificates: a course and a quiz are assigned, thirty learn, the table follows, marks are released', async ({
  page,
  context,
  browser,
  baseURL,
  request,
}) => {
  test.setTimeout(180_000)
  const stamp = Date.now().toString(36)
  const name = `期末班 ${stamp}`
  const phones = Array.from({ length: learners }, newPhone)
  const table = ['姓名,手机号,班级', ...phones.map((phone, n) => `学员${n + 1},${phone},${name}`)].join('\n')

  const admin = await browser.newContext({ baseURL, extraHTTPHeaders: ownAddress() })
  await signIn(admin, schoolAdmin)
  const desk = await admin.newPage()
  await desk.goto('/campus/organisation/og_demo')
  await desk.getByRole('button', { name: '导入名单' }).click()
  const dialog = desk.getByRole('dialog', { name: '导入名单' })
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: '期末班.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await expect(dialog.getByText('这是试运行，还没有写入任何数据。')).toBeVisible()
  await dialog.getByRole('button', { name: `导入${learners}行` }).click()
  await expect(dialog.getByText(/^已导入/)).toBeVisible()
  await desk.keyboard.press('Escape')
  // the page asked for its data anew, and its links lead on as before
  await desk.getByRole('link', { name: /^班级/ }).click()
  await expect(desk).toHaveURL(/\/campus\/organisation\/og_demo\?tab=classes$/)
  await expect(desk.getByRole('main').getByText(name)).toBeVisible()

  // their phones are asked for a code, and each accepts
  const people: Learner[] = []
  const together = async <T>(all: readonly T[], work: (one: T, at: number) => Promise<void>) => {
    for (let at = 0; at < all.length; at += atOnce)
      await Promise.all(all.slice(at, at + atOnce).map((one, n) => work(one, at + n)))
  }
  await together(phones, async (phone, at) => {
    const person = await browser.newContext({ baseURL, extraHTTPHeaders: ownAddress() })
    await signIn(person, phone)
    const learner = await learnerIn(person)
    await learner.act(`${school}/invitation`, { accept: true })
    people[at] = learner
  })
  await signIn(context, teacher)
  const { user } = (await (await context.request.get('/api/session')).json()) as { user: { id: string } }
  const { classes } = (await (await admin.request.get(`${school}/class/list`)).json()) as {
    classes: { id: string; name: string }[]
  }
  const classId = classes.find((one) => one.name === name)?.id ?? ''
  await post(admin.request, `${school}/class/${classId}/members`, { add: [user.id], remove: [] })

  await page.goto(`/campus/class/${classId}`)
  await expect(page.getByText(`共${learners}人`)).toBeVisible()
  await assign(page, course, course)
  await assign(page, '寻路与决策', '寻路与决策小测')
  await expect(page.getByText(`${learners}人中0人完成`)).toHaveCount(2)
  // by the name of the list, not by that of the account
  await expect(page.getByRole('rowheader', { name: '学员1', exact: false }).first()).toContainText(/学员1$/)

  const id = async (type: string, title: string) => await idOf(request, type, title)
  const [courseId, projectId] = [await id('course', course), await id('project', project)]
  const lessons = await Promise.all(
    [...inProject, ...inCourse].map(async (title) => ({ id: await id('tutorial', title), title })),
  )
  const tests = await Promise.all(
    Object.entries(quizzes).map(async ([title, file]) => ({ id: await id('quiz', title), right: rightOptions(file) })),
  )
  // one of them only begins
  await together(people, async (learner, at) => {
    await learner.act('/api/learn/cn/record', { id: courseId, type: 'course' })
    if (at === learners - 1) return
    for (const lesson of lessons) {
      const parents = inProject.includes(lesson.title) ? { projectId, courseId } : { courseId }
      const done = { id: lesson.id, type: 'tutorial', completed: true, ...parents }
      await learner.act('/api/learn/cn/record/tutorial', done)
    }
    for (const { id: quiz, right } of tests) await takeQuiz(learner, quiz, right, { courseId })
  })
  // the page was not loaded again
  await expect(page.getByText(`${learners}人中${learners - 1}人完成`)).toHaveCount(2)

  const { rows } = (await (await context.request.get(`/api/campus/class/${classId}/progress`)).json()) as {
    rows: { userId: string; name: string }[]
  }
  const [marked] = rows
  const first = people.find(({ id: learnerId }) => learnerId === marked?.userId)
  if (!marked || !first) throw new Error('There are no learners')
  await page.getByRole('button', { name: `给${marked.name}评《${course}》` }).click()
  const mark = page.getByRole('dialog')
  await mark.getByRole('textbox', { name: '分数' }).fill('95')
  await mark.getByRole('button', { name: '保存' }).click()
  await expect(mark).toBeHidden()
  const ownMark = async () => {
    const read = (await (await first.context.request.get(`/api/campus/class/${classId}`)).json()) as {
      own: { mark: { points: number } | null }[]
    }
    return read.own.map((cell) => cell.mark?.points ?? null)
  }
  expect(await ownMark()).toEqual([null, null])
  await page.getByRole('link', { name: /^作业/ }).click()
  await page.getByRole('button', { name: `发布成绩：《${course}》` }).click()
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect((await ownMark()).filter((points) => points !== null)).toEqual([95])

  // each who finished has a certificate of the course; its badge stands the check that anybody may make
  await together(people, async ({ context: { request: own } }, at) => {
    const mine = async () =>
      ((await (await own.get('/api/learn/cn/certificate/mine')).json()) as { results: { number: string }[] }).results
    if (at === learners - 1) {
      expect(await mine()).toEqual([])
      return
    }
    await expect.poll(async () => (await mine()).length).toBe(1)
    const [certificate] = await mine()
    const badge = await own.get(`/badges/credentials/${certificate?.number}?file=json`)
    expect(badge.status()).toBe(200)
    const check = await own.post('/api/learn/cn/badge/check', { data: { file: await badge.text() } })
    const checked = (await check.json()) as { verdict: string }
    expect(checked.verdict).toBe('valid')
  })
  for (const one of [admin, ...people.map(({ context: own }) => own)]) await one.close()
})
