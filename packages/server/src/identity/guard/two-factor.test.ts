import {
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  passTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from '@lantern/contract/identity/guard.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { expect, test } from 'vitest'
import { openServices } from '#kit/open-services.ts'
import { type Person, testSite } from '#testing/site.ts'
import { buildApp } from '../../app.ts'
import { codeAt } from './one-time-codes.ts'

const site = await testSite({ TWO_FACTOR_HOURS: '8' })

async function begin(person: Person): Promise<string> {
  const { result } = await person.call(setUpTwoFactor, { body: { again: false } })
  return result.secret
}

/** A person with an authenticator app; the step of the code that switched it on is used up. */
async function withTwoFactor() {
  const ada = await site.learner()
  const secret = await begin(ada)
  const { result } = await ada.call(enableTwoFactor, { body: { code: codeAt(secret, site.clock.now()) } })
  site.clock.advance({ minutes: 20 })
  return { ada, secret, recoveryCodes: result.recoveryCodes, code: () => codeAt(secret, site.clock.now()) }
}

test('a secret is in force once a code of it was given, and the recovery codes are told once', async () => {
  const ada = await site.learner()
  const setup = (await ada.call(setUpTwoFactor, { body: { again: false } })).result
  expect(setup.uri).toMatch(/^otpauth:\/\/totp\/.+secret=[A-Z2-7]{32}/)
  expect(setup.qr.path).toMatch(/^M[\d\s.,hHvVmMzZlL-]+$/)
  expect((await ada.call(getTwoFactor)).result).toMatchObject({
    enabled: false,
    mode: 'notified',
    recoveryCodesLeft: 0,
  })

  const code = codeAt(setup.secret, site.clock.now())
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  expect(await ada.call(enableTwoFactor, { body: { code: wrong } })).toMatchObject({
    status: 422,
    result: { code: 'tfa_code_invalid' },
  })
  expect((await ada.call(setUpTwoFactor, { body: { again: true } })).result.secret).toBe(setup.secret)
  const enabled = await ada.call(enableTwoFactor, { body: { code: ` ${code.slice(0, 3)} ${code.slice(3)}` } })
  expect(enabled.status).toBe(200)
  expect(new Set(enabled.result.recoveryCodes).size).toBe(10)
  expect((await ada.call(getTwoFactor)).result).toMatchObject({
    enabled: true,
    mode: 'required',
    recoveryCodesLeft: 10,
  })

  const stored = await site.db.selectFrom('tfa_recovery_codes').selectAll().where('user_id', '=', ada.id).execute()
  for (const one of enabled.result.recoveryCodes) {
    for (const { code_hash } of stored) expect(code_hash.includes(one)).toBe(false)
  }
  const user = await site.db.selectFrom('users').selectAll().where('id', '=', ada.id).executeTakeFirstOrThrow()
  expect(user.tfa_secret?.includes(setup.secret)).toBe(false)
})

test('what is begun anew has another secret, and what is in force is begun by nobody', async () => {
  const ada = await site.learner()
  const first = await begin(ada)
  const second = await begin(ada)
  expect(second).not.toBe(first)
  expect((await ada.call(enableTwoFactor, { body: { code: codeAt(first, site.clock.now()) } })).status).toBe(422)
  expect((await ada.call(enableTwoFactor, { body: { code: codeAt(second, site.clock.now()) } })).status).toBe(200)
  expect((await ada.call(setUpTwoFactor, { body: { again: true } })).result.code).toBe('conflict')
  expect((await ada.call(enableTwoFactor, { body: { code: codeAt(second, site.clock.now()) } })).status).toBe(409)
})

test('a code proves the second factor for the hours that the site says, on this device', async () => {
  const { ada, code } = await withTwoFactor()
  site.clock.advance({ hours: 9 })
  const passed = await ada.call(passTwoFactor, { body: { code: code() } })
  const until = new Date(site.clock.now().getTime() + 8 * 3_600_000).toISOString()
  expect(passed.result).toEqual({ tfaEndTime: until, recoveryCodesLeft: 10 })
  expect((await ada.call(getSession)).result.user?.tfaEndTime).toBe(until)
})

test('another device of the same person has proved nothing', async () => {
  const { ada } = await withTwoFactor()
  expect((await ada.call(getTwoFactor)).result.tfaEndTime).not.toBeNull()
  const elsewhere = await site.signedInAgain(ada, 'mobile')
  expect((await elsewhere.call(getTwoFactor)).result.tfaEndTime).toBeNull()
})

test('a code works once, and no older one after it', async () => {
  const { ada, secret, code } = await withTwoFactor()
  const before = codeAt(secret, new Date(site.clock.now().getTime() - 30_000))
  expect((await ada.call(passTwoFactor, { body: { code: code() } })).status).toBe(200)
  for (const replayed of [code(), before]) {
    expect((await ada.call(passTwoFactor, { body: { code: replayed } })).result.code).toBe('tfa_code_invalid')
  }
  site.clock.advance({ seconds: 30 })
  expect((await ada.call(passTwoFactor, { body: { code: code() } })).status).toBe(200)
})

test('the code that switched it on is used up, also in another session', async () => {
  const ada = await site.learner()
  const secret = await begin(ada)
  const code = codeAt(secret, site.clock.now())
  await ada.call(enableTwoFactor, { body: { code } })
  const elsewhere = await site.signedInAgain(ada, 'mobile')
  expect((await elsewhere.call(passTwoFactor, { body: { code } })).status).toBe(422)
})

test('of two requests with one code, one passes', async () => {
  const { ada, code } = await withTwoFactor()
  const given = code()
  const answers = await Promise.all(Array.from({ length: 6 }, () => ada.call(passTwoFactor, { body: { code: given } })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422])
})

test('a clock that is a step off is forgiven, two are not', async () => {
  const { ada, secret } = await withTwoFactor()
  const at = (seconds: number) => codeAt(secret, new Date(site.clock.now().getTime() + seconds * 1000))
  expect((await ada.call(passTwoFactor, { body: { code: at(-60) } })).status).toBe(422)
  expect((await ada.call(passTwoFactor, { body: { code: at(60) } })).status).toBe(422)
  expect((await ada.call(passTwoFactor, { body: { code: at(-30) } })).status).toBe(200)
  expect((await ada.call(passTwoFactor, { body: { code: at(30) } })).status).toBe(200)
})

test('a recovery code works once, whoever else uses it at the same moment', async () => {
  const { ada, recoveryCodes } = await withTwoFactor()
  const given = recoveryCodes[3] ?? ''
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => ada.call(passTwoFactor, { body: { code: given.toLowerCase() } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422])
  expect((await ada.call(getTwoFactor)).result.recoveryCodesLeft).toBe(9)
  const spaced = (recoveryCodes[4] ?? '').replace('-', ' ')
  expect((await ada.call(passTwoFactor, { body: { code: spaced } })).result.recoveryCodesLeft).toBe(8)
})

test('the recovery code of another person is worth nothing', async () => {
  const { recoveryCodes } = await withTwoFactor()
  const { ada: eve } = await withTwoFactor()
  expect((await eve.call(passTwoFactor, { body: { code: recoveryCodes[0] ?? '' } })).status).toBe(422)
})

test('new recovery codes take the place of the old ones', async () => {
  const { ada, recoveryCodes, code } = await withTwoFactor()
  const renewed = (await ada.call(renewRecoveryCodes, { body: { code: code() } })).result.recoveryCodes
  expect(renewed).toHaveLength(10)
  expect((await ada.call(passTwoFactor, { body: { code: recoveryCodes[0] ?? '' } })).status).toBe(422)
  expect((await ada.call(passTwoFactor, { body: { code: renewed[0] ?? '' } })).status).toBe(200)
})

test('it is switched off with a code and not without', async () => {
  const { ada, code, recoveryCodes } = await withTwoFactor()
  expect((await ada.call(disableTwoFactor, { body: { code: '000' } })).status).toBe(422)
  expect((await ada.call(getTwoFactor)).result.enabled).toBe(true)
  expect((await ada.call(disableTwoFactor, { body: { code: code() } })).status).toBe(200)
  expect((await ada.call(getTwoFactor)).result).toMatchObject({
    enabled: false,
    recoveryCodesLeft: 0,
    tfaEndTime: null,
  })
  expect((await ada.call(passTwoFactor, { body: { code: recoveryCodes[0] ?? '' } })).status).toBe(404)
})

test('guessing ends after ten tries in a quarter of an hour, also when ten come at once and for the right code', async () => {
  site.clock.set('2026-04-30T23:40:01Z')
  const { ada, code } = await withTwoFactor()
  const tries = await Promise.all(
    Array.from({ length: 12 }, (_, n) => ada.call(passTwoFactor, { body: { code: String(n).padStart(6, '7') } })),
  )
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(2)
  const right = await ada.call(passTwoFactor, { body: { code: code() } })
  expect(right.status).toBe(429)
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(800)
  site.clock.advance({ minutes: 15 })
  expect((await ada.call(passTwoFactor, { body: { code: code() } })).status).toBe(200)
})

test('tries and used codes count in another process too', async () => {
  site.clock.set('2026-05-01T02:40:01Z')
  const { ada, code, recoveryCodes } = await withTwoFactor()
  const { config, clock } = site.services
  const services = await openServices(config, site.url, { clock })
  const other = await buildApp(services)
  const tryThere = async (given: string) => {
    const session = await other.inject({ method: 'GET', url: '/api/session', cookies: ada.cookies })
    const [csrf] = session.cookies
    return other.inject({
      method: 'POST',
      url: `/api/learn/cn/auth/tfa/verify?_csrf=${session.json().csrfToken}`,
      cookies: { ...ada.cookies, ...(csrf && { [csrf.name]: csrf.value }) },
      payload: { code: given },
    })
  }
  expect((await ada.call(passTwoFactor, { body: { code: recoveryCodes[0] ?? '' } })).status).toBe(200)
  expect((await tryThere(recoveryCodes[0] ?? '')).statusCode).toBe(422)
  for (let n = 0; n < 5; n++) {
    expect((await tryThere('777777')).statusCode).toBe(422)
    expect((await ada.call(passTwoFactor, { body: { code: '777777' } })).status).toBe(422)
  }
  expect((await tryThere(code())).statusCode).toBe(429)
  expect((await ada.call(passTwoFactor, { body: { code: code() } })).status).toBe(429)
  await other.close()
  await services.close()
})

test('a thief with a session of the account tries in vain, and its owner gets through beside them', async () => {
  site.clock.set('2026-05-03T02:40:01Z')
  const { ada, code, recoveryCodes } = await withTwoFactor()
  const thief = await site.signedInAgain(ada, 'mobile')
  for (let quarter = 0; quarter < 5; quarter++) {
    for (let n = 0; n < 10; n++) await thief.call(passTwoFactor, { body: { code: '777777' } })
    site.clock.advance({ minutes: 15 })
  }
  expect((await thief.call(passTwoFactor, { body: { code: '777777' } })).status).toBe(429)
  // where the owner has proved it before
  expect((await ada.call(passTwoFactor, { body: { code: code() } })).status).toBe(200)
  // on a browser that is new, while the thief goes on from elsewhere
  const onNewPhone = await site.signedInAgain(ada, 'mobile')
  const from = (remoteAddress: string, given: string) => verifyFrom(onNewPhone, remoteAddress, given)
  site.clock.advance({ seconds: 30 })
  expect((await from('198.51.100.7', code())).statusCode).toBe(200)
  for (let n = 0; n < 12; n++) await from('203.0.113.9', recoveryCodes[0]?.replace(/./g, 'X') ?? '')
  expect((await from('203.0.113.9', recoveryCodes[0] ?? '')).statusCode).toBe(429)
  expect((await from('198.51.100.8', recoveryCodes[0] ?? '')).statusCode).toBe(200)
})

test('thieves at many addresses share their tries, and a browser is known to one account only', async () => {
  site.clock.set('2026-05-05T02:40:01Z')
  const { ada, code } = await withTwoFactor()
  const thief = await site.signedInAgain(ada, 'mobile')
  const { ada: eve } = await withTwoFactor()
  // a browser where another account has proved its own factor is a stranger here
  thief.cookies.lantern_device = eve.cookies.lantern_device ?? ''
  const statuses: number[] = []
  for (let n = 0; n < 45; n++) statuses.push((await verifyFrom(thief, `203.0.113.${n}`, '777777')).statusCode)
  // one of forty was the owner's, on a browser that was not known yet
  expect(statuses.filter((status) => status === 422)).toHaveLength(39)
  expect((await ada.call(passTwoFactor, { body: { code: code() } })).status).toBe(200)
})

test('switching it off forgets the browsers on which it was proved', async () => {
  const { ada, code } = await withTwoFactor()
  const known = () => site.db.selectFrom('known_devices').select('proved_at').where('user_id', '=', ada.id).execute()
  expect(await known()).toHaveLength(1)
  await ada.call(disableTwoFactor, { body: { code: code() } })
  expect(await known()).toEqual([])
})

async function verifyFrom(person: Person, remoteAddress: string, code: string) {
  const { csrfToken } = (await person.inject({ method: 'GET', url: '/api/session' })).json<{ csrfToken: string }>()
  const url = `/api/learn/cn/auth/tfa/verify?_csrf=${csrfToken}`
  return person.inject({ method: 'POST', url, payload: { code }, remoteAddress })
}

test('over a day it ends after forty tries', async () => {
  site.clock.set('2026-05-02T23:40:01Z')
  const { ada, code } = await withTwoFactor()
  for (let quarter = 0; quarter < 4; quarter++) {
    for (let n = 0; n < 10; n++) {
      expect((await ada.call(passTwoFactor, { body: { code: '777777' } })).status).toBe(422)
    }
    site.clock.advance({ minutes: 15 })
  }
  expect((await ada.call(passTwoFactor, { body: { code: code() } })).status).toBe(429)
})

test('where the site has it off there is nothing to set up', async () => {
  const off = await testSite({ TWO_FACTOR: 'off' })
  const ada = await off.learner()
  expect((await ada.call(setUpTwoFactor, { body: { again: false } })).status).toBe(404)
  expect((await ada.call(getSession)).result.guards.twoFactor).toBe('off')
})
