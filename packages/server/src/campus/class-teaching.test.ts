import { assignItem, getClass } from '@lantern/contract/campus/assignments.ts'
import { sendClassMessage } from '@lantern/contract/campus/class-messages.ts'
import * as contract from '@lantern/contract/campus/class-teaching.ts'
import { deleteAccount, requestExport } from '@lantern/contract/identity/account-safety.ts'
import { changeClassMembers, changeMember } from '@lantern/contract/identity/organisations.ts'
import { toggleStep } from '@lantern/contract/learning/records.ts'
import { plainLearner } from '@lantern/contract/roles.ts'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { setSuspension } from '#identity/index.ts'
import { inTransaction } from '#kit/sql.ts'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { type Person, testSite } from '#testing/site.ts'
import { codeTo } from '#testing/sms.ts'
import { keepPlace } from './class-places.ts'

const site = await testSite()
const organisation = await buildOrganisation(site.db)

const heard: { topic: string; message: { type: string } }[] = []
site.services.topics.serve({
  tell: (topic, message) => heard.push({ topic, message: message as { type: string } }),
  recheck: () => undefined,
  onGap: () => undefined,
})

async function taught(id: string) {
  const built = await buildClass(site, { id, organisation })
  const lesson = await buildTutorial(site.db, { organisation, title: '第一盏灯', steps: [{}, {}, {}] })
  const params = { classId: id }
  const stepIds = lesson.steps.map((step) => step.id)
  const begin = (person: Person) => person.call(contract.beginTeaching, { params, body: { item: lesson.id } })
  const move = (person: Person, body: { stepId?: string; leads?: boolean }) =>
    person.call(contract.moveTeaching, { params, body })
  const end = (person: Person) => person.call(contract.endTeaching, { params })
  const place = (person: Person, stepId: string | null, more: { isActive?: boolean; follows?: boolean } = {}) =>
    person.call(contract.keepOwnPlace, { params, body: { stepId, isActive: true, follows: true, ...more } })
  const raise = (person: Person, body: { isUp: boolean; text?: string }) =>
    person.call(contract.raiseHand, { params, body })
  const answer = (person: Person, body: { userId?: string; act: 'answer' | 'lower' }) =>
    person.call(contract.answerHand, { params, body })
  const read = async (person: Person) => (await person.call(contract.getClassTeaching, { params })).result.teaching
  const own = async (person: Person) =>
    (await person.call(contract.listOwnTeaching)).result.results.find(({ classId }) => classId === id)?.teaching ?? null
  return { ...built, lesson, params, stepIds, begin, move, end, place, raise, answer, read, own }
}

test('a teacher sees who is on which step, who did it, who is idle, away or did not come', async () => {
  const { teacher, learners, stepIds, lesson, begin, place, read } = await taught('kl_places')
  const [ada, ben] = learners
  expect(await read(teacher)).toBeNull()
  expect((await place(ada, stepIds[0] ?? '')).status).toBe(404)
  expect((await begin(teacher)).status).toBe(200)
  expect((await place(ada, stepIds[1] ?? '')).status).toBe(200)
  await ada.call(toggleStep, {
    body: { id: lesson.id, type: 'tutorial', stepId: stepIds[1] ?? '', completed: true },
  })
  const shown = async () =>
    (await read(teacher))?.learners.map(({ name, stepId, presence, didStep }) => [
      name,
      stepIds.indexOf(stepId ?? ''),
      presence,
      didStep,
    ])
  expect(await shown()).toEqual([
    ['Ada', 1, 'here', true],
    ['Ben', -1, 'away', false],
  ])
  expect((await read(teacher))?.counts).toEqual({ learners: 2, here: 1, hasCome: 1, didStep: 0, finished: 0 })
  expect((await read(teacher))?.steps.map(({ people }) => people)).toEqual([0, 1, 0])
  // her page is open, and she does nothing there
  for (const _ of [1, 2, 3, 4]) {
    site.clock.advance({ minutes: 1 })
    await place(ada, stepIds[1] ?? '', { isActive: false })
    await place(ben, 'se_of_another_lesson')
  }
  expect(await shown()).toEqual([
    ['Ada', 1, 'idle', true],
    ['Ben', -1, 'here', false],
  ])
  site.clock.advance({ seconds: 75 })
  expect((await shown())?.map(([, , presence]) => presence)).toEqual(['away', 'away'])
})

test('a class that was put away stays to be read, and nothing is assigned, sent or taught in it', async () => {
  const { classId, teacher, learners, begin, read } = await taught('kl_put_away')
  const set = (archived_at: Date | null) =>
    site.db.updateTable('classes').set({ archived_at }).where('id', '=', classId).execute()
  await set(site.clock.now())
  const lesson = await buildTutorial(site.db, { organisation })
  const acts = async () => [
    await begin(teacher),
    await teacher.call(assignItem, {
      params: { classId },
      body: { item: lesson.id, opensAt: '2026-03-01T08:00', dueAt: '2099-03-03T08:00' },
    }),
    await teacher.call(sendClassMessage, {
      params: { classId },
      body: { key: 'key-of-put-away', title: '课', text: '改到二楼。', audience: 'all' },
    }),
  ]
  for (const { result } of await acts())
    expect(result).toMatchObject({ code: 'bad_request', details: [{ message: expect.stringContaining('已收起') }] })
  expect(await read(teacher)).toBeNull()
  for (const person of [teacher, learners[0]])
    expect((await person.call(getClass, { params: { classId } })).result).toMatchObject({ isAway: true })
  await set(null)
  expect((await acts()).map(({ status }) => status)).toEqual([200, 200, 200])
})

test('a step that is taught is told with its number, and a page that missed it hears of it with its next place', async () => {
  const { classId, teacher, admin, learners, stepIds, begin, move, place, own, read } = await taught('kl_led')
  const [ada] = learners
  await begin(teacher)
  expect(await own(ada)).toMatchObject({ stepId: stepIds[0], version: 1, leads: true, follows: true, hand: null })
  heard.length = 0
  expect((await move(teacher, { stepId: stepIds[1] })).status).toBe(200)
  await site.services.events.caughtUp()
  expect(heard).toEqual([
    {
      topic: `class-teaching/${classId}`,
      message: { type: 'STEP', stepId: stepIds[1], version: 2, leads: true },
    },
    { topic: `class-places/${classId}`, message: { type: 'PLACES' } },
  ])
  expect((await place(ada, stepIds[0] ?? '')).result).toEqual({ stepId: stepIds[1], version: 2, leads: true })
  // who reads by themselves stays so after a reload
  await place(ada, stepIds[0] ?? '', { follows: false })
  expect((await own(ada))?.follows).toBe(false)
  // two teachers teach one class: the newer step holds, and a second beginning joins
  expect((await begin(admin)).status).toBe(200)
  await move(admin, { stepId: stepIds[2], leads: false })
  expect(await read(teacher)).toMatchObject({ stepNumber: 3, leads: false })
  expect((await move(teacher, { stepId: 'se_elsewhere' })).status).toBe(404)
})

test('hands stand in the order in which they went up; one is answered or lowered once, and told to its person', async () => {
  const { classId, teacher, learners, stepIds, begin, place, raise, answer, read, own } = await taught('kl_hands')
  const [ada, ben] = learners
  expect((await raise(ada, { isUp: true })).status).toBe(404)
  await begin(teacher)
  await place(ben, stepIds[1] ?? '')
  await raise(ben, { isUp: true, text: '为什么是黑的？' })
  site.clock.advance({ minutes: 1 })
  await raise(ada, { isUp: true })
  site.clock.advance({ minutes: 1 })
  // pressed twice, or in another tab: the place stays and the question is the newer one
  await raise(ben, { isUp: true, text: ' 为什么整片是黑的？ ' })
  const hands = async () =>
    (await read(teacher))?.hands.map(({ name, stepNumber, text, isAnswered }) => [name, stepNumber, text, isAnswered])
  expect(await hands()).toEqual([
    ['Ben', 2, '为什么整片是黑的？', false],
    ['Ada', null, '', false],
  ])
  heard.length = 0
  for (const _ of [1, 2]) expect((await answer(teacher, { userId: ben.id, act: 'answer' })).status).toBe(200)
  expect((await own(ben))?.hand).toEqual({ text: '为什么整片是黑的？', isAnswered: true })
  expect((await own(ada))?.hand).toEqual({ text: '', isAnswered: false })
  for (const _ of [1, 2]) await answer(teacher, { userId: ben.id, act: 'lower' })
  expect((await own(ben))?.hand).toBeNull()
  await site.services.events.caughtUp()
  expect(heard.filter(({ topic }) => topic.startsWith('own-hand')).map(({ topic }) => topic)).toEqual([
    `own-hand/${ben.id}`,
    `own-hand/${ben.id}`,
    `own-hand/${ben.id}`,
  ])
  expect(await hands()).toEqual([['Ada', null, '', false]])
  await raise(ada, { isUp: false })
  expect(await hands()).toEqual([])
  for (const person of learners) await raise(person, { isUp: true })
  await answer(teacher, { act: 'lower' })
  expect(await hands()).toEqual([])
  expect(heard.some(({ topic }) => topic === `class-places/${classId}`)).toBe(true)
})

test('teachers of the class teach it, learners of it tell where they are, and for others it is not there', async () => {
  const { classId, params, admin, teacher, colleague, learners, outside, lesson, begin, place, raise, answer, move } =
    await taught('kl_rights')
  const [ada] = learners
  for (const [person, status] of [
    [ada, 403],
    [colleague, 404],
    [outside, 404],
    [teacher, 200],
    [admin, 200],
  ] as const) {
    expect((await begin(person)).status).toBe(status)
    expect((await move(person, { leads: true })).status).toBe(status)
    expect((await answer(person, { act: 'lower' })).status).toBe(status)
    expect((await person.call(contract.getClassTeaching, { params })).status).toBe(status)
  }
  for (const person of [teacher, admin, colleague, outside]) {
    expect((await place(person, null)).status).toBe(404)
    expect((await raise(person, { isUp: true })).status).toBe(404)
  }
  const follow = (topic: string, person: Person, classes: string[] = []) =>
    site.services.topics.find(topic)?.mayFollow({ ...plainLearner({ id: person.id, name: '' }), classes })
  expect(await follow(`class-teaching/${classId}`, ada, [classId])).toBe(true)
  expect(await follow(`class-places/${classId}`, ada, [classId])).toBe(false)
  expect(await follow(`class-teaching/${classId}`, outside)).toBe(false)
  expect(await follow(`own-hand/${ada.id}`, outside)).toBe(false)
  // a quiz has no steps to lead through
  const other = await taught('kl_other')
  const none = await buildTutorial(site.db, { organisation, steps: [] })
  const refused = await other.teacher.call(contract.beginTeaching, { params: other.params, body: { item: none.id } })
  expect([refused.status, refused.result.details?.[0]?.field]).toEqual([400, 'item'])
  expect(lesson.steps).toHaveLength(3)
})

test('who leaves the class is gone at once, and what is known of the others goes with the end or after three hours', async () => {
  const { classId, admin, teacher, learners, stepIds, begin, end, place, raise, read, own } = await taught('kl_left')
  const [ada, ben] = learners
  await begin(teacher)
  for (const person of learners) await place(person, stepIds[0] ?? '')
  await raise(ada, { isUp: true, text: '秘密' })
  heard.length = 0
  const removed = await admin.call(changeClassMembers, {
    params: { id: organisation, classId },
    body: { add: [], remove: [ada.id] },
  })
  expect(removed.status).toBe(200)
  await site.services.events.caughtUp()
  await expect.poll(() => heard.some(({ topic }) => topic === `class-places/${classId}`)).toBe(true)
  const shown = await read(teacher)
  expect([shown?.hands, shown?.learners.map(({ name }) => name)]).toEqual([[], ['Ben']])
  expect([(await place(ada, null)).status, await own(ada)]).toEqual([404, null])
  const places = () => site.db.selectFrom('class_places').select('user_id').where('class_id', '=', classId).execute()
  expect(await places()).toEqual([{ user_id: ben.id }])
  await end(teacher)
  expect([await places(), await read(teacher), await own(ben)]).toEqual([[], null, null])
  await begin(teacher)
  await place(ben, stepIds[0] ?? '')
  site.clock.advance({ hours: 3 })
  expect([await read(teacher), await own(ben), (await place(ben, null)).status]).toEqual([null, null, 404])
  await site.services.jobs.send(site.db, 'campus.teachings_over', {})
  await site.settle()
  expect(await places()).toEqual([])
})

test('a hundred learners who go on together are kept in a few statements, and their teachers are told as often', async () => {
  const { classId, teacher, stepIds, begin, move, read } = await taught('kl_many')
  await begin(teacher)
  const people = Array.from({ length: 100 }, (_, n) => ({ id: `u_many-${n}`, name: `n${n}` }))
  await site.db
    .insertInto('users')
    .values(people.map(({ id, name }) => ({ id, name, slug: id })))
    .execute()
  const rows = people.map(({ id }) => ({ organisation_id: organisation, user_id: id }))
  await site.db
    .insertInto('memberships')
    .values(rows.map((row) => ({ ...row, role: 'learner' as const, began_at: site.clock.now() })))
    .execute()
  await site.db
    .insertInto('class_members')
    .values(rows.map((row) => ({ ...row, class_id: classId })))
    .execute()
  const together = (stepId: string) => () =>
    Promise.all(
      people.map((person) =>
        keepPlace(site.services, plainLearner(person), classId, { stepId, isActive: true, follows: true }),
      ),
    )
  expect(await site.countQueries(together(stepIds[0] ?? ''))).toBeLessThanOrEqual(6)
  // signs of life of pages that stand still are news to nobody
  expect(await site.countQueries(together(stepIds[0] ?? ''))).toBe(1)
  await move(teacher, { stepId: stepIds[1] })
  expect(await site.countQueries(together(stepIds[1] ?? ''))).toBeLessThanOrEqual(6)
  expect((await read(teacher))?.steps.map((step) => step.people)).toEqual([0, 100, 0])
  expect(await site.countQueries(() => read(teacher))).toBeLessThanOrEqual(5)
})

test('where somebody is in a class is in the file of their data', async () => {
  const { teacher, learners, stepIds, begin, place, raise } = await taught('kl_export')
  const [ada] = learners
  await begin(teacher)
  await place(ada, stepIds[2] ?? '')
  await raise(ada, { isUp: true, text: '听不见' })
  const asked = await ada.call(requestExport)
  await site.settle()
  const url = `/api/learn/cn/account/export/${asked.result.export.id}`
  const files = unzipSync((await ada.inject({ method: 'GET', url })).rawPayload)
  const [kept] = JSON.parse(strFromU8(files['class-places.json'] ?? new Uint8Array())) as object[]
  expect(kept).toMatchObject({ classId: 'kl_export', stepId: stepIds[2], question: '听不见' })
})

const school = { id: organisation }
const losses: [string, (built: Awaited<ReturnType<typeof taught>>) => Promise<unknown>][] = [
  [
    'was taken out of it',
    ({ admin, classId, teacher }) =>
      admin.call(changeClassMembers, { params: { ...school, classId }, body: { add: [], remove: [teacher.id] } }),
  ],
  [
    'is out of the organisation',
    ({ admin, teacher }) => admin.call(changeMember, { params: school, body: { userId: teacher.id, role: null } }),
  ],
  [
    'is a learner now',
    ({ admin, teacher }) => admin.call(changeMember, { params: school, body: { userId: teacher.id, role: 'learner' } }),
  ],
  [
    'is suspended',
    ({ teacher, admin }) => {
      const now = site.clock.now()
      const suspension = { reason: '刷屏', until: new Date(now.getTime() + 86_400_000) }
      return inTransaction(site.db, (trx) =>
        setSuspension(site.services, trx, teacher.id, suspension, { actor: admin.id, now }),
      )
    },
  ],
  [
    'has no account any more',
    async ({ teacher }) => {
      const { phone } = await site.db
        .selectFrom('users')
        .select('phone')
        .where('id', '=', teacher.id)
        .executeTakeFirstOrThrow()
      const code = await codeTo(site, teacher, phone ?? '')
      return teacher.call(deleteAccount, { body: { confirmation: '注销账号', code } })
    },
  ],
]

test.for(losses)('a class whose only teacher %s is over at once, and its pages hear of it', async ([title, lose]) => {
  const built = await taught(`kl_${losses.findIndex(([one]) => one === title)}_left`)
  const { classId, teacher, admin, learners, stepIds, begin, place, own, read } = built
  await begin(teacher)
  await place(learners[0], stepIds[0] ?? '')
  heard.length = 0
  await lose(built)
  await expect.poll(() => own(learners[0])).toBeNull()
  expect(await read(admin)).toBeNull()
  const topics = heard.map(({ topic, message }) => `${topic} ${message.type}`)
  expect(topics).toContain(`class-teaching/${classId} CHANGED`)
  expect(topics).toContain(`class-places/${classId} PLACES`)
})

test('a class that another teacher can go on with goes on, also where an admin led it who is none any more', async () => {
  const { classId, admin, teacher, colleague, learners, begin, move, stepIds, own } = await taught('kl_goes_on')
  const params = { ...school, classId }
  await admin.call(changeClassMembers, { params, body: { add: [colleague.id], remove: [] } })
  await begin(teacher)
  await admin.call(changeClassMembers, { params, body: { add: [], remove: [teacher.id] } })
  await site.settle()
  await site.services.jobs.send(site.db, 'campus.teachings_over', {})
  await site.settle()
  expect(await own(learners[0])).not.toBeNull()
  expect((await move(colleague, { stepId: stepIds[1] ?? '' })).status).toBe(200)
  // who led it last is the admin, and after that nobody is left
  const second = await site.user({ member: 'admin' })
  expect((await move(second, { stepId: stepIds[2] ?? '' })).status).toBe(200)
  await admin.call(changeClassMembers, { params, body: { add: [], remove: [colleague.id] } })
  await site.settle()
  expect(await own(learners[0])).not.toBeNull()
  await admin.call(changeMember, { params: school, body: { userId: second.id, role: 'educator' } })
  await expect.poll(() => own(learners[0])).toBeNull()
})
