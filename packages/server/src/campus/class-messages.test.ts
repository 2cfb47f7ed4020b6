import { assignItem } from '@lantern/contract/campus/assignments.ts'
import { listClassMessages, sendClassMessage } from '@lantern/contract/campus/class-messages.ts'
import { requestExport } from '@lantern/contract/identity/account-safety.ts'
import { listAudit } from '@lantern/contract/identity/organisation-audit.ts'
import { startRecord, toggleTutorial } from '@lantern/contract/learning/records.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
site.clock.set('2026-03-02T02:00:00Z')
const organisation = await buildOrganisation(site.db)

async function assigned(id: string) {
  const built = await buildClass(site, { id, organisation })
  const lesson = await buildTutorial(site.db, { organisation, title: '第一盏灯' })
  const params = { classId: id }
  const { result } = await built.teacher.call(assignItem, {
    params,
    body: { item: lesson.id, opensAt: '2026-03-01T08:00', dueAt: '2026-03-03T08:00' },
  })
  const message = { key: `key-of-${id}`, title: '周五的课', text: '改到二楼机房。', audience: 'all' as const }
  const send = (
    person: Person,
    change: Partial<{
      key: string
      title: string
      text: string
      audience: 'all' | 'not_begun' | 'late'
      assignmentId: string
    }> = {},
  ) => person.call(sendClassMessage, { params, body: { ...message, ...change } })
  const list = (person: Person) => person.call(listClassMessages, { params })
  return { ...built, lesson, assignmentId: result.id, send, list }
}

async function toldOf(person: Person) {
  const { results } = (await person.call(listNotifications, { query: { kind: 'class_message' } })).result
  return results.map(({ title, body, path }) => ({ title, body, path }))
}

test('a message reaches all learners of the class once, however often it is pressed, and stands in the list of what was sent', async () => {
  const { admin, teacher, learners, outside, send, list } = await assigned('kl_all')
  const [first, second] = await Promise.all([send(teacher), send(teacher)])
  expect([first.status, first.result.people, second.result.id]).toEqual([200, 2, first.result.id])
  await site.settle()
  const told = { title: 'kl_all：周五的课', body: 'Teacher: 改到二楼机房。', path: '/campus/class/kl_all' }
  for (const person of learners) expect(await toldOf(person)).toEqual([told])
  for (const person of [teacher, outside]) expect(await toldOf(person)).toEqual([])
  const { results } = (await list(teacher)).result
  expect(results).toMatchObject([{ title: '周五的课', senderName: 'Teacher', audience: 'all', people: 2 }])
  const audit = await admin.call(listAudit, { params: { id: organisation }, query: { kind: 'classes' } })
  const written = audit.result.entries.filter(({ act }) => act === 'class_message_sent')
  expect(written).toMatchObject([{ actor: 'Teacher', subject: 'kl_all', count: 2 }])
  site.clock.advance({ minutes: 1 })
  // what is written anew is another message
  await send(teacher, { key: 'key-of-another', title: '下周的课' })
  expect((await list(teacher)).result.results.map(({ title }) => title)).toEqual(['下周的课', '周五的课'])
})

test('teachers of the class write to it; nobody else, and not without words or about another class’s assignment', async () => {
  const { admin, teacher, colleague, learners, outside, send, list } = await assigned('kl_writers')
  const { assignmentId: elsewhere } = await assigned('kl_elsewhere')
  for (const [person, status] of [
    [admin, 200],
    [teacher, 200],
    [learners[0], 403],
    [colleague, 404],
    [outside, 404],
  ] as const) {
    expect((await send(person, { key: `key-of-${person.id}` })).status).toBe(status)
    expect((await list(person)).status).toBe(status)
  }
  expect((await send(teacher, { key: 'key-of-nothing', title: '   ' })).status).toBe(400)
  expect((await send(teacher, { key: 'key-of-nothing', audience: 'late' })).status).toBe(400)
  expect((await send(teacher, { key: 'key-of-nothing', audience: 'late', assignmentId: elsewhere })).status).toBe(404)
})

test('what somebody sent to a class is in the file of their data', async () => {
  const { teacher, send } = await assigned('kl_file')
  await send(teacher)
  const asked = await teacher.call(requestExport)
  await site.settle()
  const url = `/api/learn/cn/account/export/${asked.result.export.id}`
  const files = unzipSync((await teacher.inject({ method: 'GET', url })).rawPayload)
  const [sent] = JSON.parse(strFromU8(files['class-messages.json'] ?? new Uint8Array())) as object[]
  expect(sent).toMatchObject({ classId: 'kl_file', title: '周五的课', text: '改到二楼机房。' })
})

test('those who have not begun an assignment, or are late with it, are written to alone', async () => {
  const { teacher, learners, lesson, assignmentId, send } = await assigned('kl_behind')
  const [ada, ben] = learners
  await ada.call(startRecord, { body: { id: lesson.id, type: 'tutorial' } })
  expect((await send(teacher, { audience: 'not_begun', assignmentId })).result.people).toBe(1)
  // nobody is late yet
  const early = await send(teacher, { key: 'key-too-early', audience: 'late', assignmentId })
  expect([early.status, early.result.details?.[0]?.field]).toEqual([400, 'audience'])
  await ada.call(toggleTutorial, { body: { id: lesson.id, type: 'tutorial', completed: true } })
  site.clock.advance({ days: 2 })
  expect((await send(teacher, { key: 'key-for-late', audience: 'late', assignmentId })).result.people).toBe(1)
  await site.settle()
  expect([(await toldOf(ada)).length, (await toldOf(ben)).length]).toEqual([0, 2])
})
