import { getCaptchaChallenge } from '@lantern/contract/identity/captcha.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { readOutbox, sendSmsCode, signInBySms } from '@lantern/contract/identity/sms.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { type Person, type TestSite, testSite } from '#testing/site.ts'
import { sweep } from '../sweep.ts'

const always = await testSite({ CAPTCHA: 'always' })
const otherProcess = await testSite({ CAPTCHA: 'always' }, { beside: always })
const auto = await testSite({ CAPTCHA: 'auto', CAPTCHA_AFTER: '3' }, { beside: always })
const otherAuto = await testSite({ CAPTCHA: 'auto', CAPTCHA_AFTER: '3' }, { beside: always })
let phones = 13_500_000_000
let addresses = 0

function freshPhone(): string {
  return String(++phones)
}

function freshAddress(): string {
  return `198.51.${100 + Math.floor(++addresses / 250)}.${addresses % 250}`
}

/** What the browser does with a challenge. */
async function solved(site: TestSite, change: (proof: Proof) => void = () => undefined): Promise<string> {
  const challenge = (await site.guest().call(getCaptchaChallenge)).result
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The challenge has no solution')
  const proof = { challenge, solution }
  change(proof)
  return Buffer.from(JSON.stringify(proof)).toString('base64')
}

type Proof = {
  challenge: { parameters: { data: { until: number }; algorithm: string; keyPrefix: string }; signature: string }
  solution: { counter: number; derivedKey: string }
}

interface Asking {
  site?: TestSite
  phone?: string
  ip?: string
  token?: string
}

async function post(
  path: string,
  payload: object,
  { site = auto, ip = freshAddress(), token = '' }: Asking,
  person?: Person,
) {
  const who = person ?? site.guest()
  const { csrfToken } = (await who.call(getSession)).result
  const response = await who.inject({
    method: 'POST',
    url: `${path}?_csrf=${csrfToken}`,
    payload,
    remoteAddress: ip,
    headers: { 'accept-language': 'en-US', ...(token && { [wireNames.captchaHeader]: token }) },
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    ...response.json<{ code: string; message: string }>(),
  }
}

function send(asking: Asking) {
  return post(sendSmsCode.path, { smsType: 'main_login', mobile: asking.phone ?? freshPhone() }, asking)
}

async function attempt(asking: Asking & { phone: string; code?: string }) {
  const { result } = await auto.guest().call(readOutbox, { query: { to: asking.phone } })
  const code = asking.code ?? result.messages[0]?.code ?? ''
  return post(signInBySms.path, { smsType: 'main_login', mobile: asking.phone, code }, asking)
}

test('where a captcha is always asked for, a code is sent with a solved one and not without', async () => {
  const phone = freshPhone()
  expect(await send({ site: always, phone })).toMatchObject({ status: 422, code: 'captcha_required' })
  expect((await always.guest().call(readOutbox, { query: { to: phone } })).result.messages).toEqual([])
  expect((await send({ site: always, phone, token: await solved(always) })).status).toBe(200)
  expect(await attempt({ site: always, phone })).toMatchObject({ status: 422, code: 'captcha_required' })
  expect((await attempt({ site: always, phone, token: await solved(always) })).status).toBe(200)
})

test('each solution counts once, in whichever process, also when it comes twenty times at once', async () => {
  const token = await solved(always)
  expect((await send({ site: always, token })).status).toBe(200)
  expect(await send({ site: otherProcess, token })).toMatchObject({ status: 422, code: 'captcha_invalid' })

  const shared = await solved(otherProcess)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => send({ site: n % 2 ? always : otherProcess, token: shared })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a solution that is late, forged or no solution at all is refused and costs nothing', async () => {
  const late = await solved(always)
  always.clock.advance({ minutes: 5 })
  const forged = [
    late,
    await solved(always, (proof) => {
      proof.challenge.parameters.data.until += 3_600
    }),
    await solved(always, (proof) => {
      proof.challenge.parameters.keyPrefix = '00'
    }),
    await solved(always, (proof) => {
      proof.challenge.parameters.algorithm = 'SHA-256'
    }),
    await solved(always, (proof) => {
      proof.solution.derivedKey = '00'.repeat(32)
    }),
    await solved(always, (proof) => {
      proof.challenge.signature = '0'.repeat(64)
    }),
    'x',
    Buffer.from('{}').toString('base64'),
    Buffer.from('null').toString('base64'),
    'A'.repeat(5_000),
  ]
  for (const token of forged) {
    expect(await send({ site: always, token })).toMatchObject({ status: 422, code: 'captcha_invalid' })
  }
})

test('an address that asked for a few codes has to solve one from then on, on every process; others need not', async () => {
  const ip = freshAddress()
  for (let n = 0; n < 3; n++) expect((await send({ site: n % 2 ? auto : otherAuto, ip })).status).toBe(200)
  const asked = await send({ ip })
  expect(asked).toMatchObject({ status: 422, code: 'captcha_required' })
  expect(await send({ site: otherAuto, ip })).toMatchObject({ code: 'captcha_required' })
  expect((await send({ ip, token: await solved(auto) })).status).toBe(200)
  expect((await send({})).status).toBe(200)
  // without a script the way in is to wait, and for how long is said
  const waitSeconds = Number(asked.headers['retry-after'])
  expect(asked.message).toContain(`in ${Math.ceil(waitSeconds / 60)} minutes`)
  auto.clock.advance({ seconds: waitSeconds })
  expect((await send({ ip })).status).toBe(200)
})

test('a phone that many addresses write to has to be asked for with a solution', async () => {
  const phone = freshPhone()
  for (let n = 0; n < 5; n++) {
    expect((await send({ phone })).status).toBe(200)
    auto.clock.advance({ minutes: 1 })
  }
  expect(await send({ phone })).toMatchObject({ status: 422, code: 'captcha_required' })
  expect((await send({ phone, token: await solved(auto) })).status).toBe(200)
})

test('many addresses that each write to one phone make the whole site ask', async () => {
  auto.clock.advance({ days: 2 })
  let sent = 0
  for (; sent < 200; sent++) if ((await send({ site: sent % 2 ? auto : otherAuto })).status !== 200) break
  expect(sent).toBe(75)
  expect(await send({})).toMatchObject({ code: 'captcha_required' })
  auto.clock.advance({ hours: 1 })
  expect((await send({})).status).toBe(200)
})

test('guessing at one phone, or from one address, has to be paid for by solutions; then the right code works', async () => {
  auto.clock.advance({ hours: 2 })
  const phone = freshPhone()
  for (let n = 0; n < 5; n++)
    expect(await attempt({ phone, code: '000000' })).toMatchObject({ code: 'sms_code_invalid' })
  expect(await attempt({ phone, code: '000000' })).toMatchObject({ status: 422, code: 'captcha_required' })
  expect(await attempt({ site: otherAuto, phone, code: '000000' })).toMatchObject({ code: 'captcha_required' })
  expect((await send({ phone, token: await solved(auto) })).status).toBe(200)
  expect((await attempt({ phone, token: await solved(auto) })).status).toBe(200)

  const ip = freshAddress()
  for (let n = 0; n < 20; n++) {
    expect(await attempt({ phone: freshPhone(), ip, code: '000000' })).toMatchObject({ code: 'sms_code_invalid' })
  }
  expect(await attempt({ phone: freshPhone(), ip, code: '000000' })).toMatchObject({ code: 'captcha_required' })
})

test('switched off, nothing is asked and what is brought is not looked at', async () => {
  const off = await testSite({ CAPTCHA: 'off' }, { beside: always })
  const ip = freshAddress()
  for (let n = 0; n < 10; n++) expect((await send({ site: off, ip, token: 'x' })).status).toBe(200)
  expect((await off.guest().call(getSession)).result.features.captcha).toBe('off')
})

test('solutions that have expired are swept', async () => {
  await send({ site: always, token: await solved(always) })
  await sweep(always.services, new Date(always.clock.now().getTime() + 299_000))
  expect(await always.db.selectFrom('captcha_solutions').select('expires_at').execute()).not.toEqual([])
  await sweep(always.services, new Date(always.clock.now().getTime() + 300_000))
  expect(await always.db.selectFrom('captcha_solutions').select('expires_at').execute()).toEqual([])
})
