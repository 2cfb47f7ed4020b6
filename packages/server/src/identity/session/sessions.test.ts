import { getSession, signOut } from '@lantern/contract/identity/session.ts'
import {
  listSessions,
  readSessionNotice,
  revokeOtherSessions,
  revokeSession,
} from '@lantern/contract/identity/session-list.ts'
import { readOutbox, sendSmsCode, signInBySms } from '@lantern/contract/identity/sms.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { type Person, type TestSite, testSite } from '#testing/site.ts'
import { endSessions, openSession } from './sessions.ts'

const site = await testSite()
const besideIt = await testSite({}, { beside: site })

const browsers = {
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
}
let phones = 13_600_000_000

function freshPhone(): string {
  return String(++phones)
}

interface Arrival {
  at?: TestSite
  as?: Person
  userAgent: string
  ip?: string
  headers?: Record<string, string>
}

/** Signs in as a browser at an address does. */
async function enter(phone: string, arrival: Arrival): Promise<Person> {
  const person = arrival.as ?? (arrival.at ?? site).guest()
  const remoteAddress = arrival.ip ?? '198.51.100.7'
  const headers = { ...arrival.headers, 'user-agent': arrival.userAgent }
  const { csrfToken } = (await person.inject({ method: 'GET', url: '/api/session' })).json()
  const post = (path: string, payload: object) =>
    person.inject({ method: 'POST', url: `${path}?_csrf=${csrfToken}`, payload, headers, remoteAddress })
  await post(sendSmsCode.path, { smsType: 'main_login', mobile: phone })
  const { result } = await site.guest().call(readOutbox, { query: { to: phone } })
  const code = result.messages[0]?.code ?? ''
  expect((await post(signInBySms.path, { smsType: 'main_login', mobile: phone, code })).statusCode).toBe(200)
  site.clock.advance({ minutes: 2 })
  return person
}

async function sessionOf(person: Person) {
  return (await person.call(getSession)).result
}

test('signing in on the same kind of device ends the older session, which is told once by which device', async () => {
  const phone = freshPhone()
  const old = await enter(phone, { userAgent: browsers.windows })
  const phoneOfMine = await enter(phone, { userAgent: browsers.iphone })
  const now = await enter(phone, { userAgent: browsers.mac, ip: '203.0.113.9' })
  expect((await sessionOf(now)).user?.phone).toBe(phone)
  expect((await sessionOf(phoneOfMine)).user?.phone).toBe(phone)

  const told = await sessionOf(old)
  expect(told).toMatchObject({ user: null, login: null, ended: { reason: 'other_device' } })
  expect(told.ended?.by).toMatchObject({
    deviceType: 'desktop',
    device: 'macOS',
    browser: 'Firefox 144',
    ip: '203.0.113.9',
  })
  expect((await sessionOf(old)).ended?.reason).toBe('other_device')
  await old.call(readSessionNotice)
  expect(old.cookies.lantern_session).toBe('')
  expect((await sessionOf(old)).ended).toBeNull()
})

test('a new device is told to the other devices, with device, browser, address and country, until it is read [IDENT-018]', async () => {
  const proxied = await testSite({ TRUST_PROXY: 'true', COUNTRY_HEADER: 'CF-IPCountry' }, { beside: site })
  const phone = freshPhone()
  const desktop = await enter(phone, { userAgent: browsers.windows })
  expect((await sessionOf(desktop)).login?.notice).toBeNull()

  const headers = { 'x-forwarded-for': '203.0.113.5', 'cf-ipcountry': 'sg' }
  await enter(phone, { at: proxied, userAgent: browsers.iphone, headers })

  expect((await sessionOf(desktop)).login?.notice).toEqual({
    sessionId: expect.stringMatching(/^ls_/),
    deviceType: 'mobile',
    device: 'iPhone',
    browser: 'Safari 18',
    ip: '203.0.113.5',
    country: 'SG',
    at: expect.any(String),
  })
  await desktop.call(readSessionNotice)
  const read = await sessionOf(desktop)
  expect(read.login?.notice).toBeNull()
  expect(read.user?.phone).toBe(phone)
})

test('a device, browser and address that the account was seen with before is no news', async () => {
  const phone = freshPhone()
  const desktop = await enter(phone, { userAgent: browsers.windows })
  await enter(phone, { userAgent: browsers.iphone })
  await desktop.call(readSessionNotice)
  // the same phone a week and a browser update later
  site.clock.advance({ days: 7 })
  await enter(phone, { userAgent: browsers.iphone.replace('Version/18.5', 'Version/18.6') })
  expect((await sessionOf(desktop)).login?.notice).toBeNull()
  await enter(phone, { userAgent: browsers.iphone, ip: '203.0.113.77' })
  expect((await sessionOf(desktop)).login?.notice?.ip).toBe('203.0.113.77')
})

test('a country is believed from a proxy that is trusted, and from nobody else', async () => {
  const open = await testSite({ COUNTRY_HEADER: 'CF-IPCountry' }, { beside: site })
  const phone = freshPhone()
  const person = await enter(phone, { at: open, userAgent: browsers.mac, headers: { 'cf-ipcountry': 'SG' } })
  expect((await person.call(listSessions)).result.sessions[0]?.country).toBeNull()
})

test('a country database that cannot be read costs the country and not the sign-in', async () => {
  const without = await testSite({ COUNTRY_DATABASE: '/nowhere/countries.mmdb' }, { beside: site })
  const person = await enter(freshPhone(), { at: without, userAgent: browsers.mac })
  expect((await person.call(listSessions)).result.sessions[0]?.country).toBeNull()
})

test('the list shows where a person is signed in, this device first, and one of them can be ended', async () => {
  const phone = freshPhone()
  const desktop = await enter(phone, { userAgent: browsers.windows })
  const mobile = await enter(phone, { userAgent: browsers.iphone })
  const { sessions } = (await desktop.call(listSessions)).result
  expect(sessions.map(({ current, deviceType, browser }) => [current, deviceType, browser])).toEqual([
    [true, 'desktop', 'Chrome 141'],
    [false, 'mobile', 'Safari 18'],
  ])
  const sessionId = sessions[1]?.sessionId ?? ''
  expect((await desktop.call(revokeSession, { body: { sessionId } })).status).toBe(200)
  expect(await sessionOf(mobile)).toMatchObject({ user: null, ended: { reason: 'revoked', by: null } })
  expect((await desktop.call(listSessions)).result.sessions).toHaveLength(1)
  expect((await desktop.call(revokeSession, { body: { sessionId } })).status).toBe(404)
})

test('the session of somebody else cannot be ended, and its id tells nothing', async () => {
  const [ada, bob] = [await site.user(), await site.user()]
  const theirs = (await bob.call(listSessions)).result.sessions[0]?.sessionId ?? ''
  const foreign = await ada.call(revokeSession, { body: { sessionId: theirs } })
  const unknown = await ada.call(revokeSession, { body: { sessionId: 'ls_unknown' } })
  expect([foreign.status, foreign.result]).toEqual([404, unknown.result])
  expect((await sessionOf(bob)).user?.id).toBe(bob.id)
})

test('all other sessions can be ended at once', async () => {
  const phone = freshPhone()
  const desktop = await enter(phone, { userAgent: browsers.windows })
  const mobile = await enter(phone, { userAgent: browsers.iphone })
  expect((await mobile.call(revokeOtherSessions)).result).toEqual({ ended: 1 })
  expect((await sessionOf(desktop)).user).toBeNull()
  expect((await sessionOf(mobile)).user?.phone).toBe(phone)
})

test('ending the session that asks is signing out, and who signed out is told nothing', async () => {
  const person = await site.user()
  const sessionId = (await sessionOf(person)).login?.key ?? ''
  const token = person.cookies.lantern_session ?? ''
  await person.call(revokeSession, { body: { sessionId } })
  expect(person.cookies.lantern_session).toBe('')
  person.cookies.lantern_session = token
  expect(await sessionOf(person)).toMatchObject({ user: null, ended: null })
})

test('a session that is ended is refused at once here, and within a second in another process', async () => {
  const person = await site.user()
  const elsewhere = besideIt.guest()
  elsewhere.cookies.lantern_session = person.cookies.lantern_session ?? ''
  // both processes know who this is, and might remember it
  expect((await sessionOf(person)).user?.id).toBe(person.id)
  expect((await elsewhere.call(getSession)).result.user?.id).toBe(person.id)
  await inTransaction(site.db, (trx) =>
    endSessions(site.services, trx, { userId: person.id, reason: 'replaced' }, site.clock.now()),
  )
  expect((await sessionOf(person)).user).toBeNull()
  await expect.poll(async () => (await elsewhere.call(getSession)).result.user).toBeNull()
})

test('twenty sign-ins of one person at once leave one session', async () => {
  const person = await site.user()
  const session = { userId: person.id, deviceType: 'desktop', userAgent: '', ip: '127.0.0.1' } as const
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      openSession((n % 2 ? site : besideIt).services, (n % 2 ? site : besideIt).db, {
        ...session,
        now: site.clock.now(),
      }),
    ),
  )
  const open = await site.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', person.id)
    .where('ended_at', 'is', null)
    .execute()
  expect(open).toHaveLength(1)
})

test('a token that was planted before signing in opens nothing afterwards', async () => {
  const phone = freshPhone()
  const victim = site.guest()
  const planted = 'A'.repeat(43)
  victim.cookies.lantern_session = planted
  await enter(phone, { userAgent: browsers.windows, as: victim })
  expect(victim.cookies.lantern_session).not.toBe(planted)
  const thief = site.guest()
  thief.cookies.lantern_session = planted
  expect((await sessionOf(thief)).user).toBeNull()
})

test('a browser that names itself with lines and markup breaks neither header nor list', async () => {
  const phone = freshPhone()
  const person = await enter(phone, { userAgent: 'Evil\t<script>alert(1)</script> \u00e9\u00e9 Set-Cookie: a=b' })
  const rows = (await person.call(listSessions)).result.sessions
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('<script>')
  const stored = await site.db
    .selectFrom('sessions')
    .select('user_agent')
    .where('id', '=', rows[0]?.sessionId ?? '')
    .executeTakeFirstOrThrow()
  expect(stored.user_agent).toMatch(/^[\x20-\x7e]*$/)
  await person.call(signOut)
})

test('a session that is used every week lasts three months and no longer, and one that is not used a month', async () => {
  const used = await site.learner()
  const left = await site.learner()
  const isIn = async (person: Person) => (await sessionOf(person)).user !== null
  for (let week = 1; week <= 12; week++) {
    site.clock.advance({ days: 7 })
    expect(await isIn(used), `week ${week}`).toBe(true)
  }
  expect(await isIn(left)).toBe(false)
  site.clock.advance({ days: 6 })
  expect(await isIn(used)).toBe(false)
})
