import { changeLanguage, getCurrentUser, getSession, signOut } from '@lantern/contract/identity/session.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { askForCode, newestCode, newPhone, signInWith } from '#testing/sms.ts'
import { ensureDemoAccounts } from './demo-accounts.ts'

const site = await testSite()

test('a new phone signs in with its code and gets an account, later it is the same account [IDENT-001] [IDENT-023] [IDENT-024] [IDENT-113]', async () => {
  const phone = newPhone()
  const person = site.guest()
  expect((await askForCode(person, phone)).status).toBe(200)
  const first = await signInWith(site, person, phone)
  expect(first.status).toBe(200)
  expect(first.result).toMatchObject({ userStatus: 'new', user: { phone }, cookie: { Name: 'lantern_session' } })
  expect(first.result.cookie.Value).toBe(person.cookies.lantern_session)

  site.clock.advance({ minutes: 2 })
  const elsewhere = site.guest()
  await askForCode(elsewhere, phone)
  const second = await signInWith(site, elsewhere, phone)
  expect(second.result.userStatus).toBe('exist')
  expect(second.result.user).toEqual(first.result.user)
})

test('the session says who is here with every field of a user [IDENT-020]', async () => {
  const phone = newPhone()
  const person = site.guest()
  await askForCode(person, phone)
  await signInWith(site, person, phone)
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

test('the session names the pages whose header has no search box: the search itself and those of campaigns [SRCH-008] [SRCH-009]', async () => {
  const { site: facts } = (await site.guest().call(getSession)).result
  expect(facts.headerlessSearchPaths).toEqual(['/search', '/discount', '/free', '/new', '/advance'])
})

test('phone and code are trimmed on the server too [IDENT-088]', async () => {
  const phone = newPhone()
  const person = site.guest()
  expect((await askForCode(person, `  ${phone} `)).status).toBe(200)
  expect((await signInWith(site, person, ` ${phone}`, ` ${await newestCode(site, phone)} `)).status).toBe(200)
})

test('a phone that is missing or malformed is a 400 that names the field [IDENT-082] [IDENT-083] [PLAT-032]', async () => {
  const missing = await askForCode(site.guest(), '  ')
  expect(missing).toMatchObject({ status: 400, result: { code: 'bad_request', details: [{ field: 'mobile' }] } })
  const malformed = await askForCode(site.guest(), '2380000000x')
  expect(malformed.status).toBe(400)
  expect(malformed.result.details?.[0]?.message).not.toBe(missing.result.details?.[0]?.message)
})

test('signing in gives a new token and ends the session that was there before', async () => {
  const phone = newPhone()
  const person = site.guest()
  await askForCode(person, phone)
  await signInWith(site, person, phone)
  const before = person.cookies.lantern_session ?? ''
  site.clock.advance({ minutes: 2 })
  await askForCode(person, phone)
  await signInWith(site, person, phone)
  expect(person.cookies.lantern_session).not.toBe(before)
  const planted = site.guest()
  planted.cookies.lantern_session = before
  expect((await planted.call(getSession)).result.user).toBeNull()
})

test('the session cookie is out of reach of scripts and other sites', async () => {
  const phone = newPhone()
  const person = site.guest()
  await askForCode(person, phone)
  const { headers } = await signInWith(site, person, phone)
  const cookie = [headers['set-cookie'] ?? []].flat().find((set) => set.startsWith('lantern_session='))
  expect(cookie).toMatch(/HttpOnly/)
  expect(cookie).toMatch(/SameSite=Lax/)
  expect(cookie).toMatch(/Path=\//)
  expect(person.cookies.lantern_session).toMatch(/^[\w-]{43}$/)
})

test('the kind of device is remembered with the session', async () => {
  const phone = newPhone()
  const person = site.guest()
  await askForCode(person, phone)
  const { csrfToken } = (await person.call(getSession)).result
  await person.inject({
    method: 'POST',
    url: `/api/learn/cn/sms/login?_csrf=${csrfToken}`,
    headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 16; Pixel) Mobile Safari' },
    payload: { smsType: 'main_login', mobile: phone, code: await newestCode(site, phone) },
  })
  const { rows } = await sql<{ device_type: string }>`
    select device_type from sessions s join users u on u.id = s.user_id where u.phone = ${phone}`.execute(site.db)
  expect(rows).toEqual([{ device_type: 'mobile' }])
})

test('signing out ends the session on the server and not only in the browser [IDENT-006]', async () => {
  const phone = newPhone()
  const person = site.guest()
  await askForCode(person, phone)
  await signInWith(site, person, phone)
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
  await askForCode(person, phone)
  const answer = await signInWith(site, person, phone)
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

test('a person keeps the language chosen before on a new device', async () => {
  const phone = newPhone()
  const person = site.guest()
  await askForCode(person, phone)
  await signInWith(site, person, phone)
  await person.call(changeLanguage, { body: { locale: 'en_US' } })
  site.clock.advance({ minutes: 2 })
  const newDevice = site.guest()
  await askForCode(newDevice, phone)
  await signInWith(site, newDevice, phone)
  expect((await newDevice.call(getSession)).result.locale).toBe('en_US')
})
