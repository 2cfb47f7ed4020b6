import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { changeMember, listClasses, listOrganisations, saveClass } from '@lantern/contract/identity/organisations.ts'
import * as contract from '@lantern/contract/identity/school-sign-in.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { afterUse } from '#testing/after-use.ts'
import { buildOrganisation } from '#testing/builders.ts'
import { visitOtherSite } from '#testing/outside-visitor.ts'
import { type Person, testSite } from '#testing/site.ts'
import { absorbMemberships } from '../organisations/index.ts'
import { demoIdentityProvider } from '../provider/demo/identity-provider.ts'
import { ensureDemoSignIn } from './demo-sign-in.ts'
import { schoolPersonalData } from './personal-data.ts'

const site = await testSite({ CONNECTION_NETWORKS: '127.0.0.0/8' })
const client = { clientId: 'lantern', clientSecret: 'a secret of thirty-two characters' }
const people = ['dev-1', 'dev-2', 'dev-3'].map((id) => ({ id, name: `学员${id}`, note: '' }))
let schools = 0

/** A real provider on a real connection; `who` signs in there without being asked. */
async function playProvider(redirectUri: string) {
  let who = 'dev-1'
  let handle: Parameters<typeof createServer>[1] = () => undefined
  const server = createServer((request, response) => void handle?.(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterUse(() => {
    server.closeAllConnections()
    server.close()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = demoIdentityProvider({
    issuer,
    ...client,
    redirectUri,
    people: people.map((one) => ({ ...one, phone: '13800000001' })),
    interactionPath: (uid) => `/choose/${uid}`,
  })
  provider.proxy = false
  const callback = provider.callback()
  handle = (request, response) => {
    if (!request.url?.startsWith('/choose/')) return callback(request, response)
    return provider.interactionFinished(request, response, { login: { accountId: who, remember: false } })
  }
  return {
    issuer,
    isNow(id: string) {
      who = id
    },
  }
}

/** A browser at the provider: keeps cookies, follows redirects, stops before it leaves. */
async function visitProvider(start: string): Promise<string> {
  const jar = new Map<string, string>()
  let url = new URL(start)
  while (!url.pathname.startsWith('/sign-in/school/')) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    url = new URL(answer.headers.get('location') ?? '', url)
  }
  return `${url.pathname}${url.search}`
}

async function school({ on = true, only = false } = {}) {
  const id = await buildOrganisation(site.db, `og_sso${++schools}`)
  const slug = id.replace('_', '-')
  const member = async (role: 'learner' | 'admin') => {
    const person = await site.user()
    await site.db
      .insertInto('memberships')
      .values({ organisation_id: id, user_id: person.id, role, began_at: site.clock.now() })
      .execute()
    return person
  }
  const admin = await member('admin')
  const params = { id }
  const { callbackUrl } = (await admin.call(contract.getSchoolSignIn, { params })).result
  const provider = await playProvider(callbackUrl)
  const body = { issuer: provider.issuer, ...client }
  const save = (change: object = {}) => admin.call(contract.saveSchoolSignIn, { params, body: { ...body, ...change } })
  const turn = (wish: { on: boolean; only: boolean }) => admin.call(contract.switchSchoolSignIn, { params, body: wish })
  const read = async () => (await admin.call(contract.getSchoolSignIn, { params })).result
  /** As far as the site's answer to the return. */
  const depart = async (person: Person, purpose: 'bind' | 'test') => {
    const answer = await person.call(contract.departToSchool, {
      params: { slug },
      body: { purpose, redirectTo: '/tutorials' },
    })
    return answer.status === 200 ? come(person, answer.result.url) : answer.status
  }
  const enter = async (person: Person, query = '?redirect_to=%2Fcourses') => {
    const left = await person.inject({ method: 'GET', url: `/sign-in/school/${slug}/start${query}` })
    return come(person, String(left.headers.location))
  }
  expect((await save()).status).toBe(200)
  if (on) {
    await depart(admin, 'test')
    expect((await turn({ on, only })).status).toBe(200)
  }
  return { id, slug, params, admin, member, provider, save, turn, read, depart, enter }
}

async function come(person: Person, url: string): Promise<string> {
  const { headers } = await person.inject({ method: 'GET', url: await visitProvider(url) })
  return String(headers.location)
}

const whoIs = async (person: Person) => (await person.call(getSession)).result
const schoolsOf = async (person: Person) => {
  const { organisations, locked } = (await person.call(listOrganisations)).result
  return [organisations.map(({ id }) => id), locked.map(({ id }) => id)]
}

test('a provider counts after a test with it went well, and not any more when it is changed', async () => {
  const { slug, admin, turn, read, depart, save, provider } = await school({ on: false })
  const guest = site.guest()
  const found = async () => (await guest.call(contract.getSchool, { params: { slug } })).status
  const early = await turn({ on: true, only: false })
  expect([early.status, early.result.details?.[0]?.field, await found()]).toEqual([409, 'on', 404])
  expect(await depart(admin, 'test')).toMatch(/connections\/sign-in\?tested=true$/)
  expect(await read()).toMatchObject({ testedAs: '学员dev-1', on: false, people: 0 })
  expect((await turn({ on: true, only: true })).result).toMatchObject({ on: true, only: true })
  expect(await found()).toBe(200)
  // the same again changes nothing
  await save({ clientSecret: undefined })
  expect(await read()).toMatchObject({ on: true })
  await save({ clientSecret: 'another secret' })
  expect(await read()).toMatchObject({ on: false, only: false, testedAt: null })
  expect(await found()).toBe(404)
  expect(await depart(admin, 'test')).toMatch(/connections\/sign-in\?problem=identity_not_proved&fault=client$/)
  expect(JSON.stringify(await read())).not.toContain('secret of')
  const other = await save({ issuer: `${provider.issuer}/other`, clientSecret: undefined })
  expect([other.status, other.result.details?.[0]?.field]).toEqual([400, 'clientSecret'])
})

test('who comes by the school the first time gets an account and joins, and finds it the next time', async () => {
  const { id, enter } = await school()
  // of somebody who is here already with the phone that the provider names
  const owner = await site.user({ phone: '13800000001' })
  const first = site.guest()
  expect(await enter(first)).toBe('/courses')
  const { user, memberships } = await whoIs(first)
  expect([user?.name, user?.phone, memberships]).toEqual(['学员dev-1', null, [{ organisationId: id, role: 'learner' }]])
  expect(user?.id).not.toBe(owner.id)
  const again = site.guest()
  await enter(again)
  expect((await whoIs(again)).user?.id).toBe(user?.id)
})

test('two first returns of one person at once make one account', async () => {
  const { enter, provider, id } = await school()
  provider.isNow('dev-2')
  const visitors = [site.guest(), site.guest(), site.guest()]
  await Promise.all(visitors.map((one) => enter(one)))
  const bound = await site.db.selectFrom('school_people').select('user_id').where('organisation_id', '=', id).execute()
  expect(bound).toHaveLength(1)
})

test('an account that is here already is bound when its owner asks for it, and to nobody else', async () => {
  const { enter, depart, member } = await school()
  const ada = await member('learner')
  // a guest's way in leads who is signed in to the page, where it is asked first
  const started = await ada.inject({ method: 'GET', url: '/sign-in/school/og-sso4/start' })
  expect(started.headers.location).toBe('/sign-in/school/og-sso4')
  expect(await depart(ada, 'bind')).toBe('/tutorials')
  const guest = site.guest()
  await enter(guest)
  expect((await whoIs(guest)).user?.id).toBe(ada.id)
  const ben = await member('learner')
  expect(await depart(ben, 'bind')).toMatch(/\?problem=school_account_taken$/)
})

test('a return is good once, in the browser that left, for whom it was begun and at its own school', async () => {
  const [one, other] = [await school(), await school()]
  const guest = site.guest()
  const left = await guest.inject({ method: 'GET', url: `/sign-in/school/${one.slug}/start` })
  const back = await visitProvider(String(left.headers.location))
  const open = async (person: Person, url: string) =>
    String((await person.inject({ method: 'GET', url })).headers.location)
  expect(await open(site.guest(), back)).toMatch(/\?problem=authorization_expired$/)
  expect(await open(guest, back.replace(one.slug, other.slug))).toMatch(/\?problem=authorization_expired$/)
  expect(await open(guest, back)).toMatch(/\?problem=authorization_expired$/)
  const ada = await one.member('learner')
  const body = { purpose: 'bind', redirectTo: '/' } as const
  const { result } = await ada.call(contract.departToSchool, { params: { slug: one.slug }, body })
  const binding = await visitProvider(result.url)
  const ben = await site.user()
  Object.assign(ben.cookies, { lantern_browser: ada.cookies.lantern_browser })
  expect(await open(ben, binding)).toMatch(/\?problem=authorization_expired$/)
})

test('where members come by the school alone, others wait outside until they sign in there, and admins do not', async () => {
  const { id, admin, member, depart, turn, params } = await school()
  const ada = await member('learner')
  await admin.call(saveClass, { params, body: { name: '一班' } })
  expect([await schoolsOf(ada), (await ada.call(listClasses, { params })).status]).toEqual([[[id], []], 200])
  await turn({ on: true, only: true })
  expect([await schoolsOf(ada), (await ada.call(listClasses, { params })).status]).toEqual([[[], [id]], 404])
  expect(await schoolsOf(admin)).toEqual([[id], []])
  await depart(ada, 'bind')
  expect(await schoolsOf(ada)).toEqual([[id], []])
  // on another device it is asked for again, and here after seven days
  expect(await schoolsOf(await site.signedInAgain(ada, 'mobile'))).toEqual([[], [id]])
  for (let day = 0; day < 8; day++) {
    site.clock.advance({ days: 1 })
    await whoIs(ada)
  }
  expect(await schoolsOf(ada)).toEqual([[], [id]])
  await depart(ada, 'bind')
  // the first request after a week of no use, too
  site.clock.advance({ days: 8 })
  expect(await schoolsOf(ada)).toEqual([[], [id]])
  await turn({ on: false, only: true })
  expect(await schoolsOf(ada)).toEqual([[id], []])
})

test('who left keeps the account and does not come back into the school by signing in', async () => {
  const { id, admin, params, enter } = await school()
  const guest = site.guest()
  await enter(guest)
  const { user } = await whoIs(guest)
  const fresh = await site.signedInAgain(admin, 'desktop')
  await fresh.call(changeMember, { params, body: { userId: user?.id ?? '', role: null } })
  const again = site.guest()
  await enter(again)
  expect([(await whoIs(again)).user?.id, await schoolsOf(again)]).toEqual([user?.id, [[], []]])
  expect(
    await site.db.selectFrom('school_people').select('user_id').where('organisation_id', '=', id).execute(),
  ).toHaveLength(1)
})

test('another provider names others: an account is not opened by who has the same name there', async () => {
  const { admin, enter, save, turn, depart, slug } = await school()
  const first = site.guest()
  await enter(first)
  const next = await playProvider(`${site.services.config.publicUrl}/sign-in/school/${slug}/return`)
  await save({ issuer: next.issuer })
  await depart(admin, 'test')
  await turn({ on: true, only: false })
  const second = site.guest()
  await enter(second)
  expect((await whoIs(second)).user?.id).not.toBe((await whoIs(first)).user?.id)
})

test('in the demo one signs in at the provider that the site plays itself', async () => {
  const id = await buildOrganisation(site.db, 'og_demo')
  for (const _ of [1, 2]) await ensureDemoSignIn(site.services)
  const guest = site.guest()
  expect(await visitOtherSite(guest, '/sign-in/school/og-demo/start?redirect_to=%2Fcourses', 'dev-lu-xingye')).toBe(
    '/courses',
  )
  expect(await whoIs(guest)).toMatchObject({ user: { name: '陆星野' }, memberships: [{ organisationId: id }] })
})

test('only the organisation’s admins set it up and test it', async () => {
  const { params, member, slug } = await school()
  const learner = await member('learner')
  const stranger = await site.user()
  for (const [person, status] of [
    [learner, 403],
    [stranger, 404],
  ] as const) {
    expect((await person.call(contract.getSchoolSignIn, { params })).status).toBe(status)
    const body = { issuer: 'https://evil.example', clientId: 'x', clientSecret: 'y' }
    expect((await person.call(contract.saveSchoolSignIn, { params, body })).status).toBe(status)
    expect((await person.call(contract.switchSchoolSignIn, { params, body: { on: false, only: false } })).status).toBe(
      status,
    )
    const test = { purpose: 'test', redirectTo: '/' } as const
    expect((await person.call(contract.departToSchool, { params: { slug }, body: test })).status).toBe(status)
  }
})

test('a provider at an address of the inner network or that is no provider is refused, and nothing is on', async () => {
  const { admin, save, depart, read } = await school({ on: false })
  expect((await save({ issuer: 'ftp://school.example' })).status).toBe(400)
  await save({ issuer: 'http://10.1.2.3' })
  const body = { purpose: 'test', redirectTo: '/' } as const
  expect(typeof (await depart(admin, body.purpose))).toBe('number')
  expect(await read()).toMatchObject({ testedAt: null, on: false })
})

test('an admin who tests a provider is told at its address, or after the way back, what has to be mended', async () => {
  const { id, slug, admin, save, depart } = await school({ on: false })
  const told = async () => {
    const body = { purpose: 'test', redirectTo: '/' } as const
    const { status, result } = await admin.call(contract.departToSchool, { params: { slug }, body })
    return [status, result.details]
  }
  const { issuer } = (await save()).result
  await save({ issuer: `${issuer}/nowhere` })
  expect(await told()).toEqual([422, [{ field: 'issuer', message: expect.stringContaining('OpenID Connect') }]])
  await save({ issuer, clientSecret: 'another secret of thirty-two letters' })
  expect(await depart(admin, 'test')).toBe(
    `/campus/organisation/${id}/connections/sign-in?problem=identity_not_proved&fault=client`,
  )
})

test('of a person who leaves the site the binding goes; of two accounts that become one it stays', async () => {
  const { id, enter } = await school()
  const guest = site.guest()
  await enter(guest)
  const from = (await whoIs(guest)).user?.id ?? ''
  const kept = await site.user()
  expect(await schoolPersonalData.read(site.db, from)).toMatchObject({ schoolAccounts: [{ subject: 'dev-1' }] })
  await inTransaction(site.db, async (trx) => {
    await absorbMemberships(trx, { from, into: kept.id })
    await schoolPersonalData.merge(trx, { from, into: kept.id })
  })
  const again = site.guest()
  await enter(again)
  expect((await whoIs(again)).user?.id).toBe(kept.id)
  await inTransaction(site.db, (trx) => schoolPersonalData.erase(trx, kept.id))
  expect(
    await site.db.selectFrom('school_people').select('user_id').where('organisation_id', '=', id).execute(),
  ).toEqual([])
})
