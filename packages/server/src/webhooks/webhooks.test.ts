import { assignItem } from '@lantern/contract/campus/assignments.ts'
import { markLearner, releaseMarks } from '@lantern/contract/campus/marks.ts'
import { listOwnCertificates, revokeCertificate } from '@lantern/contract/certificates/certificates.ts'
import { requestExport } from '@lantern/contract/identity/account-safety.ts'
import {
  answerInvitation,
  changeClassMembers,
  changeMember,
  inviteMember,
} from '@lantern/contract/identity/organisations.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { type WebhookType, webhookTypes } from '@lantern/contract/webhooks/webhook-types.ts'
import * as contract from '@lantern/contract/webhooks/webhooks.ts'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { completePath } from '#testing/complete-path.ts'
import { start, tick } from '#testing/learner-acts.ts'
import { type Person, testSite } from '#testing/site.ts'
import { erasePerson } from '../flows/personal-data.ts'
import { playServer, verify } from './testing/play-server.ts'

const site = await testSite({ CONNECTION_NETWORKS: '127.0.0.0/8' })
let schools = 0

/** A school of its own, with a class, whose server is told of these. */
async function school(types: readonly WebhookType[] = webhookTypes) {
  const organisation = await buildOrganisation(site.db, `og_hook${++schools}`)
  const built = await buildClass(site, { id: `kl_hook${schools}`, organisation })
  await site.settle()
  const server = await playServer()
  const params = { id: organisation }
  const { result } = await built.admin.call(contract.saveWebhook, {
    params,
    body: { url: server.url, types: [...types] },
  })
  const { id: webhookId } = result
  const listed = async () => {
    const { webhooks } = (await built.admin.call(contract.listWebhooks, { params })).result
    return webhooks.find(({ id }) => id === webhookId)
  }
  const deliveries = async (query = {}) =>
    (await built.admin.call(contract.listDeliveries, { params, query })).result.deliveries
  const replay = (wish: object) => built.admin.call(contract.replayDeliveries, { params, body: { webhookId, ...wish } })
  return { ...built, organisation, params, server, webhookId, secret: result.secret ?? '', listed, deliveries, replay }
}

/** Something that the school is told: a learner gets another role. */
async function happen(
  { admin, params, learners }: Awaited<ReturnType<typeof school>>,
  role: 'educator' | 'learner' = 'educator',
) {
  expect((await admin.call(changeMember, { params, body: { userId: learners[0].id, role } })).status).toBe(200)
  await site.settle()
}

async function minutePasses(minutes = 1) {
  site.clock.advance({ minutes })
  await site.services.jobs.send(site.db, 'webhooks.due', {})
  await site.settle()
}

test('who joins, changes and leaves is told to the school’s server, signed as Standard Webhooks has it', async () => {
  const { admin, organisation, params, server, secret, classId, learners } = await school()
  const newcomer = await site.user({ phone: '13720000001' })
  await admin.call(inviteMember, { params, body: { phone: '13720000001', role: 'learner' } })
  await newcomer.call(answerInvitation, { params, body: { accept: true } })
  await admin.call(changeClassMembers, {
    params: { id: organisation, classId },
    body: { add: [newcomer.id], remove: [learners[1].id] },
  })
  await admin.call(changeMember, { params, body: { userId: newcomer.id, role: 'educator' } })
  await admin.call(changeMember, { params, body: { userId: newcomer.id, role: null } })
  await site.settle()
  const [joined] = server.received
  if (!joined) throw new Error('Nothing came')
  expect(verify(site, secret, joined)).toEqual(joined.body)
  expect(joined.headers['content-type']).toBe('application/json')
  expect(() => verify(site, secret, { ...joined, text: joined.text.replace('learner', 'admin') })).toThrow()
  const told = server.received.map(({ body: { type, data } }) => [type, data])
  const of = { organisationId: organisation, userId: newcomer.id }
  expect(told.toSorted()).toEqual(
    [
      ['member.joined', { ...of, role: 'learner' }],
      ['class.joined', { ...of, classId }],
      ['class.left', { organisationId: organisation, userId: learners[1].id, classId }],
      ['member.changed', { ...of, role: 'educator' }],
      ['member.left', { ...of, role: 'educator' }],
      ['class.left', { ...of, classId }],
    ].toSorted(),
  )
  expect(new Set(server.received.map(({ id }) => id)).size).toBe(6)
})

test('an assignment that opens, is done by its class and marked is told, once for each learner', async () => {
  const types = ['assignment.opened', 'assignment.done', 'marks.released'] as const
  const { classId, teacher, learners, outside, organisation, server } = await school(types)
  const lesson = await buildTutorial(site.db, { organisation, steps: 1 })
  const body = { item: lesson.id, opensAt: '2020-01-01T08:00', dueAt: '2099-01-01T08:00' }
  const { result } = await teacher.call(assignItem, { params: { classId }, body })
  const params = { classId, assignmentId: result.id }
  site.clock.advance({ minutes: 1 })
  await site.services.jobs.send(site.db, 'campus.assignments_opened', {})
  const [ada] = learners
  for (const person of [ada, outside]) {
    await start(person, lesson.id)
    for (const isDone of [true, false, true]) await tick(person, lesson.id, lesson.steps[0]?.id, isDone)
  }
  await teacher.call(markLearner, { params, body: { userId: ada.id, points: 90, feedback: '' } })
  await teacher.call(releaseMarks, { params, body: {} })
  site.clock.advance({ minutes: 1 })
  await site.services.jobs.send(site.db, 'campus.assignments_released', {})
  await site.settle()
  const of = { organisationId: organisation, ...params }
  expect(server.received.map(({ body: { type, data } }) => [type, data]).toSorted()).toEqual([
    ['assignment.done', { ...of, itemId: lesson.id, userId: ada.id }],
    ['assignment.opened', of],
    ['marks.released', { ...of, userId: null }],
  ])
})

test('a certificate of the school and the path that it is for are told, and that it is revoked', async () => {
  const { admin, learners, organisation, server } = await school([
    'path.completed',
    'certificate.given',
    'certificate.revoked',
  ])
  const [ada] = learners
  await completePath(site, ada, { organisationId: organisation })
  await site.settle()
  const { results } = (await ada.call(listOwnCertificates)).result
  const numbers = server.received.flatMap(({ body }) => (body.data.number as string | undefined) ?? [])
  const [number = ''] = numbers
  expect([numbers.length, results.map((one) => one.number)]).toEqual([1, expect.arrayContaining([number])])
  await admin.call(revokeCertificate, { params: { number }, body: { reason: '重复' } })
  await site.settle()
  expect(server.types().toSorted()).toEqual(['certificate.given', 'certificate.revoked', 'path.completed'])
})

test('a school is told of its own people alone, and of what it chose', async () => {
  const one = await school(['member.left'])
  const other = await school()
  await happen(other)
  await happen(one)
  expect([one.server.types(), other.server.types()]).toEqual([[], ['member.changed']])
})

test('an address is not told of what happened before it was added', async () => {
  const built = await school(['member.left'])
  const { admin, params, learners } = built
  await admin.call(changeMember, { params, body: { userId: learners[0].id, role: 'educator' } })
  const later = await playServer()
  await admin.call(contract.saveWebhook, { params, body: { url: later.url, types: ['member.changed'] } })
  await admin.call(changeMember, { params, body: { userId: learners[0].id, role: 'learner' } })
  await site.settle()
  expect(later.received.map(({ body }) => body.data.role)).toEqual(['learner'])
})

test('what is not taken is sent again after growing pauses with the same id, and given up after three days', async () => {
  const { server, listed, deliveries, ...built } = await school()
  server.answers(500)
  await happen({ server, listed, deliveries, ...built })
  expect(await listed()).toMatchObject({ state: 'retrying', taken: 0, failed: 1 })
  const pauses = [1, 5, 30, 120, 300, 600, 840, 1200, 1440]
  for (const [n, pause] of pauses.entries()) {
    await minutePasses(pause - 0.5)
    expect(server.received).toHaveLength(n + 1)
    await minutePasses(1)
    expect(server.received).toHaveLength(n + 2)
  }
  await minutePasses(10_000)
  expect(server.received).toHaveLength(10)
  expect(new Set(server.received.map(({ id }) => id)).size).toBe(1)
  const [delivery] = await deliveries()
  expect(delivery).toMatchObject({ state: 'failed', nextAt: null, body: server.received[0]?.text })
  expect(delivery?.tries).toHaveLength(10)
  expect(delivery?.tries[0]).toMatchObject({ status: 500, problem: 'status', answer: 'said so' })
})

test('a server that is away is asked for one thing until it is back, and then told the rest in its order', async () => {
  const built = await school()
  built.server.answers(503)
  await happen(built)
  const before = built.server.received.length
  for (const role of ['learner', 'educator', 'learner', 'educator', 'learner', 'educator'] as const) {
    await built.admin.call(changeMember, { params: built.params, body: { userId: built.learners[0].id, role } })
  }
  await site.settle()
  expect(built.server.received.length - before).toBeLessThanOrEqual(4)
  built.server.answers(204)
  built.server.received.length = 0
  for (let minute = 0; minute < 8; minute++) await minutePasses()
  expect(built.server.received.slice(-2).map(({ body }) => body.data.role)).toEqual(['learner', 'educator'])
  expect(new Set(built.server.received.map(({ id }) => id)).size).toBe(7)
  expect(await built.listed()).toMatchObject({ state: 'on', failingSince: null })
})

test.each([
  ['in seconds', () => '3600'],
  ['by the moment', () => new Date(site.clock.now().getTime() + 3_600_000).toUTCString()],
])('a server says when it wants to be asked again, %s', async (_how, said) => {
  const built = await school()
  built.server.answers(429, { 'retry-after': said() })
  await happen(built)
  await minutePasses(58)
  expect(built.server.received).toHaveLength(1)
  await minutePasses(3)
  expect(built.server.received).toHaveLength(2)
})

test('after five days without success an address is switched off and the admins are told, and nobody sooner', async () => {
  const built = await school()
  built.server.answers(500)
  await happen(built)
  await minutePasses(4 * 1440)
  expect((await built.listed())?.state).toBe('retrying')
  await minutePasses(1441)
  expect(await built.listed()).toMatchObject({ state: 'off', offReason: 'failing' })
  const told = async (person: Person) =>
    (await person.call(listNotifications, { query: { kind: 'webhook_off' } })).result.results.map(({ path }) => path)
  const path = `/campus/organisation/${built.organisation}/connections/webhooks`
  expect([await told(built.admin), await told(built.teacher)]).toEqual([[path], []])
  const { length } = built.server.received
  await happen(built, 'learner')
  await minutePasses(60)
  expect(built.server.received).toHaveLength(length)
  // mended: switched on, and what happened meanwhile is sent by hand
  built.server.answers(204)
  expect((await built.replay({ since: site.clock.now().toISOString() })).status).toBe(409)
  const { params, webhookId } = built
  await built.admin.call(contract.switchWebhook, { params, body: { webhookId, on: true } })
  const since = new Date(site.clock.now().getTime() - 7 * 86_400_000).toISOString()
  expect((await built.replay({ since })).result.count).toBe(2)
  await site.settle()
  expect(built.server.received.slice(-2).map(({ body }) => body.data.role)).toEqual(['educator', 'learner'])
  expect((await built.replay({ since })).result.count).toBe(0)
  expect((await built.replay({ since, also: 'taken' })).result.count).toBe(2)
})

test('a server that says that it is gone is switched off at once', async () => {
  const built = await school()
  built.server.answers(410)
  await happen(built)
  expect(await built.listed()).toMatchObject({ state: 'off', offReason: 'gone' })
})

test('one message is sent again by hand, and one that is not the address’s is not there', async () => {
  const built = await school()
  await happen(built)
  const [delivery] = await built.deliveries({ state: 'taken' })
  expect((await built.replay({ messageId: delivery?.messageId })).result).toEqual({ count: 1 })
  await site.settle()
  const [first, again] = built.server.received
  expect([again?.id, again?.text]).toEqual([first?.id, first?.text])
  expect((await built.deliveries())[0]?.tries).toHaveLength(2)
  expect((await built.replay({ messageId: 'msg_none' })).status).toBe(404)
  expect((await built.replay({})).status).toBe(400)
})

test('a test is sent at once, also to an address that is switched off, and is not tried again', async () => {
  const { admin, params, webhookId, server, secret, deliveries } = await school(['member.left'])
  const body = { webhookId }
  await admin.call(contract.switchWebhook, { params, body: { webhookId, on: false } })
  const { result } = await admin.call(contract.testWebhook, { params, body })
  expect(result).toMatchObject({ type: 'webhook.test', state: 'taken', tries: [{ status: 204, problem: null }] })
  const [received] = server.received
  expect(received && verify(site, secret, received)).toMatchObject({ type: 'webhook.test' })
  server.answers(404)
  expect((await admin.call(contract.testWebhook, { params, body })).result).toMatchObject({
    state: 'failed',
    nextAt: null,
  })
  expect(await deliveries()).toHaveLength(2)
})

test('a new secret and the one before it sign together for a day', async () => {
  const built = await school()
  const { params, webhookId } = built
  const { result } = await built.admin.call(contract.renewWebhookSecret, { params, body: { webhookId } })
  await happen(built)
  const [both] = built.server.received
  if (!both) throw new Error('Nothing came')
  for (const secret of [built.secret, result.secret]) expect(verify(site, secret, both)).toEqual(both.body)
  site.clock.advance({ hours: 24 })
  await happen(built, 'learner')
  const last = built.server.received.at(-1)
  if (!last) throw new Error('Nothing came')
  expect(verify(site, result.secret, last)).toEqual(last.body)
  expect(() => verify(site, built.secret, last)).toThrow()
})

test('addresses of the inner network, in the clear, with a password or said twice are refused', async () => {
  const { admin, params, server } = await school()
  const types = [...webhookTypes]
  const refused = async (url: string) => {
    const { status, result } = await admin.call(contract.saveWebhook, { params, body: { url, types } })
    return [status, result.details?.[0]?.field]
  }
  expect(await refused('ftp://school.example')).toEqual([400, 'url'])
  expect(await refused('https://ada:secret@school.example')).toEqual([400, 'url'])
  expect(await refused(server.url)).toEqual([409, 'url'])
  const { result } = await admin.call(contract.saveWebhook, { params, body: { url: 'http://10.1.2.3/hook', types } })
  const tested = await admin.call(contract.testWebhook, { params, body: { webhookId: result.id } })
  expect(tested.result.tries[0]).toMatchObject({ problem: 'private_address', status: null })
})

test('only the organisation’s admins see its addresses and act on them', async () => {
  const { params, webhookId, teacher } = await school()
  const { admin: stranger, params: theirs } = await school()
  const body = { webhookId }
  for (const [person, status] of [
    [teacher, 403],
    [stranger, 404],
  ] as const) {
    expect((await person.call(contract.listWebhooks, { params })).status).toBe(status)
    expect((await person.call(contract.listDeliveries, { params, query: {} })).status).toBe(status)
    expect((await person.call(contract.renewWebhookSecret, { params, body })).status).toBe(status)
    expect((await person.call(contract.testWebhook, { params, body })).status).toBe(status)
    expect((await person.call(contract.removeWebhook, { params, body })).status).toBe(status)
  }
  // by way of an organisation of their own
  for (const endpoint of [contract.renewWebhookSecret, contract.testWebhook, contract.removeWebhook]) {
    expect((await stranger.call(endpoint, { params: theirs, body })).status).toBe(404)
  }
  expect(
    (await stranger.call(contract.replayDeliveries, { params: theirs, body: { ...body, messageId: 'x' } })).status,
  ).toBe(404)
})

test('an address that was removed is told nothing more, and removing it again changes nothing', async () => {
  const built = await school()
  const { params, webhookId } = built
  await happen(built)
  for (const _ of [1, 2]) {
    expect((await built.admin.call(contract.removeWebhook, { params, body: { webhookId } })).status).toBe(200)
  }
  await happen(built, 'learner')
  expect([built.server.received.length, await built.listed(), await built.deliveries()]).toEqual([1, undefined, []])
})

test('the log goes page by page, and is forgotten after 30 days', async () => {
  const built = await school()
  for (let n = 0; n < 11; n++) {
    await happen(built)
    await happen(built, 'learner')
  }
  const page = async (before?: number, person = built.admin) => {
    const query = before === undefined ? {} : { before }
    return (await person.call(contract.listDeliveries, { params: built.params, query })).result
  }
  const first = await page()
  expect([first.deliveries.length, first.next]).toEqual([20, expect.any(Number)])
  const second = await page(first.next ?? 0)
  expect([second.deliveries.length, second.next]).toEqual([2, null])
  site.clock.advance({ days: 31 })
  await site.services.jobs.send(site.db, 'webhooks.forget', {})
  await site.settle()
  expect((await page(undefined, await site.signedInAgain(built.admin, 'desktop'))).deliveries).toEqual([])
})

test('a person takes along what schools were told of them, and with the person it goes', async () => {
  const built = await school()
  await happen(built)
  const [ada] = built.learners
  const asked = await ada.call(requestExport)
  await site.settle()
  const url = `/api/learn/cn/account/export/${asked.result.export.id}`
  const files = unzipSync((await ada.inject({ method: 'GET', url })).rawPayload)
  expect(strFromU8(files['told-to-schools.json'] ?? new Uint8Array())).toContain('member.changed')
  await inTransaction(site.db, (trx) => erasePerson(trx, ada.id))
  const kept = await site.db.selectFrom('webhook_messages').select('id').where('user_id', '=', ada.id).execute()
  expect(kept).toEqual([])
})
