import { getSession } from '@lantern/contract/identity/session.ts'
import { readOutbox, sendSmsCode, signInBySms } from '@lantern/contract/identity/sms.ts'
import { expect, test } from 'vitest'
import { testRedis } from '#testing/redis.ts'
import { type Person, type TestSite, testSite } from '#testing/site.ts'
import { smsLimits } from './sms-codes.ts'

// Two processes over one PostgreSQL and one Redis: what one of them allowed, the other knows.

const redis = await testRedis()
const here = await testSite({ REDIS_URL: redis.url })
const there = await testSite({ REDIS_URL: redis.url }, { beside: here })
let phones = 13_400_000_000

function freshPhone(): string {
  return String(++phones)
}

/** The n-th request goes to one process or the other. */
function turn(n: number): TestSite {
  return n % 2 ? here : there
}

async function post(site: TestSite, path: string, payload: object, ip: string, person: Person = site.guest()) {
  const { csrfToken } = (await person.call(getSession)).result
  const response = await person.inject({
    method: 'POST',
    url: `${path}?_csrf=${csrfToken}`,
    payload,
    remoteAddress: ip,
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers, person }
}

function send(site: TestSite, mobile: string, ip = '198.51.100.1') {
  return post(site, sendSmsCode.path, { smsType: 'main_login', mobile }, ip)
}

function attempt(site: TestSite, mobile: string, code: string, ip = '198.51.100.1', person?: Person) {
  return post(site, signInBySms.path, { smsType: 'main_login', mobile, code }, ip, person)
}

async function codeOf(phone: string): Promise<string> {
  const { result } = await here.guest().call(readOutbox, { query: { to: phone } })
  return result.messages[0]?.code ?? ''
}

function wrong(code: string, n: number): string {
  return String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0')
}

test('a phone gets one code a minute, whichever process is asked, and however many ask at once', async () => {
  const phone = freshPhone()
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => send(turn(n), phone)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(39)
  expect(Number(answers.find(({ status }) => status === 429)?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await here.guest().call(readOutbox, { query: { to: phone } })).result.messages).toHaveLength(1)
})

test('one address gets so many codes an hour from both processes together, another address its own', async () => {
  const ip = '198.51.100.20'
  let sent = 0
  for (let n = 0; n < smsLimits.addressPerHour + 6; n++)
    if ((await send(turn(n), freshPhone(), ip)).status === 200) sent++
  expect(sent).toBe(smsLimits.addressPerHour)
  expect((await send(there, freshPhone(), '198.51.100.21')).status).toBe(200)
})

test('a thousand addresses together send one phone only so many codes a day', async () => {
  const phone = freshPhone()
  let sent = 0
  for (let n = 0; n < smsLimits.phonePerDay + 6; n++) {
    if ((await send(turn(n), phone, `203.0.113.${n}`)).status === 200) sent++
    here.clock.advance({ minutes: 1 })
  }
  expect(sent).toBe(smsLimits.phonePerDay)
})

test('a code is guessed at five times in both processes together, then not even the right one works', async () => {
  const phone = freshPhone()
  await send(here, phone)
  const code = await codeOf(phone)
  await Promise.all(Array.from({ length: 12 }, (_, n) => attempt(turn(n), phone, wrong(code, n))))
  const late = await attempt(there, phone, code)
  expect(late).toMatchObject({ status: 422, body: { code: 'sms_code_invalid' } })
  expect(late.body.user).toBeUndefined()
})

test('one address has so many guesses an hour over all phones and both processes', async () => {
  const ip = '198.51.100.40'
  const answers: number[] = []
  for (let n = 0; n < smsLimits.triesPerAddressPerHour + 4; n++) {
    answers.push((await attempt(turn(n), freshPhone(), '000000', ip)).status)
  }
  expect(answers.filter((status) => status === 422)).toHaveLength(smsLimits.triesPerAddressPerHour)
  expect(answers.slice(-4)).toEqual([429, 429, 429, 429])
})

test('twenty sign-ins with one code at once, in two processes, make one account and one session', async () => {
  const phone = freshPhone()
  await send(here, phone)
  const code = await codeOf(phone)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => attempt(turn(n), phone, code, `192.0.2.${n}`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(19)
  const sessions = await here.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('users.phone', '=', phone)
    .execute()
  expect(sessions).toHaveLength(1)
})

test('a code that was used is worth nothing, in either process, on any later day', async () => {
  const phone = freshPhone()
  await send(here, phone)
  const code = await codeOf(phone)
  expect((await attempt(here, phone, code)).status).toBe(200)
  expect((await attempt(there, phone, code)).status).toBe(422)
  here.clock.advance({ minutes: 2 })
  await send(here, phone)
  const newer = await codeOf(phone)
  if (newer !== code) expect((await attempt(there, phone, code)).status).toBe(422)
  here.clock.advance({ minutes: 11 })
  expect((await attempt(there, phone, newer)).status).toBe(422)
})

test('a known phone and an unknown one get the same answers, headers and number of statements', async () => {
  const [known, unknown] = [freshPhone(), freshPhone()]
  await send(here, known)
  await attempt(here, known, await codeOf(known))
  here.clock.advance({ hours: 2 })
  const watched = async (phone: string, ip: string) => {
    const person = here.guest()
    await person.call(getSession)
    const answers: unknown[] = []
    for (const act of [
      () => post(here, sendSmsCode.path, { smsType: 'main_login', mobile: phone }, ip, person),
      () => attempt(here, phone, '000000', ip, person),
    ]) {
      let answer: Awaited<ReturnType<typeof act>> | undefined
      const queries = await here.countQueries(async () => {
        answer = await act()
      })
      const { date: _, ...headers } = answer?.headers ?? {}
      answers.push({ queries, status: answer?.status, body: answer?.body, headers })
    }
    return answers
  }
  expect(await watched(known, '192.0.2.201')).toEqual(await watched(unknown, '192.0.2.202'))
})

test('signing in ends the session that the browser came with, so a planted one leads nowhere', async () => {
  const attacker = await here.user()
  const planted = attacker.cookies.lantern_session ?? ''
  const victim = here.guest()
  victim.cookies.lantern_session = planted
  const phone = freshPhone()
  await send(here, phone)
  const entered = await attempt(here, phone, await codeOf(phone), '198.51.100.1', victim)
  expect(entered.status).toBe(200)
  expect(victim.cookies.lantern_session).not.toBe(planted)
  const thief = there.guest()
  thief.cookies.lantern_session = planted
  expect((await thief.call(getSession)).result.user).toBeNull()
  expect((await victim.call(getSession)).result.user?.phone).toBe(phone)
})

test('line ends in the browser’s name or in a parameter make no header', async () => {
  const phone = freshPhone()
  await send(here, phone)
  const person = here.guest()
  const { csrfToken } = (await person.call(getSession)).result
  const split = '%0d%0aSet-Cookie:%20evil=1'
  const response = await person.inject({
    method: 'POST',
    url: `${signInBySms.path}?_csrf=${csrfToken}`,
    payload: { smsType: 'main_login', mobile: phone, code: await codeOf(phone) },
    headers: { 'user-agent': `Mozilla ${split}`, referer: `/auth/login?redirect_to=${split}` },
  })
  expect(response.statusCode).toBe(200)
  const set = [response.headers['set-cookie'] ?? []].flat()
  expect(set.filter((line) => line.startsWith('evil'))).toEqual([])
  expect(JSON.stringify(response.headers)).not.toContain('evil')
})
