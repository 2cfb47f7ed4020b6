import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listOrganisations } from '@lantern/contract/identity/organisations.ts'
import * as contract from '@lantern/contract/identity/school-sign-in.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { expect, test } from 'vitest'
import { afterUse } from '#testing/after-use.ts'
import { buildOrganisation } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite({ CONNECTION_NETWORKS: '127.0.0.0/8' })
let schools = 0

const success = (inside: string) =>
  `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas"><cas:authenticationSuccess>${inside}</cas:authenticationSuccess></cas:serviceResponse>`
const named = (user: string, name = '江照') =>
  success(`<cas:user>${user}</cas:user><cas:attributes><cas:displayName>${name}</cas:displayName></cas:attributes>`)
const failure = `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas"><cas:authenticationFailure code="INVALID_TICKET">no</cas:authenticationFailure></cas:serviceResponse>`

/** A server on a real connection: a ticket is good once, for the service it was given for. */
async function playCas() {
  const tickets = new Map<string, { service: string; user: string }>()
  let forced: { status: number; text: string } | null = null
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://cas')
    const ticket = url.searchParams.get('ticket') ?? ''
    const known = tickets.get(ticket)
    tickets.delete(ticket)
    const isGood = url.pathname === '/cas/p3/serviceValidate' && known?.service === url.searchParams.get('service')
    const { status, text } = forced ?? { status: 200, text: isGood ? named(known?.user ?? '') : failure }
    response.writeHead(status, { 'content-type': 'application/xml' }).end(text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterUse(() => {
    server.closeAllConnections()
    server.close()
  })
  let count = 0
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/cas`,
    /** Signs in at the CAS server and answers the address that it sends the browser back to. */
    signIn(login: string, user: string): string {
      const url = new URL(login)
      expect(url.pathname).toBe('/cas/login')
      const service = url.searchParams.get('service') ?? ''
      const ticket = `ST-${++count}-abc`
      tickets.set(ticket, { service, user })
      const back = new URL(`${service}&ticket=${ticket}`)
      return `${back.pathname}${back.search}`
    },
    answers(text: string, status = 200) {
      forced = { status, text }
    },
  }
}

async function school({ on = true } = {}) {
  const id = await buildOrganisation(site.db, `og_cas${++schools}`)
  const slug = id.replace('_', '-')
  const params = { id }
  const admin = await site.user()
  await site.db
    .insertInto('memberships')
    .values({ organisation_id: id, user_id: admin.id, role: 'admin', began_at: site.clock.now() })
    .execute()
  const cas = await playCas()
  const save = (change: object = {}) =>
    admin.call(contract.saveSchoolSignIn, { params, body: { kind: 'cas', issuer: cas.address, ...change } })
  const turn = (only = false) => admin.call(contract.switchSchoolSignIn, { params, body: { on: true, only } })
  const depart = async (person: Person, purpose: 'test' | 'bind') =>
    (await person.call(contract.departToSchool, { params: { slug }, body: { purpose, redirectTo: '/' } })).result.url
  const leave = async (person: Person) =>
    String((await person.inject({ method: 'GET', url: `/sign-in/school/${slug}/start` })).headers.location)
  const open = async (person: Person, url: string) =>
    String((await person.inject({ method: 'GET', url })).headers.location)
  const enter = async (person: Person, user: string) => open(person, cas.signIn(await leave(person), user))
  expect((await save()).status).toBe(200)
  if (on) {
    await open(admin, cas.signIn(await depart(admin, 'test'), 'head'))
    expect((await turn()).status).toBe(200)
  }
  return { id, slug, params, admin, cas, save, turn, depart, leave, open, enter }
}

const whoIs = async (person: Person) => (await person.call(getSession)).result

test('a CAS server counts after a test, has no client, and opens an account that is found the next time', async () => {
  const { id, admin, params, cas, turn, depart, open, enter } = await school({ on: false })
  expect((await turn()).status).toBe(409)
  expect(await open(admin, cas.signIn(await depart(admin, 'test'), 'head'))).toMatch(/\?tested=true$/)
  expect((await turn()).result).toMatchObject({
    kind: 'cas',
    issuer: cas.address,
    clientId: '',
    testedAs: '江照',
    on: true,
  })
  const [first, again] = [site.guest(), site.guest()]
  expect(await enter(first, 'ada')).toBe('/')
  const { user, memberships } = await whoIs(first)
  expect([user?.name, user?.phone, memberships]).toEqual(['江照', null, [{ organisationId: id, role: 'learner' }]])
  await enter(again, 'ada')
  expect((await whoIs(again)).user?.id).toBe(user?.id)
  expect((await admin.call(contract.getSchoolSignIn, { params })).result.people).toBe(1)
})

test('a ticket is taken once, in the browser that left, and for the address it was given for', async () => {
  const { cas, leave, open, slug } = await school()
  const guest = site.guest()
  const back = cas.signIn(await leave(guest), 'ada')
  expect(await open(site.guest(), back)).toMatch(/\?problem=authorization_expired$/)
  expect(await open(guest, back)).toBe('/')
  expect(await open(guest, back)).toMatch(/\?problem=authorization_expired$/)
  // a ticket of another service, put into the return of this one
  const [ada, ben] = [site.guest(), site.guest()]
  const stolen = new URL(cas.signIn(await leave(ada), 'ada'), 'http://site').searchParams.get('ticket')
  const own = new URL(cas.signIn(await leave(ben), 'ben'), 'http://site')
  own.searchParams.set('ticket', String(stolen))
  expect(await open(ben, `${own.pathname}${own.search}`)).toBe(`/sign-in/school/${slug}?problem=identity_not_proved`)
  expect((await whoIs(ben)).user).toBeNull()
})

test.each([
  ['a failure', failure],
  ['two people', success('<cas:user>ada</cas:user><cas:user>ben</cas:user>')],
  ['nobody', success('<cas:user> </cas:user>')],
  ['a person among the attributes alone', success('<cas:attributes><cas:user>ada</cas:user></cas:attributes>')],
  [
    'a success beside a failure',
    named('ada').replace('</cas:serviceResponse>', '<cas:authenticationFailure code="x"/></cas:serviceResponse>'),
  ],
  ['another document around it', `<x>${named('ada')}</x>`],
  ['entities', `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${named('&e;')}`],
  ['half of a document', named('ada').slice(0, -30)],
  ['too much', named('ada', 'x'.repeat(70_000))],
  ['a page', '<html><body>ada</body></html>'],
])('an answer with %s signs nobody in', async (_what, text) => {
  const { cas, enter } = await school()
  cas.answers(text)
  const guest = site.guest()
  expect(await enter(guest, 'ada')).toMatch(/\?problem=identity_not_proved$/)
  expect((await whoIs(guest)).user).toBeNull()
})

test('a server that is broken or away is said to be away, and a return without a ticket is one that was cancelled', async () => {
  const { cas, leave, open, enter } = await school()
  const guest = site.guest()
  const back = cas.signIn(await leave(guest), 'ada').replace(/&ticket=.*$/, '')
  expect(await open(guest, back)).toMatch(/\?problem=sign_in_cancelled$/)
  expect(await open(guest, cas.signIn(await leave(guest), 'ada').replace('ST-', 'PT-'))).toMatch(/cancelled$/)
  cas.answers('', 503)
  expect(await enter(guest, 'ada')).toMatch(/\?problem=provider_unavailable$/)
})

test('members come in by CAS alone where that is wished', async () => {
  const { id, cas, turn, depart, open } = await school()
  const ada = await site.user()
  await site.db
    .insertInto('memberships')
    .values({ organisation_id: id, user_id: ada.id, role: 'learner', began_at: site.clock.now() })
    .execute()
  await turn(true)
  const inside = async () => (await ada.call(listOrganisations)).result.organisations.length
  expect(await inside()).toBe(0)
  await open(ada, cas.signIn(await depart(ada, 'bind'), 'ada'))
  expect(await inside()).toBe(1)
})

test('a change between CAS and OpenID takes test and switch back, and at one address neither opens the other’s accounts', async () => {
  const { id, admin, params, cas, save, enter } = await school()
  const guest = site.guest()
  await enter(guest, 'ada')
  const missing = await save({ kind: 'openid' })
  expect([missing.status, missing.result.details?.[0]?.field]).toEqual([400, 'clientId'])
  const secret = await save({ kind: 'openid', clientId: 'lantern' })
  expect([secret.status, secret.result.details?.[0]?.field]).toEqual([400, 'clientSecret'])
  const changed = await save({ kind: 'openid', clientId: 'lantern', clientSecret: 'hush' })
  expect(changed.result).toMatchObject({ kind: 'openid', issuer: cas.address, on: false, testedAt: null, people: 0 })
  const bound = await site.db.selectFrom('school_people').select('issuer').where('organisation_id', '=', id).execute()
  expect(bound).toEqual([{ issuer: `cas:${cas.address}` }])
  await save()
  expect((await admin.call(contract.getSchoolSignIn, { params })).result).toMatchObject({
    kind: 'cas',
    on: false,
    people: 1,
  })
})
