import type { AddressInfo } from 'node:net'
import { object, oneOf } from '@lantern/contract/endpoint.ts'
import { changeClassMembers, changeMember, saveClass } from '@lantern/contract/identity/organisations.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { revokeSession } from '@lantern/contract/identity/session-list.ts'
import { presenceTold } from '@lantern/contract/realtime/events.ts'
import { gatewayPath } from '@lantern/contract/realtime/gateway-rules.ts'
import { type Present, type Topic, topic } from '@lantern/contract/topic.ts'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { inTransaction, runSql } from '#kit/sql.ts'
import { type Person, type TestSite, testSite } from '#testing/site.ts'
import { gatewayLimits } from './gateway.ts'

const lesson = topic('test-lesson/:school/:id', {
  summary: 'For members of a school',
  message: object({ type: oneOf('SAVED'), version: Type.Number(), note: Type.Optional(Type.String()) }),
  hasPresence: true,
})
const school = 'og_school'
const name = `test-lesson/${school}/1`
const params = { school, id: '1' }

function declareIn({ services }: TestSite): void {
  services.topics.declare(lesson, {
    mayFollow: ({ memberships }, { school }) => memberships.some(({ organisationId }) => organisationId === school),
  })
}

const site = await testSite()
const other = await testSite({}, { beside: site })
for (const each of [site, other]) {
  declareIn(each)
  await each.app.listen({ port: 0, host: '127.0.0.1' })
}

interface Said {
  type: string
  topic?: string
  here?: Present[]
  [more: string]: unknown
}

async function open(at: TestSite, person: Person) {
  const key = (await person.call(getSession)).result.login?.key ?? ''
  const { port } = at.app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}${gatewayPath}?key=${key}`, {
    headers: { cookie: `lantern_session=${person.cookies.lantern_session}` },
  })
  const said: Said[] = []
  socket.on('message', (data) => said.push(JSON.parse(String(data))))
  const closed = new Promise<number>((done) => socket.on('close', done))
  const last = (type: string) => said.findLast((one) => one.type === type)
  await expect.poll(() => last('READY'), { interval: 5 }).toBeDefined()
  return {
    key,
    socket,
    said,
    closed,
    last,
    ask: (type: 'FOLLOW' | 'UNFOLLOW', topic = name) => socket.send(JSON.stringify({ type, topic })),
    heard: (type: string) => expect.poll(() => last(type), { interval: 5 }).toBeDefined(),
    namesHere: () => last('TOPIC_PRESENCE')?.here?.map((one) => one.name),
  }
}

async function follow(at: TestSite, person: Person) {
  const page = await open(at, person)
  page.ask('FOLLOW')
  await page.heard('TOPIC_FOLLOWING')
  return page
}

const publish = (message: { type: 'SAVED'; version: number; note?: string }) =>
  inTransaction(site.db, (trx) => site.services.topics.publish(trx, lesson, params, message))

test('what is published in a transaction reaches the followers in every process once it is committed, and only them', async () => {
  const ada = await follow(site, await site.user({ member: 'learner' }))
  const bob = await follow(other, await site.user({ member: 'educator' }))
  const elsewhere = await open(site, await site.user({ member: 'learner' }))
  const gone = await follow(site, await site.user({ member: 'learner' }))
  gone.ask('UNFOLLOW')
  await expect.poll(() => ada.last('TOPIC_PRESENCE')?.here?.length, { interval: 5 }).toBe(2)

  const failing = inTransaction(site.db, async (trx) => {
    await site.services.topics.publish(trx, lesson, params, { type: 'SAVED', version: 1 })
    throw new Error('nothing came of it')
  })
  await expect(failing).rejects.toThrow('nothing came of it')
  await publish({ type: 'SAVED', version: 2 })
  for (const page of [ada, bob]) {
    await page.heard('SAVED')
    expect(page.said.filter(({ type }) => type === 'SAVED')).toEqual([{ type: 'SAVED', version: 2, topic: name }])
  }
  expect([elsewhere.last('SAVED'), gone.last('SAVED')]).toEqual([undefined, undefined])
  for (const page of [ada, bob, elsewhere, gone]) page.socket.close()
  await Promise.all([ada, bob, elsewhere, gone].map(({ closed }) => closed))
})

test('who may not follow is told so, as is who asks for a topic that there is none of', async () => {
  const stranger = await open(site, await site.user())
  for (const asked of [name, 'test-lesson/1', 'nothing', 'account/u_other', '../test-lesson/%00/%zz']) {
    stranger.said.length = 0
    stranger.ask('FOLLOW', asked)
    await stranger.heard('TOPIC_ENDED')
    expect(stranger.said).toEqual([{ type: 'TOPIC_ENDED', topic: asked }])
  }
  await publish({ type: 'SAVED', version: 3 })
  await site.services.events.caughtUp()
  expect(stranger.last('SAVED')).toBeUndefined()
  stranger.socket.close()
  await stranger.closed
})

test('a membership that ends, ends its topics in every process and leaves the connection; a session that ends, ends all', async () => {
  const leaving = await site.user({ member: 'learner' })
  const admin = await site.user({ member: 'admin' })
  const page = await follow(other, leaving)
  const body = { userId: leaving.id, role: null }
  expect(await admin.call(changeMember, { params: { id: school }, body })).toMatchObject({ status: 200 })
  await page.heard('TOPIC_ENDED')
  expect(page.last('TOPIC_ENDED')).toEqual({ type: 'TOPIC_ENDED', topic: name })
  // the organisation's own is not for outsiders either
  page.ask('FOLLOW', `organisation/${school}`)
  const ofSchool = { type: 'TOPIC_ENDED', topic: `organisation/${school}` }
  await expect.poll(() => page.last('TOPIC_ENDED'), { interval: 5 }).toEqual(ofSchool)
  await publish({ type: 'SAVED', version: 4 })
  await other.services.events.caughtUp()
  page.ask('FOLLOW')
  await expect.poll(() => page.said.filter(({ type }) => type === 'TOPIC_ENDED').length, { interval: 5 }).toBe(3)
  expect(page.said.filter(({ version }) => version === 4)).toEqual([])
  expect(page.socket.readyState).toBe(WebSocket.OPEN)

  await leaving.call(revokeSession, { body: { sessionId: page.key } })
  expect(await page.closed).toBe(4401)
})

test('a person taken out of a class hears of it in every process; a person who was in none, and others, do not', async () => {
  const admin = await site.user({ member: 'admin' })
  const [leaving, outside] = [await site.user({ member: 'learner' }), await site.user({ member: 'learner' })]
  const params = { id: school }
  const { id: classId } = (await admin.call(saveClass, { params, body: { name: `class of ${leaving.id}` } })).result
  const change = (body: { add: string[]; remove: string[] }) =>
    admin.call(changeClassMembers, { params: { ...params, classId }, body })
  await change({ add: [leaving.id], remove: [] })
  const [page, stranger] = [await follow(other, leaving), await follow(site, outside)]
  for (const [who, { id }] of [
    [page, leaving],
    [stranger, outside],
  ] as const)
    who.ask('FOLLOW', `classes/${id}`)
  stranger.ask('FOLLOW', `classes/${leaving.id}`)
  const ended = { type: 'TOPIC_ENDED', topic: `classes/${leaving.id}` }
  await expect.poll(() => stranger.last('TOPIC_ENDED'), { interval: 5 }).toEqual(ended)
  expect((await change({ add: [], remove: [leaving.id, outside.id] })).status).toBe(200)
  await page.heard('CLASS_LEFT')
  await site.services.events.caughtUp()
  expect(stranger.last('CLASS_LEFT')).toBeUndefined()
  for (const { socket, closed } of [page, stranger]) {
    socket.close()
    await closed
  }
})

test('who is here is shown to all who follow, over several processes, as they come, go, and as their process is lost', async () => {
  const third = await testSite({}, { beside: site })
  declareIn(third)
  await third.app.listen({ port: 0, host: '127.0.0.1' })
  const people = await Promise.all(['林知远', '周老师', '陈一'].map((name) => site.user({ member: 'educator', name })))
  const [ada, bob, cy] = [
    await follow(site, people[0] as Person),
    await follow(other, people[1] as Person),
    await follow(third, people[2] as Person),
  ]
  for (const page of [ada, bob, cy])
    await expect.poll(() => page.namesHere()?.sort(), { interval: 5 }).toEqual(['周老师', '林知远', '陈一'])
  // each knows which of them it is itself
  const own = ada.last('TOPIC_FOLLOWING')?.id
  expect(ada.last('TOPIC_PRESENCE')?.here?.find(({ id }) => id === own)).toMatchObject({
    userId: people[0]?.id,
    name: '林知远',
  })
  bob.socket.close()
  await expect.poll(() => cy.namesHere()?.sort(), { interval: 5 }).toEqual(['林知远', '陈一'])
  third.app.gateway.close()
  await expect.poll(() => ada.namesHere(), { interval: 5 }).toEqual(['林知远'])
  ada.socket.close()
  await ada.closed
})

test('a heartbeat is one message of the process, whatever the number of its connections', async () => {
  const pages = [
    await follow(site, await site.user({ member: 'learner' })),
    await follow(site, await site.user({ member: 'learner' })),
  ]
  await expect.poll(() => pages.map((page) => page.namesHere()?.length), { interval: 5 }).toEqual([2, 2])
  await other.services.events.caughtUp()
  const signs: object[] = []
  other.services.events.listen([presenceTold], (told) => told && signs.push(told))
  for (let n = 0; n < 30; n++) site.app.gateway.beat()
  await expect.poll(() => signs, { interval: 5 }).toEqual([{ from: expect.any(String) }])
  for (const { socket } of pages) socket.close()
  await Promise.all(pages.map(({ closed }) => closed))
})

test('after a broken channel followers are told that messages may be missing, and who is here is asked for again', async () => {
  const ada = await follow(site, await site.user({ member: 'learner', name: '林知远' }))
  const bob = await follow(other, await site.user({ member: 'learner', name: '周老师' }))
  await expect.poll(() => ada.namesHere()?.length, { interval: 5 }).toBe(2)
  await runSql(
    site.db,
    `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'lantern-channels' and datname = current_database()`,
  )
  await Promise.all([ada, bob].map((page) => page.heard('TOPIC_GAP')))
  await expect.poll(() => [ada, bob].map((page) => page.namesHere()?.length), { interval: 5 }).toEqual([2, 2])
  for (const { socket } of [ada, bob]) socket.close()
  await Promise.all([ada.closed, bob.closed])
})

test('a message of another shape, or a long one, is a fault of its author and no message', async () => {
  await expect(publish({ type: 'SAVED' } as never)).rejects.toThrow('has another shape')
  await expect(publish({ type: 'SAVED', version: 1, secret: 'x' } as never)).rejects.toThrow('has another shape')
  await expect(publish({ type: 'SAVED', version: 1, note: '长'.repeat(2_000) })).rejects.toThrow('4000 bytes')
  expect(() => site.services.topics.declare(lesson as Topic, { mayFollow: () => true })).toThrow('Two declarations')
})

test('a browser follows so many topics and no more', async () => {
  const ada = await open(site, await site.user({ member: 'learner' }))
  for (let n = 1; n < gatewayLimits.topicsPerSocket; n++) ada.ask('FOLLOW', `test-lesson/${school}/${n}`)
  ada.ask('FOLLOW', `test-lesson/${school}/more`)
  await ada.heard('TOPIC_ENDED')
  expect(ada.said.filter(({ type }) => type === 'TOPIC_FOLLOWING')).toHaveLength(gatewayLimits.topicsPerSocket - 1)
  expect(ada.last('TOPIC_ENDED')?.topic).toBe(`test-lesson/${school}/more`)
  ada.socket.close()
  await ada.closed
})
