import { assignItem, getClass, listDue, listProgress, setPersonDates } from '@lantern/contract/campus/assignments.ts'
import { sendClassMessage } from '@lantern/contract/campus/class-messages.ts'
import { deleteGroup, listGroups, saveGroup, splitClass } from '@lantern/contract/campus/groups.ts'
import { markLearner } from '@lantern/contract/campus/marks.ts'
import { listAudit } from '@lantern/contract/identity/organisation-audit.ts'
import { saveCalendarFeed } from '@lantern/contract/live/calendar.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { type Person, testSite } from '#testing/site.ts'
import { campusPersonalData } from './personal-data.ts'

const site = await testSite()
// ten o'clock at the organisation
site.clock.set('2026-03-02T02:00:00Z')
const organisation = await buildOrganisation(site.db)
const school = (id: string) => buildClass(site, { id, organisation })

const groupsOf = async (person: Person, classId: string) =>
  (await person.call(listGroups, { params: { classId } })).result
const save = (person: Person, classId: string, body: { groupId?: string; name: string; userIds: string[] }) =>
  person.call(saveGroup, { params: { classId }, body })
const page = async (person: Person, classId: string) => (await person.call(getClass, { params: { classId } })).result

type Recipients = { groupIds: string[]; userIds: string[] } | null
function assign(person: Person, classId: string, item: string, recipients?: Recipients) {
  const dates = { opensAt: '2026-03-02T09:00', dueAt: '2026-03-03T08:00' }
  return person.call(assignItem, {
    params: { classId },
    body: { item, ...dates, ...(recipients !== undefined && { recipients }) },
  })
}

const faultOf = ({ status, result }: { status: number; result: { details?: { field: string }[] } }) => [
  status,
  result.details?.[0]?.field,
]

async function minutePasses() {
  site.clock.advance({ minutes: 1 })
  for (const name of ['campus.assignments_opened', 'campus.assignments_due']) {
    await site.services.jobs.send(site.db, name, {})
    await site.settle()
  }
}

async function join(classId: string, count: number): Promise<Person[]> {
  const people: Person[] = []
  for (let n = 0; n < count; n += 1) {
    const person = await site.user({ name: `P${n}` })
    const member = { organisation_id: organisation, user_id: person.id }
    await site.db
      .insertInto('memberships')
      .values({ ...member, role: 'learner', began_at: site.clock.now() })
      .execute()
    await site.db
      .insertInto('class_members')
      .values({ ...member, class_id: classId })
      .execute()
    people.push(person)
  }
  return people
}

test('what teachers do with groups stands in the audit of the organisation', async () => {
  const { classId, admin, teacher } = await school('kl_audit')
  const { id: groupId } = (await save(teacher, classId, { name: '红组', userIds: [] })).result
  await teacher.call(splitClass, { params: { classId }, body: { by: 'groups', count: 1 } })
  for (let times = 0; times < 2; times++) await teacher.call(deleteGroup, { params: { classId, groupId } })
  const { entries } = (await admin.call(listAudit, { params: { id: organisation }, query: { kind: 'classes' } })).result
  const changes = entries.filter(({ act }) => act === 'class_groups_changed')
  expect(changes).toHaveLength(3)
  expect(new Set(changes.map(({ actor }) => actor)).size).toBe(1)
})

test('a learner is in one group at most: who is put into another leaves the first', async () => {
  const { classId, teacher, learners, outside, colleague } = await school('kl_hand')
  const [ada, ben] = learners
  const red = (await save(teacher, classId, { name: ' 红组 ', userIds: [ada.id, ben.id] })).result.id
  const blue = (await save(teacher, classId, { name: '蓝组', userIds: [ben.id] })).result.id
  const { groups, learners: all } = await groupsOf(teacher, classId)
  expect(groups).toEqual([
    { id: red, name: '红组', userIds: [ada.id] },
    { id: blue, name: '蓝组', userIds: [ben.id] },
  ])
  expect(all.map(({ name }) => name)).toEqual(['Ada', 'Ben'])
  expect((await save(teacher, classId, { groupId: red, name: '橙组', userIds: [] })).status).toBe(200)
  expect((await page(teacher, classId)).groups).toEqual([
    { id: red, name: '橙组', learners: 0 },
    { id: blue, name: '蓝组', learners: 1 },
  ])
  expect(faultOf(await save(teacher, classId, { name: '蓝组', userIds: [] }))).toEqual([400, 'name'])
  expect(faultOf(await save(teacher, classId, { name: ' ', userIds: [] }))).toEqual([400, 'name'])
  expect(faultOf(await save(teacher, classId, { name: '外', userIds: [outside.id] }))).toEqual([400, 'userIds'])
  expect((await save(teacher, classId, { groupId: 'kg_none', name: '无', userIds: [] })).status).toBe(404)
  // for those who teach the class, and for nobody else
  expect((await page(ada, classId)).groups).toEqual([])
  expect((await ada.call(listGroups, { params: { classId } })).status).toBe(403)
  expect((await save(ada, classId, { name: 'x', userIds: [] })).status).toBe(403)
  expect((await colleague.call(listGroups, { params: { classId } })).status).toBe(404)
})

test.each([
  ['groups', 3, [3, 3, 2]],
  ['people', 3, [3, 3, 2]],
  ['people', 5, [4, 4]],
  ['groups', 20, [1, 1, 1, 1, 1, 1, 1, 1]],
] as const)('those who are in no group are split by %s of %i, evenly, each once', async (by, count, sizes) => {
  const { classId, teacher, learners } = await school(`kl_split_${by}_${count}`)
  const [ada, ben] = learners
  await save(teacher, classId, { name: '第1组', userIds: [ada.id, ben.id] })
  const people = await join(classId, 8)
  const split = () => teacher.call(splitClass, { params: { classId }, body: { by, count } })
  const [given, ...made] = (await split()).result.groups
  expect(given?.userIds).toEqual([ada.id, ben.id])
  expect(made.map(({ userIds }) => userIds.length).toSorted((one, other) => other - one)).toEqual(sizes)
  expect(made.flatMap(({ userIds }) => userIds).toSorted()).toEqual(people.map(({ id }) => id).toSorted())
  expect(made[0]?.name).toBe('第2组')
  expect(faultOf(await split())).toEqual([400, 'count'])
})

test('who was not picked sees neither the assignment, nor its column, nor its notices', async () => {
  const { classId, teacher, learners } = await school('kl_some')
  const [ada, ben] = learners
  const [cem] = (await join(classId, 1)) as [Person]
  const lesson = await buildTutorial(site.db, { organisation, title: '只给几个人' })
  const group = (await save(teacher, classId, { name: '甲', userIds: [ada.id] })).result.id
  const made = await assign(teacher, classId, lesson.id, { groupIds: [group], userIds: [cem.id] })
  expect(made.status).toBe(200)
  const assignmentId = made.result.id

  const seen = async (person: Person) => {
    const { url } = (await person.call(saveCalendarFeed, { body: { on: true } })).result
    const calendar = await site.guest().inject({ method: 'GET', url: new URL(url ?? '').pathname })
    const due = (await person.call(listDue)).result.results
    const { assignments, own } = await page(person, classId)
    const told = (await person.call(listNotifications, { query: {} })).result.results
    return {
      due: due.length,
      page: assignments.length,
      cells: own?.length,
      told: told.map(({ kind }) => kind).toSorted(),
      inCalendar: calendar.body.includes('只给几个人'),
    }
  }
  await minutePasses()
  const sees = { due: 1, page: 1, cells: 1, told: ['assignment_due', 'assignment_opened'], inCalendar: true }
  expect(await seen(ada)).toEqual(sees)
  expect(await seen(cem)).toEqual(sees)
  expect(await seen(ben)).toEqual({ due: 0, page: 0, cells: 0, told: [], inCalendar: false })

  const { assignments } = await page(teacher, classId)
  expect(assignments[0]).toMatchObject({
    recipients: { groups: [{ id: group, name: '甲' }], people: [{ userId: cem.id, name: 'P0' }] },
    counts: { learners: 2, done: 0, late: 0 },
  })
  const table = async (query = {}) =>
    (await teacher.call(listProgress, { params: { classId }, query })).result.rows.map(({ name, cells }) => [
      name,
      cells[0] === null,
    ])
  expect(await table()).toEqual([
    ['Ada', false],
    ['Ben', true],
    ['P0', false],
  ])
  expect(await table({ group })).toEqual([['Ada', false]])
  const file = await teacher.inject({ method: 'GET', url: `/api/campus/class/${classId}/assignments.csv` })
  expect(file.body.split('\n').find((line) => line.startsWith('Ben'))).toMatch(/^Ben,+\r?$/)

  // neither a mark, nor dates of their own, nor a message to those who did not begin
  const params = { classId, assignmentId }
  const mark = { userId: ben.id, points: 5, feedback: '' }
  expect(faultOf(await teacher.call(markLearner, { params, body: mark }))).toEqual([400, 'userId'])
  const dates = { opensAt: '2026-03-02T09:00', dueAt: '2026-03-09T08:00' }
  expect(faultOf(await teacher.call(setPersonDates, { params, body: { userId: ben.id, dates } }))).toEqual([
    400,
    'userId',
  ])
  const message = {
    key: 'to-those-behind',
    title: '开始吧',
    text: '还没开始的。',
    audience: 'not_begun' as const,
    assignmentId,
  }
  expect((await teacher.call(sendClassMessage, { params: { classId }, body: message })).result.people).toBe(2)
})

test('who comes into a group later is told then, and nobody twice; for all again it is for all', async () => {
  const { classId, teacher, learners } = await school('kl_later')
  const [ada, ben] = learners
  const lesson = await buildTutorial(site.db, { organisation })
  const group = (await save(teacher, classId, { name: '甲', userIds: [ada.id] })).result.id
  await assign(teacher, classId, lesson.id, { groupIds: [group], userIds: [] })
  const opened = async (person: Person) => {
    await minutePasses()
    return (await person.call(listNotifications, { query: { kind: 'assignment_opened' } })).result.results.length
  }
  expect([await opened(ada), await opened(ben)]).toEqual([1, 0])
  await save(teacher, classId, { groupId: group, name: '甲', userIds: [ada.id, ben.id] })
  expect([await opened(ben), await opened(ada)]).toEqual([1, 1])
  // dates alone: for whom it is stays as it was
  await save(teacher, classId, { groupId: group, name: '甲', userIds: [ada.id] })
  await assign(teacher, classId, lesson.id)
  expect((await page(ben, classId)).assignments).toHaveLength(0)
  const params = { classId, groupId: group }
  expect(faultOf(await teacher.call(deleteGroup, { params }))).toEqual([400, 'groupId'])
  await assign(teacher, classId, lesson.id, null)
  expect((await page(ben, classId)).assignments).toHaveLength(1)
  expect((await teacher.call(deleteGroup, { params })).status).toBe(200)
  expect((await groupsOf(teacher, classId)).groups).toEqual([])
  const nobody = { groupIds: [], userIds: [] }
  expect(faultOf(await assign(teacher, classId, lesson.id, nobody))).toEqual([400, 'recipients'])
  expect(faultOf(await assign(teacher, classId, lesson.id, { ...nobody, groupIds: [group] }))).toEqual([
    400,
    'recipients',
  ])
})

test('a group and what somebody was picked for go with the person to the account that stays', async () => {
  const { classId, teacher, learners } = await school('kl_merged')
  const [ada, ben] = learners
  const lesson = await buildTutorial(site.db, { organisation })
  await save(teacher, classId, { name: '甲', userIds: [ada.id] })
  await assign(teacher, classId, lesson.id, { groupIds: [], userIds: [ada.id] })
  expect(await campusPersonalData.read(site.db, ada.id)).toMatchObject({
    classGroups: [{ classId, name: '甲' }],
    assignedByName: [{ assignmentId: expect.any(String) }],
  })
  await inTransaction(site.db, (trx) => campusPersonalData.merge(trx, { from: ada.id, into: ben.id }))
  expect((await groupsOf(teacher, classId)).groups.map(({ userIds }) => userIds)).toEqual([[ben.id]])
  expect((await page(ben, classId)).assignments).toHaveLength(1)
  await inTransaction(site.db, (trx) => campusPersonalData.erase(trx, ben.id))
  expect((await groupsOf(teacher, classId)).groups.map(({ userIds }) => userIds)).toEqual([[]])
})
