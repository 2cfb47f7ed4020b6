import { getSession } from '@lantern/contract/identity/session.ts'
import { readOutbox, sendSmsCode, signInBySms } from '@lantern/contract/identity/sms.ts'
import { expect, test } from 'vitest'
import { testRedis } from '#testing/redis.ts'
import { type Person, testSite } from '#testing/site.ts'
import { limitChecks } from '#testing/two/limit-checks.ts'
import { settingsForTwo, sideBySide } from '#testing/two/two-sites.ts'

// Two processes over one PostgreSQL and one Redis: what one of them allowed, the other knows.

const redis = await testRedis()
const settings = { ...settingsForTwo, REDIS_URL: redis.url }
const here = await testSite(settings)
const there = await testSite(settings, { beside: here })
let phones = 13_420_000_000

function freshPhone(): string {
  return String(++phones)
}

limitChecks(await sideBySide(here, there))

async function post(path: string, payload: object, ip: string, person: Person = here.guest()) {
  const { csrfToken } = (await person.call(getSession)).result
  const response = await person.inject({
    method: 'POST',
    url: `${path}?_csrf=${csrfToken}`,
    payload,
    remoteAddress: ip,
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers, person }
}

function send(mobile: string, ip = '198.51.100.1') {
  return post(sendSmsCode.path, { smsType: 'main_login', mobile }, ip)
}

function attempt(mobile: string, code: string, ip = '198.51.100.1', person?: Person) {
  return post(signInBySms.path, { smsType: 'main_login', mobile, code }, ip, person)
}

async function codeOf(phone: string): Promise<string> {
  const { result } = await here.guest().call(readOutbox, { query: { to: phone } })
  return result.messages[0]?.code ?? ''
}

test('a known phone and an unknown one get the same answers, headers and number of statements', async () => {
  const [known, unknown] = [freshPhone(), freshPhone()]
  await send(known)
  await attempt(known, await codeOf(known))
  here.clock.advance({ hours: 2 })
  const watched = async (phone: string, ip: string) => {
    const person = here.guest()
    await person.call(getSession)
    const answers: unknown[] = []
    for (const act of [
      () => post(sendSmsCode.path, { smsType: 'main_login', mobile: phone }, ip, person),
      () => attempt(phone, '000000', ip, person),
    ]) {
      let answer: Awaited<ReturnType<typeof act>> | undefined
      const queries = await here.countQueries(async () => {
        answer = await act()
      })
      const { date: _, 'x-request-id': __, ...headers } = answer?.headers ?? {}
      answers.push({ queries, status: answer?.status, body: answer?.body, headers })
    }
    return answers
  }
  expect(await watched(known, '192.0.2.201')).toEqual(await watched(unknown, '192.0.2.202'))
})

test('line ends in the browser’s name or in a parameter make no header', async () => {
  const phone = freshPhone()
  await send(phone)
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
