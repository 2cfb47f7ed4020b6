import type { AddressInfo } from 'node:net'
import { sessionOpened } from '@lantern/contract/identity/events.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { listSessions, revokeSession } from '@lantern/contract/identity/session-list.ts'
import { verifyUserLogin } from '@lantern/contract/realtime/gateway.ts'
import { gatewayPath } from '@lantern/contract/realtime/gateway-rules.ts'
import { expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { openSession } from '#identity/index.ts'
import { runSql } from '#kit/sql.ts'
import { testRedis } from '#testing/redis.ts'
import { type Person, type TestSite, testSite } from '#testing/site.ts'
import { gatewayChecks } from '#testing/two/gateway-checks.ts'
import { settingsForTwo, sideBySide } from '#testing/two/two-sites.ts'
import { gatewayLimits } from './gateway.ts'

const redis = await testRedis()
const settings = { ...settingsForTwo, REDIS_URL: redis.url }
const site = await testSite(settings)
const other = await testSite(settings, { beside: site })
const alone = await testSite(
  { GATEWAY_SOCKETS_PER_ADDRESS: '3', USER_CONTENT_URL: 'http://content.test' },
  { beside: site },
)
await alone.app.listen({ port: 0, host: '127.0.0.1' })

const beside = await sideBySide(site, other)

interface Said {
  type: string
  key?: string
  data?: Record<string, unknown>
}

interface Client {
  socket: WebSocket
  said: Said[]
  closed: Promise<number>
}

function addressOf({ app }: TestSite): string {
  return `127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

function connect(to: TestSite, person: Person, key: string, headers: Record<string, string> = {}): Client {
  const cookie = `lantern_session=${person.cookies.lantern_session ?? ''}`
  const socket = new WebSocket(`ws://${addressOf(to)}${gatewayPath}?key=${key}&commit=abc123&region=01`, {
    headers: { cookie, ...headers },
  })
  const said: Said[] = []
  socket.on('message', (data) => said.push(JSON.parse(String(data))))
  socket.on('error', () => undefined)
  return { socket, said, closed: new Promise((done) => socket.on('close', done)) }
}

async function keyOf(person: Person): Promise<string> {
  return (await person.call(getSession)).result.login?.key ?? ''
}

async function ready(client: Client): Promise<Client> {
  await expect.poll(() => client.said[0]?.type, { interval: 5 }).toBe('READY')
  return client
}

/** The status that a refused upgrade is answered with. */
function refusal(to: TestSite, person: Person, key: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((done) => {
    const { socket } = connect(to, person, key, headers)
    socket.on('unexpected-response', (_request, response) => done(response.statusCode ?? 0))
    socket.on('open', () => done(101))
  })
}

function signInAgain(at: TestSite, person: Person, deviceType: 'desktop' | 'mobile') {
  return openSession(at.services, at.db, {
    userId: person.id,
    deviceType,
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1',
    ip: '203.0.113.5',
    now: at.clock.now(),
  })
}

test('a browser with the cookie of a session and its login key is ready, and may have the device verified [RT-011] [RT-012]', async () => {
  const ada = await site.user()
  const key = await keyOf(ada)
  const client = await ready(connect(site, ada, key))
  expect(client.said).toEqual([{ type: 'READY', key }])
  expect(await ada.call(verifyUserLogin, { body: { lskey: key, userId: ada.id } })).toMatchObject({
    status: 200,
    result: { success: true },
  })
  client.socket.close()
})

test('a forged key, the key of another, no key and no cookie are INVALID_LS, and the door closes', async () => {
  const [ada, bob] = [await site.user(), await site.user()]
  const [adasKey, bobsKey] = [await keyOf(ada), await keyOf(bob)]
  for (const [person, key] of [
    [ada, bobsKey],
    [ada, `${adasKey}x`],
    [ada, ''],
    [site.guest(), adasKey],
  ] as const) {
    const client = connect(site, person, key)
    expect(await client.closed).toBe(4401)
    expect(client.said).toEqual([{ type: 'INVALID_LS' }])
  }
  for (const body of [
    { lskey: bobsKey, userId: ada.id },
    { lskey: adasKey, userId: bob.id },
  ]) {
    expect(await ada.call(verifyUserLogin, { body })).toMatchObject({
      status: 422,
      result: { code: 'login_key_invalid' },
    })
  }
  expect((await site.guest().call(verifyUserLogin, { body: { lskey: adasKey, userId: ada.id } })).status).toBe(401)
})

test('with Redis away the site starts and goes on by PostgreSQL', async () => {
  const without = await testSite({ REDIS_URL: 'redis://127.0.0.1:1' }, { beside: site })
  const ada = await site.user()
  const desktop = await ready(connect(site, ada, await keyOf(ada)))
  await signInAgain(without, ada, 'desktop')
  await desktop.closed
  expect(desktop.said.map(({ type }) => type)).toEqual(['READY', 'DESKTOP'])
})

test('a revoked session is dismissed in every process, and the events that were missed are made up for', async () => {
  const ada = await site.user()
  const key = await keyOf(ada)
  const there = await ready(connect(other, ada, key))
  await ada.call(revokeSession, { body: { sessionId: key } })
  expect(await there.closed).toBe(4401)
  expect(there.said[1]).toEqual({ type: 'INVALID_LS' })

  const bob = await site.user()
  const missed = await ready(connect(alone, bob, await keyOf(bob)))
  await site.db
    .updateTable('sessions')
    .set({ ended_at: new Date(), end_reason: 'revoked' })
    .where('user_id', '=', bob.id)
    .execute()
  // the channel breaks and comes back: messages sent meanwhile are looked up
  await runSql(
    site.db,
    `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'lantern-channels' and datname = current_database()`,
  )
  expect(await missed.closed).toBe(4401)
})

test('a page of another site cannot open a socket with the cookies of this one', async () => {
  const ada = await site.user()
  const key = await keyOf(ada)
  expect(await refusal(site, ada, key, { origin: 'https://evil.example' })).toBe(403)
  expect(await refusal(site, ada, key, { origin: 'null' })).toBe(403)
  expect(await refusal(site, ada, key, { origin: `http://${addressOf(site)}` })).toBe(101)
})

test('words that are too long, no words of ours, and too many of them end the connection', async () => {
  const ada = await site.user()
  const key = await keyOf(ada)
  const say = async (text: string, times = 1) => {
    const client = await ready(connect(site, ada, key))
    for (let n = 0; n < times; n++) client.socket.send(text)
    return client
  }
  expect(await (await say('x'.repeat(gatewayLimits.messageBytes + 1))).closed).toBe(1009)
  expect(await (await say('hello')).closed).toBe(1008)
  const question = JSON.stringify({ type: 'READY', key, userId: ada.id })
  expect(await (await say(question, gatewayLimits.questionsPerBeat + 1)).closed).toBe(1008)
  const foreign = await say(JSON.stringify({ type: 'READY', key: 'ls_other', userId: ada.id }))
  expect(await foreign.closed).toBe(4401)
  const good = await say(question)
  await expect
    .poll(() => good.said, { interval: 5 })
    .toEqual([
      { type: 'READY', key },
      { type: 'READY', key },
    ])
  good.socket.close()
})

test('a browser that does not read is dropped before it fills the memory', async () => {
  const ada = await site.user()
  const client = await ready(connect(site, ada, await keyOf(ada)))
  client.socket.pause()
  const device = {
    sessionId: 'x'.repeat(6_000),
    deviceType: 'desktop',
    device: null,
    browser: null,
    ip: '',
    country: null,
    at: '',
  } as const
  const event = {
    userId: ada.id,
    sessionId: 'ls_x',
    deviceType: 'desktop',
    device,
    isKnown: true,
    isOnly: false,
  } as const
  const before = site.app.gateway.size
  // one after the other as they come from PostgreSQL, until the kernel takes no more and what waits is too much
  for (let n = 0; n < 5_000 && site.app.gateway.size === before; n++) {
    await site.services.events.emit(site.db, sessionOpened, event)
  }
  await expect.poll(() => site.app.gateway.size, { interval: 5 }).toBe(before - 1)
  client.socket.terminate()
})

test('a browser that does not answer the heartbeat is dropped, one that does stays', async () => {
  const ada = await site.user()
  const key = await keyOf(ada)
  const deaf = await ready(connect(alone, ada, key))
  deaf.socket.pause()
  const awake = await ready(connect(alone, ada, key))
  const pinged = new Promise((done) => awake.socket.once('ping', done))
  const { gateway } = alone.app
  const before = gateway.size
  const beat = gateway.beat.bind(gateway)
  // its own heartbeat would come in between
  const own = vi.spyOn(gateway, 'beat').mockReturnValue()
  const round = () => Array.from({ length: 30 }, () => beat())
  round()
  await pinged
  // the answer to the heartbeat went before this one, so it is there when READY comes back
  awake.socket.send(JSON.stringify({ type: 'READY', key, userId: ada.id }))
  await expect.poll(() => awake.said.length, { interval: 5 }).toBe(2)
  round()
  await expect.poll(() => gateway.size, { interval: 5 }).toBe(before - 1)
  expect(awake.socket.readyState).toBe(WebSocket.OPEN)
  own.mockRestore()
  awake.socket.close()
  deaf.socket.terminate()
})

test('a person holds so many connections, an address so many, and wrong keys shut the door', async () => {
  const ada = await site.user()
  const key = await keyOf(ada)
  const first = await ready(connect(site, ada, key))
  const more = Array.from({ length: gatewayLimits.socketsPerUser }, () => connect(site, ada, key))
  expect(await first.closed).toBe(4429)
  for (const client of more) await ready(client)
  for (const { socket } of more) socket.close()

  await expect.poll(() => alone.app.gateway.size).toBe(0)
  const three = [connect(alone, ada, key), connect(alone, ada, key), connect(alone, ada, key)]
  for (const client of three) await ready(client)
  expect(await refusal(alone, ada, key)).toBe(429)
  for (const { socket } of three) socket.close()
  await expect.poll(() => alone.app.gateway.size).toBe(0)

  for (let n = 0; n < 60; n++) await connect(other, ada, 'ls_guess').closed
  expect(await refusal(other, ada, key)).toBe(429)
})

test('a process that stops says so to every browser', async () => {
  const stopping = await testSite({}, { beside: site })
  await stopping.app.listen({ port: 0, host: '127.0.0.1' })
  const ada = await site.user()
  const client = await ready(connect(stopping, ada, await keyOf(ada)))
  stopping.app.gateway.close()
  expect(await client.closed).toBe(1001)
  expect(await refusal(stopping, ada, await keyOf(ada))).toBe(503)
})

test('the login key is shown to its own session and is worth nothing without the cookie', async () => {
  const ada = await site.user()
  const key = await keyOf(ada)
  expect((await ada.call(listSessions)).result.sessions[0]?.sessionId).toBe(key)
  const thief = site.guest()
  thief.cookies.lantern_session = key
  expect((await thief.call(getSession)).result.user).toBeNull()
})

// at the end, as connections are broken there: the processes look for what they missed when they are back
gatewayChecks(beside)

test('a connection that is refused before anything else looks at it leaves no socket behind', async () => {
  const connections = () =>
    new Promise<number>((done) => alone.app.server.getConnections((_fault, count) => done(count)))
  const before = await connections()
  const socket = new WebSocket(`ws://${addressOf(alone)}${gatewayPath}`, { headers: { host: 'content.test' } })
  const refusal = await new Promise<Error>((done) => socket.on('error', done))
  expect(refusal.message).toContain('404')
  await expect.poll(connections, { interval: 5 }).toBe(before)
})
