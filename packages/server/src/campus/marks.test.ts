import { assignItem, getClass, listProgress } from '@lantern/contract/campus/assignments.ts'
import { markLearner, releaseMarks } from '@lantern/contract/campus/marks.ts'
import { requestExport } from '@lantern/contract/identity/account-safety.ts'
import { listAudit } from '@lantern/contract/identity/organisation-audit.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
// ten o'clock at the organisation
site.clock.set('2026-03-02T02:00:00Z')
const organisation = await buildOrganisation(site.db)

async function assigned(id: string) {
  const built = await buildClass(site, { id, organisation })
  const lesson = await buildTutorial(site.db, { organisation, title: '第一盏灯' })
  const { result } = await built.teacher.call(assignItem, {
    params: { classId: id },
    body: { item: lesson.id, opensAt: '2026-03-01T08:00', dueAt: '2026-04-01T08:00' },
  })
  const params = { classId: id, assignmentId: result.id }
  const mark = (person: Person, userId: string, points: number | null, feedback = '') =>
    person.call(markLearner, { params, body: { userId, points, feedback } })
  const release = (person: Person, body: { at?: string | null } = {}) => person.call(releaseMarks, { params, body })
  const own = async (person: Person) => (await person.call(getClass, { params })).result.own?.[0]?.mark
  return { ...built, params, mark, release, own }
}

async function minutePasses(minutes = 1) {
  site.clock.advance({ minutes })
  await site.services.jobs.send(site.db, 'campus.assignments_released', {})
  await site.settle()
}

async function toldOf(person: Person) {
  const { results } = (await person.call(listNotifications, { query: { kind: 'marks_released' } })).result
  return results.map(({ title, body, path }) => ({ title, body, path }))
}

test('points and feedback are the teacher’s alone until they are released at their time, and are then told once', async () => {
  const { classId, teacher, learners, mark, release, own } = await assigned('kl_released')
  const [ada, ben] = learners
  for (const _ of [1, 2]) expect((await mark(teacher, ada.id, 92, ' 稳。 ')).status).toBe(200)
  const { rows } = (await teacher.call(listProgress, { params: { classId }, query: {} })).result
  expect(rows.map(({ name, cells }) => [name, cells[0]?.mark])).toEqual([
    ['Ada', { points: 92, feedback: '稳。' }],
    ['Ben', null],
  ])
  expect((await release(teacher, { at: '2026-03-02T10:30' })).status).toBe(200)
  await minutePasses(29)
  expect([await own(ada), await toldOf(ada)]).toEqual([null, []])
  await minutePasses()
  await minutePasses()
  expect([await own(ada), await own(ben)]).toEqual([{ points: 92, feedback: '稳。' }, null])
  const told = { title: '《第一盏灯》的成绩出来了', body: 'kl_released', path: '/campus/class/kl_released' }
  expect([await toldOf(ada), await toldOf(ben)]).toEqual([[told], []])
  // a mark that is given later is seen and told at once
  await mark(teacher, ben.id, null, '再看一遍第三步。')
  expect([await own(ben), await toldOf(ben)]).toEqual([{ points: null, feedback: '再看一遍第三步。' }, [told]])
  // without both it is taken back
  await mark(teacher, ben.id, null)
  expect(await own(ben)).toBeNull()
  await release(teacher, { at: null })
  expect(await own(ada)).toBeNull()
  await release(teacher)
  await minutePasses()
  expect([await own(ada), await toldOf(ada)]).toEqual([{ points: 92, feedback: '稳。' }, [told]])
})

test('only teachers of the class mark, and only its learners are marked', async () => {
  const { admin, teacher, colleague, learners, outside, mark, release, own } = await assigned('kl_marks')
  const [ada, ben] = learners
  for (const [person, status] of [
    [admin, 200],
    [teacher, 200],
    [ada, 403],
    [colleague, 404],
    [outside, 404],
  ] as const) {
    expect([(await mark(person, ben.id, 60)).status, (await release(person)).status]).toEqual([status, status])
  }
  for (const person of [outside, teacher]) {
    const refused = await mark(teacher, person.id, 60)
    expect([refused.status, refused.result.details?.[0]?.field]).toEqual([400, 'userId'])
  }
  for (const points of [101, -1, 7.5]) expect((await mark(teacher, ada.id, points)).status).toBe(400)
  for (const at of ['2026-03-01T10:00', '2026-03-09', '2026-03-09T10:00Z']) {
    const refused = await release(teacher, { at })
    expect([at, refused.status, refused.result.details?.[0]?.field]).toEqual([at, 400, 'at'])
  }
  expect(await own(ada)).toBeNull()
})

test('a mark that is given, changed or taken back is written down, and one that says the same is not', async () => {
  const { admin, teacher, learners, mark } = await assigned('kl_written_down')
  const [ada] = learners
  const read = async () => {
    const { entries } = (await admin.call(listAudit, { params: { id: organisation }, query: { kind: 'classes' } }))
      .result
    return entries.map(({ act, actor, subject }) => [act, actor, subject])
  }
  const before = await read()
  for (const points of [60, 60, 75, null, null]) await mark(teacher, ada.id, points)
  const given = ['mark_given', 'Teacher', 'Ada']
  expect(await read()).toEqual([['mark_removed', 'Teacher', 'Ada'], given, given, ...before])
})

test('an assignment of another class is not marked by the address of one’s own', async () => {
  const { teacher, params } = await assigned('kl_one')
  const other = await assigned('kl_two')
  const [ada] = other.learners
  const through = { classId: params.classId, assignmentId: other.params.assignmentId }
  const body = { userId: ada.id, points: 1, feedback: '' }
  expect((await teacher.call(markLearner, { params: through, body })).status).toBe(404)
  expect((await teacher.call(releaseMarks, { params: through, body: {} })).status).toBe(404)
})

test('the file of all a person’s data has their marks once they are released', async () => {
  const { learners, teacher, mark, release } = await assigned('kl_taken_along')
  const [ada] = learners
  await mark(teacher, ada.id, 92)
  await release(teacher, { at: '2026-03-30T10:00' })
  expect(await marksTaken(ada)).toEqual([])
  await release(teacher)
  // within an hour the same file is given again
  await minutePasses(61)
  expect(await marksTaken(ada)).toMatchObject([{ points: 92, feedback: '' }])
})

async function marksTaken(person: Person): Promise<unknown> {
  const asked = await person.call(requestExport)
  await site.settle()
  const url = `/api/learn/cn/account/export/${asked.result.export.id}`
  const files = unzipSync((await person.inject({ method: 'GET', url })).rawPayload)
  return JSON.parse(strFromU8(files['assignment-marks.json'] ?? new Uint8Array()))
}

test('a mark that a colleague gave meanwhile is shown before it is replaced', async () => {
  const { params, classId, admin, teacher, learners, mark } = await assigned('kl_two_teachers')
  const [{ id: userId }] = learners
  const markOn = (before: { points: number | null; feedback: string } | null) =>
    teacher.call(markLearner, { params, body: { userId, points: null, feedback: '再看看阴影。', before } })
  const kept = async () =>
    (await teacher.call(listProgress, { params: { classId }, query: {} })).result.rows[0]?.cells[0]?.mark
  await mark(admin, userId, 80, '稳。')
  const { status, result } = await markOn(null)
  expect([status, result.details?.[0]?.field]).toEqual([400, 'before'])
  expect(result.details?.[0]?.message).toContain('80 · 稳。')
  expect(await kept()).toEqual({ points: 80, feedback: '稳。' })
  expect((await markOn({ points: 80, feedback: '稳。' })).status).toBe(200)
  // the same again, as after an answer that was lost
  expect((await markOn({ points: 80, feedback: '稳。' })).status).toBe(200)
  expect(await kept()).toEqual({ points: null, feedback: '再看看阴影。' })
})
