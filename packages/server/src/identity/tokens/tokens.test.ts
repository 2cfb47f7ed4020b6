import { listProgress } from '@lantern/contract/campus/assignments.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { changeMember, listClasses, listMembers, saveClass } from '@lantern/contract/identity/organisations.ts'
import { createToken, listTokens, revokeToken } from '@lantern/contract/identity/tokens.ts'
import { callsPerMinute } from '@lantern/contract/token-scopes.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildOrganisation } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const school = await buildOrganisation(site.db)
const admin = await site.user({ member: 'admin' })
await site.user({ member: 'admin' })

async function made(person: Person, body: Partial<BodyOf<typeof createToken>> = {}) {
  const { status, result } = await person.call(createToken, {
    body: { organisationId: school, name: '教务对接', scopes: ['members.read'], days: 90, ...body },
  })
  expect(status).toBe(200)
  return result
}

/** As a program asks: without cookies. */
const ask = async (token: string, url: string, method: 'GET' | 'POST' = 'GET') => {
  const answer = await site.inject({ method, url, headers: { authorization: `Bearer ${token}` } })
  return { status: answer.statusCode, ...(answer.json() as { code?: string; members?: { userId: string }[] }) }
}

const members = `/api/campus/organisation/${school}/member/list`
const ownLearning = '/api/learn/cn/record/list'

test('a token of an organisation reads what its scope names, in no other organisation, and its use is seen', async () => {
  const { token, id } = await made(admin)
  expect(token).toMatch(/^lt_[\w-]{43}$/)
  const { result } = await admin.call(listMembers, { params: { id: school } })
  expect((await ask(token, members)).members).toEqual(result.members)
  const other = await buildOrganisation(site.db, 'og_elsewhere')
  expect((await ask(token, `/api/campus/organisation/${other}/member/list`)).status).toBe(404)
  const listed = async () =>
    (await admin.call(listTokens, { query: { organisationId: school } })).result.tokens.find((one) => one.id === id)
  expect(await listed()).toMatchObject({
    name: '教务对接',
    scopes: ['members.read'],
    state: 'active',
    ending: token.slice(-4),
    lastUsedAt: site.clock.now().toISOString(),
  })
  expect(JSON.stringify(await listed())).not.toContain(token)
})

test('a token without the scope, at a call that is not for programs, or at a page, is refused', async () => {
  const { token } = await made(admin)
  const { result } = await admin.call(saveClass, { params: { id: school }, body: { name: '图形程序2班' } })
  const progress = `/api/campus/class/${result.id}/progress`
  const refused = [
    await ask(token, progress),
    await ask(token, '/api/learn/cn/token/list'),
    await ask(token, '/api/session'),
    await ask(token, `${ownLearning}?userId=${admin.id}`),
    await ask(token, '/api/learn/cn/token', 'POST'),
  ]
  for (const { status, code } of refused) expect([status, code]).toEqual([403, 'token_scope'])
  const marks = await made(admin, { scopes: ['marks.read'] })
  const { result: table } = await admin.call(listProgress, { params: { classId: result.id }, query: {} })
  expect(await ask(marks.token, progress)).toEqual({ status: 200, ...table })
})

test('a token that has called too often in a minute waits for the next one; another token does not', async () => {
  const [{ token, id }, other] = [await made(admin), await made(admin)]
  expect((await ask(token, members)).status).toBe(200)
  await sql`update rate_limits set hits = ${callsPerMinute - 1} where key = ${`token:${id}`}`.execute(site.db)
  expect((await ask(token, members)).status).toBe(200)
  const refused = await site.inject({ url: members, headers: { authorization: `Bearer ${token}` } })
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect((await ask(other.token, members)).status).toBe(200)
  site.clock.advance({ minutes: 1 })
  expect((await ask(token, members)).status).toBe(200)
})

test('a person reads their own with a token, without the rights of their groups, and not after they were suspended', async () => {
  const ada = await site.user({ groups: ['learn_admin'], member: 'admin' })
  const { token } = await made(ada, { organisationId: undefined, scopes: ['learning.read'] })
  expect((await ask(token, `${ownLearning}?userId=${ada.id}`)).status).toBe(200)
  expect((await ask(token, members)).code).toBe('token_scope')
  const wrong = await ada.call(createToken, { body: { name: 'x', scopes: ['members.read'], days: 1 } })
  expect([wrong.status, wrong.result.details?.[0]?.field]).toEqual([400, 'scopes'])
  const notes = await made(ada, { organisationId: undefined, scopes: ['notes.read'] })
  expect((await ask(notes.token, '/api/learn/cn/note/list')).status).toBe(200)
  const until = new Date(site.clock.now().getTime() + 86_400_000)
  const suspended = { suspend_reason: 'spam', suspend_until: until }
  await site.db.updateTable('users').set(suspended).where('id', '=', ada.id).execute()
  expect((await ask(notes.token, '/api/learn/cn/note/list')).status).toBe(401)
})

test('tokens of an organisation are for its admins alone, those of a person for nobody else', async () => {
  const educator = await site.user({ member: 'educator' })
  const stranger = await site.learner()
  const { id } = await made(admin)
  for (const [person, status] of [
    [educator, 403],
    [stranger, 404],
  ] as const) {
    const list = await person.call(listTokens, { query: { organisationId: school } })
    const end = await person.call(revokeToken, { body: { organisationId: school, tokenId: id } })
    expect([list.status, end.status]).toEqual([status, status])
  }
  const own = await made(stranger, { organisationId: undefined, scopes: ['notes.read'] })
  expect((await educator.call(revokeToken, { body: { tokenId: own.id } })).status).toBe(404)
  expect((await admin.call(listTokens, { query: {} })).result.tokens).toEqual([])
})

test('fifty tokens are enough, also when two are made at once', async () => {
  const ada = await site.learner()
  const one = () => ada.call(createToken, { body: { name: 'x', scopes: ['notes.read'], days: 1 } })
  for (let n = 0; n < 49; n++) expect((await one()).status).toBe(200)
  const both = await Promise.all([one(), one()])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('the description of the API says which calls are for programs', async () => {
  const document = (await site.inject({ method: 'GET', url: '/api/openapi.json' })).json()
  const security = (path: string) => document.paths[path].get.security
  expect(security('/api/campus/organisation/{id}/member/list')).toEqual([{ session: [] }, { token: ['members.read'] }])
  expect(security('/api/session')).toBeUndefined()
  expect((await admin.call(listClasses, { params: { id: school } })).status).toBe(200)
})

test('a token ends with its time, with 90 days of nobody using it, by an admin, and with its maker’s role', async () => {
  const isOpen = async (token: string) => (await ask(token, members)).status === 200
  const maker = await site.user({ member: 'admin' })
  const leaver = await site.user({ member: 'admin' })
  const [short, long, unused] = [
    await made(maker, { days: 30 }),
    await made(maker, { days: 366 }),
    await made(maker, { days: 366 }),
  ]
  const left = await made(leaver, { days: 366 })
  expect([await isOpen(short.token), await isOpen(long.token), await isOpen(left.token)]).toEqual([true, true, true])
  await admin.call(changeMember, { params: { id: school }, body: { userId: leaver.id, role: 'educator' } })
  site.clock.advance({ days: 60 })
  expect([await isOpen(short.token), await isOpen(long.token), await isOpen(left.token)]).toEqual([false, true, false])
  site.clock.advance({ days: 31 })
  expect([await isOpen(long.token), await isOpen(unused.token)]).toEqual([true, false])
  // sessions of before are over
  const later = await site.user({ member: 'admin' })
  const end = async () => (await later.call(revokeToken, { body: { organisationId: school, tokenId: long.id } })).status
  expect([await end(), await end()]).toEqual([200, 200])
  expect(await isOpen(long.token)).toBe(false)
  expect((await ask('lt_never', members)).code).toBe('credentials_invalid')
  const { result } = await later.call(listTokens, { query: { organisationId: school } })
  const states = new Map(result.tokens.map(({ id, state }) => [id, state]))
  expect([short, unused, long].map(({ id }) => states.get(id))).toEqual(['expired', 'unused', 'revoked'])
})
