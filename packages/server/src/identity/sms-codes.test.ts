import { getSession } from '@lantern/contract/identity/session.ts'
import { readOutbox } from '@lantern/contract/identity/sms.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { askForCode, newestCode, newPhone, signInWith, wrongCode } from '#testing/sms.ts'
import { sendCode, smsLimits } from './sms-codes.ts'

const site = await testSite()
/** A visitor for calls of the function itself. */
const browser = Buffer.from('a browser')

test('other words than main_login and learn are refused as smsType [IDENT-112]', async () => {
  const person = site.guest()
  const { csrfToken } = (await person.call(getSession)).result
  const response = await person.inject({
    method: 'POST',
    url: `/api/learn/cn/sms/signUp?_csrf=${csrfToken}`,
    payload: { smsType: 'other', mobile: newPhone() },
  })
  expect(response.statusCode).toBe(400)
  expect(response.json().details[0].field).toBe('smsType')
})

test('a code of one kind does not work for the other [IDENT-112]', async () => {
  const phone = newPhone()
  const person = site.guest()
  await askForCode(person, phone, 'learn')
  expect(await signInWith(site, person, phone)).toMatchObject({ status: 422, result: { code: 'sms_code_invalid' } })
})

test('a second code within 60 seconds is refused with the seconds that are left, then sent [IDENT-041]', async () => {
  const phone = newPhone()
  const person = site.guest()
  await askForCode(person, phone)
  site.clock.advance({ seconds: 59 })
  const early = await askForCode(person, phone)
  expect(early.status).toBe(429)
  expect(early.headers['retry-after']).toBe('1')
  site.clock.advance({ seconds: 1 })
  expect((await askForCode(person, phone)).status).toBe(200)
  const { result } = await site.guest().call(readOutbox, { query: { to: phone } })
  expect(result.messages).toHaveLength(2)
})

test('a hundred requests at once send one message', async () => {
  const phone = newPhone()
  const person = site.guest()
  await person.call(getSession)
  const answers = await Promise.all(Array.from({ length: 100 }, () => askForCode(person, phone)))
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true)
  const { result } = await site.guest().call(readOutbox, { query: { to: phone } })
  expect(result.messages).toHaveLength(1)
})

test('five wrong tries burn the code, even for the right one afterwards', async () => {
  const phone = newPhone()
  const person = site.guest()
  await askForCode(person, phone)
  const code = await newestCode(site, phone)
  for (let i = 0; i < 5; i++) expect((await signInWith(site, person, phone, wrongCode(code))).status).toBe(422)
  expect(await signInWith(site, person, phone, code)).toMatchObject({
    status: 422,
    result: { code: 'sms_code_invalid' },
  })
})

test('four wrong tries leave the fifth for the right code', async () => {
  const phone = newPhone()
  const person = site.guest()
  await askForCode(person, phone)
  const code = await newestCode(site, phone)
  for (let i = 0; i < 4; i++) await signInWith(site, person, phone, wrongCode(code))
  expect((await signInWith(site, person, phone, code)).status).toBe(200)
})

test('guesses made all at once do not get more than five tries', async () => {
  const phone = newPhone()
  const person = site.guest()
  await askForCode(person, phone)
  const code = await newestCode(site, phone)
  await Promise.all(Array.from({ length: 20 }, () => signInWith(site, person, phone, wrongCode(code))))
  expect((await signInWith(site, person, phone, code)).status).toBe(422)
})

test('a code works for ten minutes and not longer', async () => {
  const [inTime, late] = [newPhone(), newPhone()]
  const person = site.guest()
  await askForCode(person, inTime)
  await askForCode(person, late)
  site.clock.advance({ seconds: 599 })
  expect((await signInWith(site, site.guest(), inTime)).status).toBe(200)
  site.clock.advance({ seconds: 1 })
  expect((await signInWith(site, site.guest(), late)).status).toBe(422)
})

test('one code signs in once, whoever else tries at the same moment', async () => {
  const phone = newPhone()
  await askForCode(site.guest(), phone)
  const code = await newestCode(site, phone)
  const answers = await Promise.all(Array.from({ length: 8 }, () => signInWith(site, site.guest(), phone, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await sql`select 1 from users where phone = ${phone}`.execute(site.db)
  expect(rows).toHaveLength(1)
})

test('the code of another phone does not sign in', async () => {
  const [mine, theirs] = [newPhone(), newPhone()]
  const person = site.guest()
  await askForCode(person, mine)
  await askForCode(person, theirs)
  expect((await signInWith(site, person, theirs, await newestCode(site, mine))).status).toBe(
    (await newestCode(site, mine)) === (await newestCode(site, theirs)) ? 200 : 422,
  )
})

test('known and unknown phones get the same answer, byte for byte', async () => {
  const known = newPhone()
  await askForCode(site.guest(), known)
  await signInWith(site, site.guest(), known)
  site.clock.advance({ minutes: 2 })
  const answerFor = async (mobile: string) => {
    const { status, result } = await askForCode(site.guest(), mobile)
    return { status, result }
  }
  expect(await answerFor(known)).toEqual(await answerFor(newPhone()))
  const guess = async (mobile: string) => {
    const { status, result } = await signInWith(site, site.guest(), mobile, '000000')
    return { status, result }
  }
  site.clock.advance({ minutes: 20 })
  expect(await guess(known)).toEqual(await guess(newPhone()))
})

test('codes and tokens are stored only as hashes', async () => {
  const phone = newPhone()
  const person = site.guest()
  await askForCode(person, phone)
  const code = await newestCode(site, phone)
  await signInWith(site, person, phone, code)
  const { rows } = await sql<{ everything: string }>`
    select coalesce(string_agg(t, ' '), '') as everything from (
      select s::text as t from sessions s union all select c::text from sms_codes c where phone = ${phone}
    ) all_rows`.execute(site.db)
  expect(rows[0]?.everything).not.toContain(code)
  expect(rows[0]?.everything).not.toContain(person.cookies.lantern_session)
})

test('the outbox shows the newest message first', async () => {
  const phone = newPhone()
  await askForCode(site.guest(), phone)
  site.clock.advance({ minutes: 1 })
  await askForCode(site.guest(), phone)
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
  const phone = newPhone()
  const owner = site.guest()
  await askForCode(owner, phone)
  const code = await newestCode(site, phone)
  const stranger = site.guest()
  for (let n = 1; n <= 6; n++)
    await signInWith(site, stranger, phone, String((Number(code) + n) % 1_000_000).padStart(6, '0'))
  site.clock.advance({ minutes: 1 })
  expect((await askForCode(stranger, phone)).status).toBe(200)
  expect((await signInWith(site, owner, phone, code)).status).toBe(200)
})

test('a message that could not be sent is said so, and the next try need not wait [IDENT-111]', async () => {
  const phone = newPhone()
  const broken = { send: () => Promise.reject(new Error('the gateway is away')) }
  const request = { phone, smsType: 'main_login', browser, ip: '10.9.9.9', locale: 'zh_CN' } as const
  await expect(sendCode(site.services, broken, request)).rejects.toMatchObject({ code: 'sms_failed', status: 422 })
  expect((await askForCode(site.guest(), phone)).status).toBe(200)
})

test('a phone gets only so many codes a day', async () => {
  const phone = newPhone()
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
    sendCode(site.services, sender, { phone: newPhone(), smsType: 'main_login', browser, ip, locale: 'zh_CN' })
  const asked = await Promise.allSettled(Array.from({ length: smsLimits.addressPerHour + 20 }, () => ask('10.7.7.7')))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(smsLimits.addressPerHour)
  await ask('10.7.7.8')
})
