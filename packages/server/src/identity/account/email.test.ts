import { addEmail, confirmEmail, readEmailLink } from '@lantern/contract/identity/email.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { readOutbox } from '@lantern/contract/identity/sms.ts'
import { expect, test } from 'vitest'
import { type Person, testSite } from '#testing/site.ts'
import { mailLimits } from './email.ts'

const site = await testSite()
let addresses = 0

function newAddress(): string {
  return `person${++addresses}@mail.example`
}

function add(person: Person, email: string, redirectTo?: string) {
  site.clock.advance({ seconds: 61 })
  return person.call(addEmail, { body: { email, ...(redirectTo !== undefined && { redirectTo }) } })
}

async function lastMail(to: string): Promise<string> {
  const { result } = await site.guest().call(readOutbox, { query: { to } })
  return result.messages[0]?.text ?? ''
}

async function tokenSentTo(to: string): Promise<string> {
  return /token=([\w-]+)/.exec(await lastMail(to))?.[1] ?? ''
}

function confirm(token: string, person = site.guest()) {
  return person.call(confirmEmail, { body: { token } })
}

async function emailOf(person: Person) {
  return (await person.call(getSession)).result.user?.email
}

test('an address belongs to the account once its link was used, and the person goes back to where they were [IDENT-007]', async () => {
  const ada = await site.learner()
  const email = newAddress()
  const answer = await add(ada, ` ${email.toUpperCase()} `, '/tutorial/abc?x=1#step')
  expect(answer).toMatchObject({ status: 200, result: { email, resendSeconds: 60, expiresInHours: 24 } })
  expect(await emailOf(ada)).toBeNull()
  const token = await tokenSentTo(email)
  // reading what a link is about uses nothing up: mail programs open links by themselves
  const about = await site.guest().call(readEmailLink, { query: { token } })
  expect(about.result).toEqual({ email, name: 'Ada' })
  // the link may be opened on another device, where nobody is signed in
  expect(await confirm(token)).toMatchObject({ status: 200, result: { email, redirectTo: '/tutorial/abc?x=1#step' } })
  expect(await emailOf(ada)).toBe(email)
})

test('a link is good once, for a day, and only the newest', async () => {
  const ada = await site.learner()
  const email = newAddress()
  await add(ada, email)
  const first = await tokenSentTo(email)
  await add(ada, email)
  const second = await tokenSentTo(email)
  expect((await confirm(first)).result.code).toBe('email_link_invalid')
  const both = await Promise.all([confirm(second), confirm(second)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  await add(ada, newAddress())
  const late = await tokenSentTo(`person${addresses}@mail.example`)
  site.clock.advance({ hours: 24 })
  expect((await confirm(late)).status).toBe(422)
  expect((await site.guest().call(readEmailLink, { query: { token: late } })).status).toBe(422)
})

test('an address that somebody has gets the same answer, and a warning instead of a link', async () => {
  const [ada, eve] = [await site.learner(), await site.learner()]
  const email = newAddress()
  await add(ada, email)
  await confirm(await tokenSentTo(email))
  const [known, unknown] = [await add(eve, email), await add(await site.learner(), newAddress())]
  expect(known.status).toBe(unknown.status)
  expect(Object.keys(known.result)).toEqual(Object.keys(unknown.result))
  const mail = await lastMail(email)
  expect(mail).toContain('没有绑定')
  expect(mail).not.toContain('token=')
  expect(await emailOf(eve)).toBeNull()
})

test('of two people with one address the first to confirm has it', async () => {
  const [ada, eve] = [await site.learner(), await site.learner()]
  const email = newAddress()
  await add(ada, email)
  const adas = await tokenSentTo(email)
  await add(eve, email)
  const eves = await tokenSentTo(email)
  expect((await confirm(adas)).status).toBe(200)
  expect((await confirm(eves)).result.code).toBe('email_link_invalid')
  expect(await emailOf(eve)).toBeNull()
})

test('mails go out once a minute, so many a day to a person and to an address', async () => {
  const ada = await site.learner()
  const email = newAddress()
  expect((await add(ada, email)).status).toBe(200)
  const again = await ada.call(addEmail, { body: { email } })
  expect(again.status).toBe(429)
  expect(Number(again.headers['retry-after'])).toBeLessThanOrEqual(60)
  const together = await site.learner()
  const answers = await Promise.all([1, 2, 3].map(() => together.call(addEmail, { body: { email: newAddress() } })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429])

  let last = 200
  for (let time = 1; time <= mailLimits.addressPerDay && last === 200; time++) {
    last = (await add(await site.learner(), email)).status
  }
  expect(last).toBe(429)
})

test('only one address is an address, and redirects stay on this host', async () => {
  const ada = await site.learner()
  for (const email of [
    '',
    'ada',
    'a@b',
    'a@b.c,d@e.f',
    '"x" <a@b.c>',
    'a@b.c\r\nBcc: e@f.g',
    `${'a'.repeat(260)}@b.cc`,
  ]) {
    const { status, result } = await add(ada, email)
    expect([status, result.details?.[0]?.field], email).toEqual([400, 'email'])
  }
  const email = newAddress()
  await add(ada, email, '//evil.example')
  expect((await confirm(await tokenSentTo(email))).result.redirectTo).toBe('/')
  expect((await add(site.guest(), newAddress())).status).toBe(401)
})

test('tokens cannot be tried out', async () => {
  let last = 422
  for (let time = 0; time <= mailLimits.linksPerClientPerHour && last === 422; time++) {
    last = (await confirm(`guess${time}`)).status
  }
  expect(last).toBe(429)
})
