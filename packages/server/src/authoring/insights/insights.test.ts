import { getInsights } from '@lantern/contract/authoring/insights.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { writeCsv } from '#kit/write-csv.ts'
import { buildCourse, buildTutorial, recordOf } from '#testing/builders.ts'
import { buildQuizWithQuestions } from '#testing/quiz-builder.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
const author = await site.user({ groups: ['learn_creator_zh'] })
const owned = { ownerId: author.id, authorId: author.id }

async function people(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push((await site.learner()).id)
  return ids
}

interface RecordOptions {
  type?: string
  ticked?: string[]
  at?: string
  completed?: boolean
  startedAt?: string
  completedAt?: string
}

async function record(userId: string, itemId: string, options: RecordOptions = {}): Promise<void> {
  const { type = 'tutorial', ticked = [], at = null, completed = false } = options
  const startedAt = options.startedAt ?? '2026-02-25T02:00:00Z'
  const steps = Object.fromEntries(ticked.map((id) => [id, { completed: true, updatedTime: 1 }]))
  await site.db
    .insertInto('records')
    .values({
      user_id: userId,
      ...recordOf(itemId),
      type,
      steps: JSON.stringify(steps),
      last_section_id: at,
      completed,
      completed_time: completed ? (options.completedAt ?? startedAt) : null,
      started_at: startedAt,
      updated_time: startedAt,
      last_viewed_time: startedAt,
    })
    .execute()
}

async function read(id: string) {
  const { status, result } = await author.call(getInsights, { params: { id } })
  expect(status).toBe(200)
  return result
}

test('the funnel says how many reached, completed and stopped at each step', async () => {
  const tutorial = await buildTutorial(site.db, { ...owned, steps: 3 })
  const [one = '', two = '', three = ''] = tutorial.steps.map(({ id }) => id)
  const learners = await people(20)
  // 7 did nothing, 6 ticked the first and look at the second, 7 are through
  for (const [n, id] of learners.entries()) {
    if (n < 7) await record(id, tutorial.id)
    else if (n < 13) await record(id, tutorial.id, { ticked: [one], at: two })
    else await record(id, tutorial.id, { ticked: [one, two, three], completed: true })
  }
  const { started, finished, counted, funnel } = await read(tutorial.id)
  expect({ started, finished, counted }).toEqual({ started: 20, finished: 7, counted: 20 })
  expect(funnel.map(({ reached, finished: done, stopped }) => [reached, done, stopped])).toEqual([
    [20, 13, 7],
    [13, 7, 6],
    [7, 7, 0],
  ])
})

test('the funnel of a course goes by what it is made of', async () => {
  const parts = [await buildTutorial(site.db, { steps: 1 }), await buildTutorial(site.db, { steps: 1 })]
  const [first = '', second = ''] = parts.map(({ id }) => id)
  const course = await buildCourse(site.db, { ...owned, contents: [first, second] })
  for (const [n, id] of (await people(12)).entries()) {
    await record(id, course.id, { type: 'course' })
    await record(id, first, { completed: n >= 5 })
    if (n >= 6) await record(id, second)
  }
  const { funnel } = await read(course.id)
  expect(funnel.map(({ title, reached, finished, stopped }) => [title, reached, finished, stopped])).toEqual([
    [parts[0]?.title, 12, 7, 6],
    [parts[1]?.title, 6, 0, 6],
  ])
})

test('nothing is told of fewer than five learners, and no count from one to four', async () => {
  const tutorial = await buildTutorial(site.db, { ...owned, steps: 2 })
  const [one = '', two = ''] = tutorial.steps.map(({ id }) => id)
  const learners = await people(9)
  for (const id of learners.slice(0, 4)) await record(id, tutorial.id, { ticked: [one] })
  expect(await read(tutorial.id)).toMatchObject({ started: 4, finished: null, funnel: [], time: null, weeks: [] })
  for (const id of learners.slice(4, 6)) await record(id, tutorial.id, { ticked: [one, two], completed: true })
  for (const id of learners.slice(6)) await record(id, tutorial.id)
  const { finished, funnel } = await read(tutorial.id)
  expect(finished).toBeNull()
  expect(funnel.map(({ reached, finished: done, stopped }) => [reached, done, stopped])).toEqual([
    [9, 6, 7],
    [null, null, 0],
  ])
})

test('time, ratings and weeks are counted by item and say so where there is nothing yet', async () => {
  const tutorial = await buildTutorial(site.db, { ...owned, steps: 1 })
  const step = tutorial.steps[0]?.id ?? ''
  const learners = await people(10)
  for (const [n, id] of learners.entries()) {
    // Monday 00:30 in Beijing is still Sunday in UTC
    const startedAt = n < 5 ? '2026-02-22T16:30:00Z' : '2026-02-22T15:30:00Z'
    await record(id, tutorial.id, { startedAt, completed: n >= 5, completedAt: '2026-03-02T01:00:00Z' })
  }
  const before = await read(tutorial.id)
  expect([before.time, before.ratings]).toEqual([null, null])
  const at = new Date('2026-03-01T00:00:00Z')
  for (const [n, id] of learners.entries()) {
    await site.db
      .insertInto('ratings')
      .values({ user_id: id, item_id: tutorial.id, rating: n < 5 ? 10 : 6, rated_at: at })
      .execute()
    // 2, 4, … 20 minutes
    const row = { user_id: id, item_id: tutorial.id, section_id: step, seconds: (n + 1) * 120, updated_at: at }
    await site.db.insertInto('time_spent').values(row).execute()
  }
  const { time, ratings, weeks } = await read(tutorial.id)
  expect(ratings).toEqual({ count: 10, average: 8, spread: [0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 5] })
  expect(time?.medianSeconds).toBe(660)
  // two under 5 minutes are too few, and so the next smallest is hidden with them
  expect(time?.spread.map(({ under, learners: n }) => [under, n])).toEqual([
    [5, null],
    [15, 5],
    [30, null],
    [60, 0],
    [120, 0],
    [null, 0],
  ])
  expect(weeks).toHaveLength(26)
  expect(weeks.slice(-3)).toEqual([
    { monday: '2026-02-16', started: 5, finished: 0 },
    { monday: '2026-02-23', started: 5, finished: 0 },
    { monday: '2026-03-02', started: 0, finished: 5 },
  ])
})

test("a quiz shows each question's share, discrimination and options as computed by hand", async () => {
  const quiz = await buildQuizWithQuestions(site.db, { ...owned, questions: 2, passNumber: 2 })
  const [first, second] = quiz.questions
  if (!first || !second) throw new Error('no questions')
  const wrong = (index: number) => quiz.wrong(index)
  // right in both, in the first alone, in none; and two who took the second attempt, which does not count
  const groups = [
    { count: 6, answers: [quiz.right(0), quiz.right(1)], correct: 2 },
    { count: 5, answers: [quiz.right(0), wrong(1)], correct: 1 },
    { count: 5, answers: [wrong(0), []], correct: 0 },
  ]
  for (const { count, answers, correct } of groups) {
    for (const id of await people(count)) {
      await record(id, quiz.id, { type: 'quiz' })
      const given = { [first.id]: [1, 1, answers[0]], [second.id]: [1, 1, answers[1]] }
      await site.db
        .insertInto('quiz_attempts')
        .values(
          [1, 2].map((number) => ({
            user_id: id,
            item_id: quiz.id,
            number,
            revision: 1,
            pass_number: 2,
            question_count: 2,
            started_at: new Date(),
            submitted_at: new Date(),
            frozen_until: new Date(),
            answers: JSON.stringify(number === 1 ? given : {}),
            correct_count: number === 1 ? correct : 2,
            passed: number !== 1 || correct === 2,
          })),
        )
        .execute()
    }
  }
  const { quiz: insight, finished } = await read(quiz.id)
  expect(finished).toBe(16)
  expect(insight).toMatchObject({ learners: 16, counted: 16, passed: 6 })
  // (6 × 1 + 5 × 0.5) / 16
  expect(insight?.averageShare).toBe(0.531)
  expect(insight?.scores).toEqual([5, 0, 0, 0, 0, 5, 0, 0, 0, 6])
  const [one, two] = insight?.questions ?? []
  expect([one?.shareRight, two?.shareRight]).toEqual([0.688, 0.375])
  // both ways the same pair of columns: phi of the table [6 5; 0 5] = (6×5 − 5×0) / √(11×5×6×10)
  expect([one?.discrimination, two?.discrimination]).toEqual([0.522, 0.522])
  expect(one?.options.map(({ correct, chosen }) => [correct, chosen])).toEqual([
    [true, 11],
    [false, 5],
    [false, 0],
    [false, 0],
  ])
  expect(two?.empty).toBe(5)
})

test('only those who may edit an item see its learners', async () => {
  const tutorial = await buildTutorial(site.db, owned)
  const learner = await site.learner()
  const other = await site.user({ groups: ['learn_creator'] })
  const editor = await site.user({ groups: ['learn_editor_zh'] })
  const status = async (person: typeof learner) =>
    (await person.call(getInsights, { params: { id: tutorial.id } })).status
  expect(await status(learner)).toBe(403)
  expect(await status(other)).toBe(403)
  expect(await status(editor)).toBe(200)
  expect((await author.call(getInsights, { params: { id: 'ltu_none' } })).status).toBe(404)
  const file = await other.inject({ method: 'GET', url: `/api/learn/creator/insights/${tutorial.id}/weeks.csv` })
  expect(file.statusCode).toBe(403)
})

test('a table comes as a file that a spreadsheet opens rightly', async () => {
  const tutorial = await buildTutorial(site.db, { ...owned, steps: [{ title: '=HYPERLINK("x"), 第一步' }] })
  for (const id of await people(5)) await record(id, tutorial.id)
  const url = `/api/learn/creator/insights/${tutorial.id}/funnel.csv`
  const { statusCode, headers, body } = await author.inject({
    method: 'GET',
    url,
    headers: { 'accept-language': 'zh-CN' },
  })
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toBe(`attachment; filename="${tutorial.id}-funnel.csv"`)
  expect(body).toBe('\uFEFF序号,步骤,走到,学完,停在这里\r\n1,"\'=HYPERLINK(""x""), 第一步",5,0,5\r\n')
  expect((await author.inject({ method: 'GET', url: url.replace('funnel', 'names') })).statusCode).toBe(404)
})

test('a cell is quoted where it must be and no formula where it is text', () => {
  expect(writeCsv([['a,b', 'say "hi"', 'two\nlines', -1, null, '-1', '@x', ' =1', '正文']])).toBe(
    '\uFEFF"a,b","say ""hi""","two\nlines",-1,,\'-1,\'@x,\' =1,正文\r\n',
  )
})

test('the figures of one item are found without reading those of all others', async () => {
  const items: string[] = []
  for (let n = 0; n < 40; n++) items.push((await buildTutorial(site.db, { steps: 1 })).id)
  const some = sql`generate_series(1, 4000) as n`
  await sql`insert into users (id, name, slug, created_at)
    select 'u_many' || n, 'many', 'u_many' || n, now() from ${some}`.execute(site.db)
  await sql`insert into records (user_id, work_id, item_id, last_item_id, type, started_at, updated_time, last_viewed_time)
    select 'u_many' || n, id, id, id, 'tutorial', now(), now(), now()
    from ${some} cross join lateral (select (${items}::text[])[1 + n % 40] as id) item`.execute(site.db)
  await sql`insert into ratings (user_id, item_id, rating, rated_at)
    select 'u_many' || n, (${items}::text[])[1 + n % 40], 5, now() from ${some}`.execute(site.db)
  await sql`analyze records, ratings`.execute(site.db)
  const planOf = async (query: ReturnType<typeof sql>) => {
    const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(site.db)
    return rows.flatMap((row) => Object.values(row)).join('\n')
  }
  expect(await planOf(sql`select count(*) from records where item_id = ${items[0]}`)).toContain('records_by_item')
  expect(await planOf(sql`select rating, count(*) from ratings where item_id = ${items[0]} group by rating`)).toContain(
    'ratings_by_item',
  )
})
