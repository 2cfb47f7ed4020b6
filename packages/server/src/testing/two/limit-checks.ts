import { getSession } from '@lantern/contract/identity/session.ts'
import { sendSmsCode } from '@lantern/contract/identity/sms.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import { expect, test } from 'vitest'
import { smsLimits } from '#identity/sms-codes.ts'
import type { TwoSites } from './two-sites.ts'
import { act, ask, attempt, codesOf, copyOf, send, sessionOf, signIn, visitor } from './visitor.ts'

/** What one of the two allowed, the other knows. */
export function limitChecks({ origins, site, advance }: TwoSites): void {
  const [here, there] = origins
  let phones = 13_400_000_000
  const freshPhone = () => String(++phones)
  /** The n-th request goes to one or the other. */
  const turn = (n: number) => (n % 2 ? here : there)
  const codeOf = async (phone: string) => (await codesOf(there, phone))[0] ?? ''
  const wrong = (code: string, n: number) => String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0')

  test('a phone gets one code a minute, whichever process is asked, and however many ask at once', async () => {
    const phone = freshPhone()
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => send(turn(n), phone)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(39)
    expect(Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await codesOf(there, phone)).toHaveLength(1)
  })

  test('one address gets so many codes an hour from both processes together, another address its own', async () => {
    const ip = '198.51.100.20'
    const statuses: number[] = []
    for (let n = 0; n < smsLimits.addressPerHour + 6; n++) {
      statuses.push((await send(turn(n), freshPhone(), visitor({ ip }))).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(smsLimits.addressPerHour)
    expect(statuses.slice(-6)).toEqual([429, 429, 429, 429, 429, 429])
    expect((await send(there, freshPhone(), visitor({ ip: '198.51.100.21' }))).status).toBe(200)
  })

  test('a thousand addresses together send one phone only so many codes a day', async () => {
    const phone = freshPhone()
    let sent = 0
    for (let n = 0; n < smsLimits.phonePerDay + 6; n++) {
      if ((await send(turn(n), phone, visitor({ ip: `203.0.113.${n}` }))).status === 200) sent++
      await advance({ minutes: 1 })
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
    const who = visitor({ ip: '198.51.100.40' })
    const answers: number[] = []
    for (let n = 0; n < smsLimits.triesPerAddressPerHour + 4; n++) {
      answers.push((await attempt(turn(n), freshPhone(), '000000', who)).status)
    }
    expect(answers.filter((status) => status === 422)).toHaveLength(smsLimits.triesPerAddressPerHour)
    expect(answers.slice(-4)).toEqual([429, 429, 429, 429])
  })

  test('twenty sign-ins with one code at once, in two processes, make one account and one session', async () => {
    const phone = freshPhone()
    await send(here, phone)
    const code = await codeOf(phone)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => attempt(turn(n), phone, code, visitor({ ip: `192.0.2.${n}` }))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19)
    const sessions = await site.db
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
    await advance({ minutes: 2 })
    await send(here, phone)
    const newer = await codeOf(phone)
    if (newer !== code) expect((await attempt(there, phone, code)).status).toBe(422)
    await advance({ minutes: 11 })
    expect((await attempt(there, phone, newer)).status).toBe(422)
  })

  test('signing in ends the session that the browser came with, so a planted one leads nowhere in either', async () => {
    const attacker = await signIn(here, freshPhone())
    const victim = copyOf(attacker)
    const phone = freshPhone()
    await send(here, phone)
    expect((await attempt(here, phone, await codeOf(phone), victim)).status).toBe(200)
    expect(victim.cookies.get('lantern_session')).not.toBe(attacker.cookies.get('lantern_session'))
    expect((await sessionOf(here, attacker)).user).toBeNull()
    await expect.poll(async () => (await sessionOf(there, copyOf(attacker))).user).toBeNull()
    expect((await sessionOf(there, victim)).user?.phone).toBe(phone)
  })

  test('the token against forged requests holds in both, and nowhere for another browser', async () => {
    const who = visitor()
    const { csrfToken } = await sessionOf(here, who)
    const say = (origin: string, as: typeof who, token: string) =>
      ask(origin, as, `${sendSmsCode.path}?${wireNames.csrf}=${token}`, { smsType: 'main_login', mobile: freshPhone() })
    for (const origin of origins) {
      expect((await say(origin, who, csrfToken)).status).toBe(200)
      expect(await say(origin, who, '')).toMatchObject({ status: 403, body: { code: 'csrf_invalid' } })
      const other = visitor()
      await ask(origin, other, getSession.path)
      expect(await say(origin, other, csrfToken)).toMatchObject({ status: 403, body: { code: 'csrf_invalid' } })
    }
  })

  test('what is signed in at one is signed in at the other, and signed out in both', async () => {
    const phone = freshPhone()
    const who = await signIn(here, phone)
    expect((await sessionOf(there, who)).user?.phone).toBe(phone)
    const copied = copyOf(who)
    expect((await act(there, who, '/api/auth/logout', {})).status).toBe(200)
    await expect.poll(async () => (await sessionOf(here, copyOf(copied))).user).toBeNull()
  })
}
