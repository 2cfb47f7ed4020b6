import { changeLanguage, getCurrentUser, getSession, signOut } from '@lantern/contract/identity/session.ts'
import { readOutbox, sendSmsCode, signInBySms } from '@lantern/contract/identity/sms.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testSite } from '#testing/site.ts'
import { ensureDemoAccounts } from './demo-accounts.ts'
import { sendCode, smsLimits } from './sms-codes.ts'

const site = await testSite()
let phones = 13_700_000_000

function freshPhone(): string {
  return String(++phones)
}

async function send(person: Person, mobile: string, smsType: 'main_login' | 'learn' = 'main_login') {
  return person.call(sendSmsCode, { body: { smsType, mobile } })
}

async function codeFor(phone: string): Promise<string> {
  const { result } = await site.guest().call(readOutbox, { query: { to: phone } })
  return result.messages[0]?.code ?? ''
}

async function signIn(person: Person, mobile: string, code?: string) {
  const body = { smsType: 'main_login' as const, mobile, code: code ?? (await codeFor(mobile)) }
  return person.call(signInBySms, { body })
}

function wrong(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

test('a new phone signs in with its code and gets an account, later it is the same account [IDENT-001] [IDENT-023] [IDENT-024] [IDENT-113]', async () => {
  const phone = freshPhone()
  const person = site.guest()
  expect((await send(person, phone)).status).toBe(200)
  const first = await signIn(person, phone)
  expect(first.status).toBe(200)
  expect(first.result).toMatchObject({ userStatus: 'new', user: { phone }, cookie: { Name: 'lantern_session' } })
  expect(first.result.cookie.Value).toBe(person.cookies.lantern_session)

  site.clock.advance({ minutes: 2 })
  const elsewhere = site.guest()
  await send(elsewhere, phone)
  const second = await signIn(elsewhere, phone)
  expect(second.result.userStatus).toBe('exist')
  expect(second.result.user).toEqual(first.result.user)
})

test('the session says who is here with every field of a user [IDENT-020]', async () => {
  const phone = freshPhone()
  const person = site.guest()
  await send(person, phone)
  await signIn(person, phone)
  const { result } = await person.call(getSession)
  expect(Object.keys(result.user ?? {}).sort()).toEqual(
    [
      'id',
      'name',
      'email',
      'phone',
      'authId',
      'avatar',
      'fullName',
      'username',
      'slug',
      'title',
      'anonymous',
      'isBot',
      'isRealName',
      'profilePercent',
      'emailRequired',
      'tfaEndTime',
      'nextUpdateProfileTime',
    ].sort(),
  )
  expect(result.user).toMatchObject({ phone, email: null, isRealName: false, emailRequired: false })
  expect(result.accountStatus).toEqual({ suspend: false, suspendReason: null, suspendUtil: null })
  const current = await person.call(getCurrentUser)
  expect(current.result).toMatchObject({ user: { phone }, groups: [], premium: false, suspend: false })
})

test('phone and code are trimmed on the server too [IDENT-088]', async () => {
  const phone = freshPhone()
  const person = site.guest()
  expect((await send(person, `  ${phone} `)).status).toBe(200)
  expect((await signIn(person, ` ${phone}`, ` ${await codeFor(phone)} `)).status).toBe(200)
})

test('a phone that is missing or malformed is a 400 that names the field [IDENT-082] [IDENT-083] [PLAT-032]', async () => {
  const missing = await send(site.guest(), '  ')
  expect(missing).toMatchObject({ status: 400, result: { code: 'bad_request', details: [{ field: 'mobile' }] } })
  const malformed = await send(site.guest(), '2380000000x')
  expect(malformed.status).toBe(400)
  expect(malformed.result.details?.[0]?.message).not.toBe(missing.result.details?.[0]?.message)
})

test('other words than main_login and learn are refused as smsType [IDENT-112]', async () => {
  const person = site.guest()
  const { csrfToken } = (await person.call(getSession)).result
  const response = await person.inject({
    method: 'POST',
    url: `/api/learn/cn/sms/signUp?_csrf=${csrfToken}`,
    payload: { smsType: 'other', mobile: freshPhone() },
  })
  expect(response.statusCode).toBe(400)
  expect(response.json().details[0].field).toBe('smsType')
})

test('a code of one kind does not work for the other [IDENT-112]', async () => {
  const phone = freshPhone()
  const person = site.guest()
  await send(person, phone, 'learn')
  expect(await signIn(person, phone)).toMatchObject({ status: 422, result: { code: 'sms_code_invalid' } })
})

test('a second code within 60 seconds is refused with the seconds that are left, then sent [IDENT-041]', async () => {
  const phone = freshPhone()
  const person = site.guest()
  await send(person, phone)
  site.clock.advance({ seconds: 59 })
  const early = await send(person, phone)
  expect(early.status).toBe(429)
  expect(early.headers['retry-after']).toBe('1')
  site.clock.advance({ seconds: 1 })
  expect((await send(person, phone)).status).toBe(200)
  const { result } = await site.guest().call(readOutbox, { query: { to: phone } })
  expect(result.messages).toHaveLength(2)
})

test('a hundred requests at once send one message', async () => {
  const phone = freshPhone()
  const person = site.guest()
  await person.call(getSession)
  const answers = await Promise.all(Array.from({ length: 100 }, () => send(person, phone)))
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true)
  const { result } = await site.guest().call(readOutbox, { query: { to: phone } })
  expect(result.messages).toHaveLength(1)
})

test('five wrong tries burn the code, even for the right one afterwards', async () => {
  const phone = freshPhone()
  const person = site.guest()
  await send(person, phone)
  const code = await codeFor(phone)
  for (let i = 0; i < 5; i++) expect((await signIn(person, phone, wrong(code))).status).toBe(422)
  expect(await signIn(person, phone, code)).toMatchObject({ status: 422, result: { code: 'sms_code_invalid' } })
})

test('four wrong tries leave the fifth for the right code', async () => {
  const phone = freshPhone()
  const person = site.guest()
  await send(person, phone)
  const code = await codeFor(phone)
  for (let i = 0; i < 4; i++) await signIn(person, phone, wrong(code))
  expect((await signIn(person, phone, code)).status).toBe(200)
})

test('guesses made all at once do not get more than five tries', async () => {
  const phone = freshPhone()
  const person = site.guest()
  await send(person, phone)
  const code = await codeFor(phone)
  await Promise.all(Array.from({ length: 20 }, () => signIn(person, phone, wrong(code))))
  expect((await signIn(person, phone, code)).status).toBe(422)
})

test('a code works for ten minutes and not longer', async () => {
  const [inTime, late] = [freshPhone(), freshPhone()]
  const person = site.guest()
  await send(person, inTime)
  await send(person, late)
  site.clock.advance({ seconds: 599 })
  expect((await signIn(site.guest(), inTime)).status).toBe(200)
  site.clock.advance({ seconds: 1 })
  expect((await signIn(site.guest(), late)).status).toBe(422)
})

test('one code signs in once, whoever else tries at the same moment', async () => {
  const phone = freshPhone()
  await send(site.guest(), phone)
  const code = await codeFor(phone)
  const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(site.guest(), phone, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await sql`select 1 from users where phone = ${phone}`.execute(site.db)
  expect(rows).toHaveLength(1)
})

test('the code of another phone does not sign in', async () => {
  const [mine, theirs] = [freshPhone(), freshPhone()]
  const person = site.guest()
  await send(person, mine)
  await send(person, theirs)
  expect((await signIn(person, theirs, await codeFor(mine))).status).toBe(
    (await codeFor(mine)) === (await codeFor(theirs)) ? 200 : 422,
  )
})

test('known and unknown phones get the same answer, byte for byte', async () => {
  const known = freshPhone()
  await send(site.guest(), known)
  await signIn(site.guest(), known)
  site.clock.advance({ minutes: 2 })
  const answerFor = async (mobile: string) => {
    const { status, result } = await send(site.guest(), mobile)
    return { status, result }
  }
  expect(await answerFor(known)).toEqual(await answerFor(freshPhone()))
  const guess = async (mobile: string) => {
    const { status, result } = await signIn(site.guest(), mobile, '000000')
    return { status, result }
  }
  site.clock.advance({ minutes: 20 })
  expect(await guess(known)).toEqual(await guess(freshPhone()))
})

test('codes and tokens are stored only as hashes', async () => {
  const phone = freshPhone()
  const person = site.guest()
  await send(person, phone)
  const code = await codeFor(phone)
  await signIn(person, phone, code)
  const { rows } = await sql<{ everything: string }>`
    select coalesce(string_agg(t, ' '), '') as everything from (
      select s::text as t from sessions s union all select c::text from sms_codes c where phone = ${phone}
    ) all_rows`.execute(site.db)
  expect(rows[0]?.everything).not.toContain(code)
  expect(rows[0]?.everything).not.toContain(person.cookies.lantern_session)
})

test('signing in gives a new token and ends the session that was there before', async () => {
  const phone = freshPhone()
  const person = site.guest()
  await send(person, phone)
  await signIn(person, phone)
  const before = person.cookies.lantern_session ?? ''
  site.clock.advance({ minutes: 2 })
  await send(person, phone)
  await signIn(person, phone)
  expect(person.cookies.lantern_session).not.toBe(before)
  const planted = site.guest()
  planted.cookies.lantern_session = before
  expect((await planted.call(getSession)).result.user).toBeNull()
})

test('the session cookie is out of reach of scripts and other sites', async () => {
  const phone = freshPhone()
  const person = site.guest()
  await send(person, phone)
  const { headers } = await signIn(person, phone)
  const cookie = [headers['set-cookie'] ?? []].flat().find((set) => set.startsWith('lantern_session='))
  expect(cookie).toMatch(/HttpOnly/)
  expect(cookie).toMatch(/SameSite=Lax/)
  expect(cookie).toMatch(/Path=\//)
  expect(person.cookies.lantern_session).toMatch(/^[\w-]{43}$/)
})

test('the kind of device is remembered with the session', async () => {
  const phone = freshPhone()
  const person = site.guest()
  await send(person, phone)
  const { csrfToken } = (await person.call(getSession)).result
  await person.inject({
    method: 'POST',
    url: `/api/learn/cn/sms/login?_csrf=${csrfToken}`,
    headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 16; Pixel) Mobile Safari' },
    payload: { smsType: 'main_login', mobile: phone, code: await codeFor(phone) },
  })
  const { rows } = await sql<{ device_type: string }>`
    select device_type from sessions s join users u on u.id = s.user_id where u.phone = ${phone}`.execute(site.db)
  expect(rows).toEqual([{ device_type: 'mobile' }])
})

test('signing out ends the session on the server and not only in the browser [IDENT-006]', async () => {
  const phone = freshPhone()
  const person = site.guest()
  await send(person, phone)
  await signIn(person, phone)
  const token = person.cookies.lantern_session ?? ''
  expect((await person.call(signOut)).status).toBe(200)
  expect((await person.call(getSession)).result.user).toBeNull()
  const thief = site.guest()
  thief.cookies.lantern_session = token
  expect((await thief.call(getSession)).result.user).toBeNull()
})

test('an act without the token of this visitor is refused [PLAT-030]', async () => {
  const person = await site.learner()
  for (const url of ['/api/auth/logout', '/api/auth/logout?_csrf=wrong']) {
    const response = await person.inject({ method: 'POST', url })
    expect(response.statusCode).toBe(403)
    expect(response.json().code).toBe('csrf_invalid')
  }
  expect((await person.call(getSession)).result.user?.id).toBe(person.id)
})

test('a suspended account does not get in and is told why and until when [IDENT-021] [IDENT-035]', async () => {
  await ensureDemoAccounts(site.services)
  const phone = '13800000008'
  const person = site.guest()
  await send(person, phone)
  const answer = await signIn(person, phone)
  expect(answer).toMatchObject({ status: 422, result: { code: 'account_suspended' } })
  expect(answer.result.cookie).toBeUndefined()
  const { result } = await person.call(getSession)
  expect(result).toMatchObject({ user: null, groups: [], accountStatus: { suspend: true } })
  expect(result.accountStatus.suspendReason).toBeTruthy()
  expect(Date.parse(result.accountStatus.suspendUtil ?? '')).toBeGreaterThan(site.clock.now().getTime())
  expect((await person.call(getCurrentUser)).result).toMatchObject({ user: null, suspend: true })
})

test('a suspension is over when its time is', async () => {
  const person = await site.learner()
  await sql`update users set suspend_reason = 'spam', suspend_until = ${new Date(site.clock.now().getTime() + 3_600_000)}
    where id = ${person.id}`.execute(site.db)
  expect((await person.call(getSession)).result.user).toBeNull()
  site.clock.advance({ hours: 1 })
  expect((await person.call(getSession)).result.user?.id).toBe(person.id)
})

test('a session that nobody used for 30 days is over; using it keeps it alive', async () => {
  const [idle, busy] = [await site.learner(), await site.learner()]
  site.clock.advance({ days: 20 })
  expect((await busy.call(getSession)).result.user?.id).toBe(busy.id)
  site.clock.advance({ days: 11 })
  expect((await busy.call(getSession)).result.user?.id).toBe(busy.id)
  expect((await idle.call(getSession)).result.user).toBeNull()
})

test('knowing who asks costs one statement', async () => {
  const person = await site.learner()
  expect(await site.countQueries(() => person.inject({ method: 'GET', url: '/api/dev/outbox?to=x' }))).toBe(2)
  expect(await site.countQueries(() => site.guest().inject({ method: 'GET', url: '/api/dev/outbox?to=x' }))).toBe(1)
})

test('the outbox shows the newest message first', async () => {
  const phone = freshPhone()
  await send(site.guest(), phone)
  site.clock.advance({ minutes: 1 })
  await send(site.guest(), phone)
  const { result } = await site.guest().call(readOutbox, { query: { to: phone } })
  expect(result.messages.map(({ channel, to }) => [channel, to])).toEqual([
    ['sms', phone],
    ['sms', phone],
  ])
  const [newest, older] = result.messages
  expect(Date.parse(newest?.sentAt ?? '')).toBeGreaterThan(Date.parse(older?.sentAt ?? ''))
  expect(newest?.text).toContain(newest?.code)
})

test('five wrong tries by a stranger, and a code that a stranger asks for, leave the owner’s code as good as it was', async () => {
  const phone = freshPhone()
  const owner = site.guest()
  await send(owner, phone)
  const code = await codeFor(phone)
  const stranger = site.guest()
  for (let n = 1; n <= 6; n++) await signIn(stranger, phone, String((Number(code) + n) % 1_000_000).padStart(6, '0'))
  site.clock.advance({ minutes: 1 })
  expect((await send(stranger, phone)).status).toBe(200)
  expect((await signIn(owner, phone, code)).status).toBe(200)
})

/** A visitor for calls of the function itself. */
const browser = Buffer.from('a browser')

test('a message that could not be sent is said so, and the next try need not wait [IDENT-111]', async () => {
  const phone = freshPhone()
  const broken = { send: () => Promise.reject(new Error('the gateway is away')) }
  const request = { phone, smsType: 'main_login', browser, ip: '10.9.9.9', locale: 'zh_CN' } as const
  await expect(sendCode(site.services, broken, request)).rejects.toMatchObject({ code: 'sms_failed', status: 422 })
  expect((await send(site.guest(), phone)).status).toBe(200)
})

test('a phone gets only so many codes a day', async () => {
  const phone = freshPhone()
  const sender = { send: () => Promise.resolve() }
  for (let i = 0; i < smsLimits.phonePerDay; i++) {
    await sendCode(site.services, sender, { phone, smsType: 'main_login', browser, ip: `10.8.0.${i}`, locale: 'zh_CN' })
    site.clock.advance({ minutes: 2 })
  }
  const more = sendCode(site.services, sender, {
    phone,
    smsType: 'main_login',
    browser,
    ip: '10.8.1.1',
    locale: 'zh_CN',
  })
  await expect(more).rejects.toMatchObject({ code: 'rate_limited' })
  site.clock.advance({ days: 1 })
  await sendCode(site.services, sender, { phone, smsType: 'main_login', browser, ip: '10.8.1.1', locale: 'zh_CN' })
})

test('an address gets only so many codes an hour, whatever the phones', async () => {
  const sender = { send: () => Promise.resolve() }
  const ask = (ip: string) =>
    sendCode(site.services, sender, { phone: freshPhone(), smsType: 'main_login', browser, ip, locale: 'zh_CN' })
  const asked = await Promise.allSettled(Array.from({ length: smsLimits.addressPerHour + 20 }, () => ask('10.7.7.7')))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(smsLimits.addressPerHour)
  await ask('10.7.7.8')
})

test('a person keeps the language chosen before on a new device', async () => {
  const phone = freshPhone()
  const person = site.guest()
  await send(person, phone)
  await signIn(person, phone)
  await person.call(changeLanguage, { body: { locale: 'en_US' } })
  site.clock.advance({ minutes: 2 })
  const newDevice = site.guest()
  await send(newDevice, phone)
  await signIn(newDevice, phone)
  expect((await newDevice.call(getSession)).result.locale).toBe('en_US')
})
