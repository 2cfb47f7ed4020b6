import {
  assignItem,
  findAssignable,
  getClass,
  listDue,
  listProgress,
  setPersonDates,
  withdrawAssignment,
} from '@lantern/contract/campus/assignments.ts'
import { toggleTutorial } from '@lantern/contract/learning/records.ts'
import { saveCalendarFeed } from '@lantern/contract/live/calendar.ts'
import { saveQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { buildQuizWithQuestions } from '#testing/quiz-builder.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
// ten o'clock at the organisation
site.clock.set('2026-03-02T02:00:00Z')
const organisation = await buildOrganisation(site.db)
const stranger = await site.user()

const school = (id: string) => buildClass(site, { id, organisation })

/** So many days from now at this hour, by the organisation's clock. */
const clock = (days: number, hour = '22:00') =>
  `${new Date(site.clock.now().getTime() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)}T${hour}`
const assign = (person: Person, classId: string, item: string, opensAt = clock(0, '09:00'), dueAt = clock(7)) =>
  person.call(assignItem, { params: { classId }, body: { item, opensAt, dueAt } })
const page = (person: Person, classId: string) => person.call(getClass, { params: { classId } })
const progress = (person: Person, classId: string, query = {}) =>
  person.call(listProgress, { params: { classId }, query })
const faultOf = async (answer: ReturnType<typeof assign>) => {
  const { status, result } = await answer
  return [status, result.details?.[0]?.field]
}

test('a teacher assigns a tutorial and a quiz, learners do them, and the table follows', async () => {
  const { classId, admin, teacher, learners } = await school('kl_follows')
  const [ada, ben] = learners
  const lesson = await buildTutorial(site.db, { organisation })
  const quiz = await buildQuizWithQuestions(site.db, { organisation })
  expect((await assign(teacher, classId, lesson.id)).status).toBe(200)
  const address = `https://site.test/campus/quiz/${quiz.slug}?x=1`
  expect((await assign(teacher, classId, address, clock(0, '09:00'), clock(2))).status).toBe(200)
  // the same again gives it other dates
  await assign(admin, classId, lesson.id, clock(0, '09:00'), clock(3))

  await ada.call(toggleTutorial, { body: { id: lesson.id, type: 'tutorial', completed: true } })
  const answers = quiz.questions.map(({ id }, at) => ({ questionId: id, optionIds: quiz.right(at) }))
  await ada.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed: true, answers } })
  const due = async (person: Person) => (await person.call(listDue)).result.results
  expect(await due(ada)).toEqual([])
  expect((await due(ben)).map(({ itemId, dueAt, late }) => [itemId, dueAt, late])).toEqual([
    [quiz.id, '2026-03-04T14:00:00.000Z', false],
    [lesson.id, '2026-03-05T14:00:00.000Z', false],
  ])
  site.clock.advance({ days: 4 })
  await ben.call(toggleTutorial, { body: { id: lesson.id, type: 'tutorial', completed: true } })
  expect((await due(ben)).map(({ itemId, late }) => [itemId, late])).toEqual([[quiz.id, true]])

  const { isTeacher, timeZone, assignments, own, learners: people } = (await page(teacher, classId)).result
  expect([isTeacher, timeZone, own, people]).toEqual([true, 'Asia/Shanghai', null, 2])
  expect(assignments.map(({ itemId, counts }) => [itemId, counts])).toEqual([
    [quiz.id, { learners: 2, done: 1, begun: 0, late: 1, marked: 0 }],
    [lesson.id, { learners: 2, done: 2, begun: 0, late: 1, marked: 0 }],
  ])
  const done = { begun: true, done: true, percent: 100 }
  expect((await progress(teacher, classId)).result).toEqual({
    total: 2,
    next: null,
    rows: [
      {
        userId: ada.id,
        name: 'Ada',
        number: '',
        cells: [
          { ...done, score: { correct: 3, questions: 3 }, toolMark: null, waiting: false, late: false, mark: null },
          { ...done, score: null, toolMark: null, waiting: false, late: false, mark: null },
        ],
      },
      {
        userId: ben.id,
        name: 'Ben',
        number: '',
        cells: [
          {
            begun: false,
            done: false,
            percent: 0,
            score: null,
            toolMark: null,
            waiting: false,
            late: true,
            mark: null,
          },
          { ...done, score: null, toolMark: null, waiting: false, late: true, mark: null },
        ],
      },
    ],
  })
  expect((await progress(teacher, classId, { q: 'be' })).result.rows.map(({ name }) => name)).toEqual(['Ben'])
  // a member sees their own
  const mine = (await page(ben, classId)).result
  expect([mine.isTeacher, mine.own?.map(({ done, late }) => [done, late])]).toEqual([
    false,
    [
      [false, true],
      [true, true],
    ],
  ])
  const csv = await teacher.inject({ method: 'GET', url: `/api/campus/class/${classId}/assignments.csv` })
  expect([csv.body.charAt(0), csv.body.split('\r\n').slice(1, 3)]).toEqual([
    '\uFEFF',
    ['Ada,100,3,3,,,,100,,,,,', 'Ben,0,,,逾期,,,100,,,逾期,,'],
  ])
  const xlsx = await teacher.inject({ method: 'GET', url: `/api/campus/class/${classId}/assignments.xlsx` })
  const files = unzipSync(xlsx.rawPayload)
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  // points are a number, so that a spreadsheet can add them up
  expect(sheet).toMatch(/<c r="C2"[^>]*><v>3<\/v><\/c>/)
  expect(
    Object.values(files)
      .map((file) => strFromU8(file))
      .join(),
  ).toContain('Ada')

  const [quizAssignment] = assignments
  const params = { classId, assignmentId: quizAssignment?.id ?? '' }
  for (const _ of [1, 2]) expect((await teacher.call(withdrawAssignment, { params })).status).toBe(200)
  expect((await page(ada, classId)).result.assignments.map(({ itemId }) => itemId)).toEqual([lesson.id])
})

test('only teachers of the class and admins assign and see everybody; outside it the class does not exist', async () => {
  const { classId, admin, teacher, colleague, learners, outside } = await school('kl_rights')
  const [ada] = learners
  const lesson = await buildTutorial(site.db, { organisation })
  await assign(teacher, classId, lesson.id)
  const [assignment] = (await page(teacher, classId)).result.assignments
  const params = { classId, assignmentId: assignment?.id ?? '' }
  const acts = async (person: Person) => [
    (await page(person, classId)).status,
    (await progress(person, classId)).status,
    (await assign(person, classId, lesson.id)).status,
    (await person.call(findAssignable, { params: { classId }, query: {} })).status,
    (await person.call(setPersonDates, { params, body: { userId: ada.id, dates: null } })).status,
    (await person.inject({ method: 'GET', url: `/api/campus/class/${classId}/assignments.csv` })).statusCode,
    (await person.inject({ method: 'GET', url: `/api/campus/class/${classId}/assignments.xlsx` })).statusCode,
  ]
  for (const person of [admin, teacher]) expect(await acts(person)).toEqual([200, 200, 200, 200, 200, 200, 200])
  expect(await acts(ada)).toEqual([200, 403, 403, 403, 403, 403, 403])
  expect((await ada.call(withdrawAssignment, { params })).status).toBe(403)
  for (const person of [colleague, outside, stranger]) {
    expect(await acts(person)).toEqual([404, 404, 404, 404, 404, 404, 404])
    expect((await person.call(withdrawAssignment, { params })).status).toBe(404)
  }
  expect(await acts(site.guest() as Person)).toEqual([401, 401, 401, 401, 401, 401, 401])
  // a teacher who left is outside
  const leave = (ended_at: Date | null) =>
    site.db.updateTable('memberships').set({ ended_at }).where('user_id', '=', teacher.id).execute()
  await leave(site.clock.now())
  expect(await acts(teacher)).toEqual([404, 404, 404, 404, 404, 404, 404])
  await leave(null)
})

test('dates and items that cannot be are refused by their field', async () => {
  const { classId, teacher } = await school('kl_faults')
  const lesson = await buildTutorial(site.db, { organisation })
  const dated = (opensAt: string, dueAt: string) => faultOf(assign(teacher, classId, lesson.id, opensAt, dueAt))
  expect(await dated(clock(-3), clock(-1))).toEqual([400, 'dueAt'])
  expect(await dated(clock(3), clock(2))).toEqual([400, 'dueAt'])
  expect(await dated(clock(0), '')).toEqual([400, 'dueAt'])
  expect(await dated('2026-02-30T09:00', clock(2))).toEqual([400, 'opensAt'])
  // a time with another zone is not read as one of the organisation's clock
  expect(await dated('2026-03-02T09:00-05:00', clock(2))).toEqual([400, 'opensAt'])
  const other = await buildOrganisation(site.db, 'og_other')
  await school('kl_beside')
  const forOthers = await buildTutorial(site.db, { organisation, audience: { classId: 'kl_beside' } })
  const ofOthers = await buildTutorial(site.db, { organisation: other })
  const withdrawn = await buildTutorial(site.db, { organisation, status: 'draft' })
  for (const item of ['ltu_nothing', '/campus/tutorial/%E0%A4%A', withdrawn.id, forOthers.id, ofOthers.id]) {
    expect([item, ...(await faultOf(assign(teacher, classId, item)))]).toEqual([item, 400, 'item'])
  }
  const found = await teacher.call(findAssignable, { params: { classId }, query: { q: lesson.title } })
  const ids = found.result.results.map(({ id }) => id)
  expect(ids).toContain(lesson.id)
  for (const { id } of [forOthers, ofOthers, withdrawn]) expect(ids).not.toContain(id)
})

test('times are those of the organisation’s clock, over summer time too', async () => {
  const abroad = await buildOrganisation(site.db, 'og_abroad')
  await site.db.updateTable('organisations').set({ time_zone: 'Europe/Berlin' }).where('id', '=', abroad).execute()
  const { classId, teacher } = await buildClass(site, { id: 'kl_abroad', organisation: abroad })
  const lesson = await buildTutorial(site.db, { organisation: abroad })
  // clocks go forward on 29 March
  await assign(teacher, classId, lesson.id, '2026-03-28T12:00', '2026-03-29T12:00')
  const { timeZone, assignments } = (await page(teacher, classId)).result
  expect([timeZone, assignments.map(({ opensAt, dueAt }) => [opensAt, dueAt])]).toEqual([
    'Europe/Berlin',
    [['2026-03-28T11:00:00.000Z', '2026-03-29T10:00:00.000Z']],
  ])
})

test('what is not open yet is the teacher’s alone, and what is withdrawn from its readers is named to nobody', async () => {
  const { classId, teacher, learners } = await school('kl_later')
  const [ada] = learners
  const later = await buildTutorial(site.db, { organisation })
  await assign(teacher, classId, later.id, clock(1), clock(9))
  const idsFor = async (person: Person) => (await page(person, classId)).result.assignments.map(({ itemId }) => itemId)
  expect([await idsFor(teacher), await idsFor(ada)]).toEqual([[later.id], []])
  site.clock.advance({ days: 2 })
  expect(await idsFor(ada)).toEqual([later.id])
  await site.db.updateTable('items').set({ hidden: true }).where('id', '=', later.id).execute()
  expect(await idsFor(ada)).toEqual([])
  expect((await ada.call(listDue)).result.results).toEqual([])
})

test('one learner has other dates, and only a learner of the class can have some', async () => {
  const { classId, teacher, learners, outside } = await school('kl_own')
  const [ada, ben] = learners
  const lesson = await buildTutorial(site.db, { organisation })
  const { id } = (await assign(teacher, classId, lesson.id, clock(0, '09:00'), clock(1))).result
  const give = (userId: string, dates: { opensAt: string; dueAt: string } | null) =>
    teacher.call(setPersonDates, { params: { classId, assignmentId: id }, body: { userId, dates } })
  const dates = { opensAt: clock(0, '09:00'), dueAt: clock(5) }
  for (const _ of [1, 2]) expect((await give(ada.id, dates)).status).toBe(200)
  for (const person of [outside, teacher]) {
    const refused = await give(person.id, dates)
    expect([refused.status, refused.result.details?.[0]?.field]).toEqual([400, 'userId'])
  }
  expect((await give(ada.id, { ...dates, dueAt: clock(-1) })).result.details?.[0]?.field).toBe('dueAt')
  expect((await page(teacher, classId)).result.assignments[0]?.personDates.map(({ name }) => name)).toEqual(['Ada'])
  site.clock.advance({ days: 2 })
  const late = (await progress(teacher, classId)).result.rows.map(({ name, cells }) => [name, cells[0]?.late])
  expect(late).toEqual([
    ['Ada', false],
    ['Ben', true],
  ])
  const [own] = (await page(ada, classId)).result.assignments
  const [others] = (await page(ben, classId)).result.assignments
  expect([own?.dueAt === others?.dueAt, own?.personDates]).toEqual([false, []])
  await give(ada.id, null)
  expect((await page(ada, classId)).result.assignments[0]?.dueAt).toBe(others?.dueAt)
})

test('a class of hundreds comes in pages that miss nobody, also where two have one name', async () => {
  const { classId, teacher } = await school('kl_many')
  await sql`
    with people as (
      insert into users (id, name, slug, created_at)
      select 'u_many' || lpad(n::text, 3, '0'), 'Name ' || lpad((n / 2)::text, 3, '0'), 'u_many' || n, now()
      from generate_series(1, 230) n returning id
    ), members as (
      insert into memberships (organisation_id, user_id, role, began_at)
      select ${organisation}, id, 'learner', now() from people returning user_id
    ) insert into class_members (class_id, organisation_id, user_id)
      select ${classId}, ${organisation}, user_id from members`.execute(site.db)
  const seen: string[] = []
  let after: string | undefined
  let pages = 0
  do {
    const { rows, total, next } = (await progress(teacher, classId, after ? { after } : {})).result
    expect(total).toBe(232)
    seen.push(...rows.map(({ userId }) => userId))
    after = next ?? undefined
    pages++
  } while (after)
  expect([pages, new Set(seen).size, seen.length]).toEqual([3, 232, 232])
  const asked = JSON.stringify(['u_many007', stranger.id])
  expect((await progress(teacher, classId, { ids: asked })).result.rows.map(({ userId }) => userId)).toEqual([
    'u_many007',
  ])
})

test('the table of a class is in the order of its names, and goes on in it', async () => {
  const { classId, teacher, learners } = await school('kl_in_order')
  const [zhang, an] = learners
  await site.db.updateTable('users').set({ name: '张一' }).where('id', '=', zhang.id).execute()
  await site.db.updateTable('users').set({ name: '安然' }).where('id', '=', an.id).execute()
  const namesAfter = async (query = {}) => (await progress(teacher, classId, query)).result.rows.map(({ name }) => name)
  expect(await namesAfter()).toEqual(['安然', '张一'])
  expect([await namesAfter({ after: an.id }), await namesAfter({ after: zhang.id })]).toEqual([['张一'], []])
})

test('a class of nobody has no rows, and assigning to it works', async () => {
  await site.db
    .insertInto('classes')
    .values({ id: 'kl_empty', name: 'kl_empty', organisation_id: organisation })
    .execute()
  const admin = await site.user({ member: 'admin' })
  const lesson = await buildTutorial(site.db, { organisation })
  expect((await assign(admin, 'kl_empty', lesson.id)).status).toBe(200)
  expect((await progress(admin, 'kl_empty')).result).toEqual({ rows: [], total: 0, next: null })
})

test('a class has at most 200 assignments, and those it has can still be changed', async () => {
  const { classId, teacher } = await school('kl_full')
  const lesson = await buildTutorial(site.db, { organisation })
  await assign(teacher, classId, lesson.id)
  await sql`
    with copies as (
      insert into items (id, translation_group, slug, type, title, language, owner_id, author_id, status)
      select 'ltu_full' || n, 'ltu_full' || n, 'full-' || n, 'tutorial', 'Full', 'zh', owner_id, author_id, 'draft'
      from items, generate_series(1, 199) n where id = ${lesson.id} returning id
    ) insert into assignments (id, class_id, item_id, opens_at, due_at, assigned_at)
      select 'as_' || id, ${classId}, id, now(), now() + interval '1 day', now() from copies`.execute(site.db)
  const more = await buildTutorial(site.db, { organisation })
  expect(await faultOf(assign(teacher, classId, more.id))).toEqual([400, 'item'])
  expect((await assign(teacher, classId, lesson.id)).status).toBe(200)
})

test('the personal calendar has the due dates of the classes, one with their own, and none that is not open for learners', async () => {
  const { classId, teacher, learners } = await school('kl_calendar')
  const [ada, ben] = learners
  const [open, later] = [await buildTutorial(site.db, { organisation }), await buildTutorial(site.db, { organisation })]
  const { id } = (await assign(teacher, classId, open.id)).result
  await assign(teacher, classId, later.id, clock(2, '09:00'), clock(9))
  const dates = { userId: ada.id, opensAt: clock(0, '09:00'), dueAt: clock(8) }
  const { userId, ...own } = dates
  await teacher.call(setPersonDates, { params: { classId, assignmentId: id }, body: { userId, dates: own } })
  const events = async (person: Person) => {
    const { url } = (await person.call(saveCalendarFeed, { body: { on: true } })).result
    const { body } = await site.guest().inject({ method: 'GET', url: new URL(url ?? '').pathname })
    return body.match(/DTSTART[^\r]*/g)?.filter((line) => line.includes('TZID'))
  }
  const at = (days: number) => `DTSTART;TZID=Asia/Shanghai:${clock(days).replaceAll(/[-:]/g, '')}00`
  expect(await events(ada)).toEqual([at(8)])
  expect(await events(ben)).toEqual([at(7)])
  expect((await events(teacher))?.toSorted()).toEqual([at(7), at(9)])
})

test('what was due already gets other words without another due date; a due date that is set lies ahead', async () => {
  const { classId, teacher, learners } = await school('kl_was_due')
  const [ada] = learners
  const { id: item } = await buildTutorial(site.db, { organisation })
  const dates = { opensAt: clock(0, '09:00'), dueAt: clock(1) }
  const yesterday = { opensAt: clock(-2), dueAt: clock(-1) }
  const give = (more: object) =>
    teacher.call(assignItem, { params: { classId }, body: { item, ...dates, ...more } }) as ReturnType<typeof assign>
  expect(await faultOf(give(yesterday))).toEqual([400, 'dueAt'])
  const { id: assignmentId } = (await give({})).result
  const giveAda = (own: typeof dates) =>
    teacher.call(setPersonDates, { params: { classId, assignmentId }, body: { userId: ada.id, dates: own } })
  expect((await giveAda(dates)).status).toBe(200)
  site.clock.advance({ days: 3 })
  expect((await give({ note: 'Bring the lamp', recipients: { groupIds: [], userIds: [ada.id] } })).status).toBe(200)
  const { note, dueAt } = (await page(teacher, classId)).result.assignments[0] ?? {}
  expect([note, dueAt]).toEqual(['Bring the lamp', new Date(`${dates.dueAt}+08:00`).toISOString()])
  expect((await giveAda({ ...dates, opensAt: clock(-3, '08:00') })).status).toBe(200)
  expect(await faultOf(give({ dueAt: clock(-1) }))).toEqual([400, 'dueAt'])
  expect((await giveAda({ ...dates, dueAt: clock(-1) })).status).toBe(400)
})

test('a change of an assignment that was taken back meanwhile does not give it anew', async () => {
  const { classId, admin, teacher } = await school('kl_taken_back')
  const { id: item } = await buildTutorial(site.db, { organisation })
  const { id: assignmentId } = (await assign(admin, classId, item)).result
  const change = () =>
    teacher.call(assignItem, {
      params: { classId },
      body: { assignmentId, item, opensAt: clock(0, '09:00'), dueAt: clock(9), note: 'Bring the lamp' },
    })
  expect((await change()).result).toEqual({ id: assignmentId })
  await admin.call(withdrawAssignment, { params: { classId, assignmentId } })
  expect(await faultOf(change())).toEqual([400, 'item'])
  expect((await page(teacher, classId)).result.assignments).toEqual([])
  // the item was assigned again meanwhile: a new assignment with another id
  await assign(admin, classId, item)
  expect(await faultOf(change())).toEqual([400, 'item'])
})

test('a class says how many of its assignments are left out since their content was taken back; shown again they are there', async () => {
  const { classId, teacher, learners } = await school('kl_unseen')
  const [ada] = learners
  const { id: item } = await buildTutorial(site.db, { organisation })
  await assign(teacher, classId, item)
  site.clock.advance({ hours: 1 })
  const shown = async (person: Person) => {
    const { assignments, unseen } = (await page(person, classId)).result
    return [assignments.length, unseen]
  }
  expect([await shown(teacher), await shown(ada)]).toEqual([
    [1, 0],
    [1, 0],
  ])
  const publish = (status: string) => site.db.updateTable('items').set({ status }).where('id', '=', item).execute()
  await publish('draft')
  expect([await shown(teacher), await shown(ada)]).toEqual([
    [0, 1],
    [0, 1],
  ])
  await publish('published')
  expect(await shown(ada)).toEqual([1, 0])
})
