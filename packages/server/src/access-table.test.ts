import {
  type Audience,
  addressTable,
  audiences,
  familyTable,
  guardTable,
  type Visitor,
  visitors,
} from '@lantern/contract/access-table.ts'
import { changesState } from '@lantern/contract/endpoint.ts'
import { type Group, isGroup } from '@lantern/contract/roles.ts'
import { changingGets, readingPosts } from '@lantern/contract/wire-names.ts'
import { expect, test } from 'vitest'
import { type Person, testSite } from '#testing/site.ts'

// every address of the site is tried as everybody who can be here, and what happens is compared with the table

const site = await testSite()
const until = new Date(site.clock.now().getTime() + 86_400_000)

const shown = await site.user()

const known = [...site.app.answered].filter((address) => !/ \/?\*$/.test(address))
const addresses = known.filter((address) => familyOf(address) === null)

/** One person of each kind. Phones and groups are what the table's words say and nothing else. */
async function enterAs(visitor: Visitor): Promise<Person> {
  if (visitor === 'guest') return site.guest()
  const groups: Group[] = isGroup(visitor) ? [visitor] : []
  const person = await site.user({ groups, premium: visitor === 'premium', isRealName: visitor === 'verified' })
  if (visitor === 'suspended') {
    await site.db
      .updateTable('users')
      .set({ suspend_reason: 'spam', suspend_until: until })
      .where('id', '=', person.id)
      .execute()
  }
  return person
}

async function csrfTokenOf(person: Person): Promise<string> {
  return (await person.inject({ method: 'GET', url: '/api/session' })).json<{ csrfToken: string }>().csrfToken
}

function familyOf(address: string): Audience | 'demo' | null {
  const path = address.slice(address.indexOf(' ') + 1)
  const found = Object.keys(familyTable).find((start) => path.startsWith(start))
  return found === undefined ? null : (familyTable[found] ?? null)
}

/** Lists of oneself or, asked with an id, of another person. */
const listsOfPeople = /^GET \/api\/learn\/cn\/(record|collect|created|enterprise|purchased|refed)\/(list|year)$/

function addressWithToken(address: string, csrfToken: string): { method: 'GET' | 'POST'; url: string } {
  const [method = '', path = ''] = address.split(' ')
  const url = path.replace(/:\w+/g, 'x')
  if (listsOfPeople.test(address)) return { method: 'GET', url: `${url}?userId=${shown.id}` }
  const withToken = method === 'GET' ? changingGets.includes(address) : !readingPosts.includes(address)
  return { method: method as 'GET' | 'POST', url: withToken ? `${url}?_csrf=${csrfToken}` : url }
}

test('every address has a row in the table, and every row an address', () => {
  expect(addresses.filter((address) => !(address in addressTable)).sort()).toEqual([])
  expect(Object.keys(addressTable).filter((address) => !known.includes(address))).toEqual([])
  expect(known.filter((address) => familyOf(address) !== null).length).toBeGreaterThan(5)
})

/** Ledger id of each group's definition, by visitor. It becomes part of the test's title. */
const rows: Partial<Record<Visitor, string>> = {
  guest: ' [PLAT-003]',
  super_admin: ' [PLAT-016]',
  admin: ' [PLAT-017]',
  learn_admin: ' [PLAT-018]',
  learn_admin_zh: ' [PLAT-019] [PLAT-026]',
  learn_creator: ' [PLAT-020]',
  learn_moderator: ' [PLAT-021]',
  learn_editor: ' [PLAT-022]',
  learn_editor_zh: ' [PLAT-023]',
  learn_creator_zh: ' [PLAT-025]',
  campus_creator: ' [PLAT-027]',
  campus_admin: ' [PLAT-028]',
}

for (const visitor of visitors) {
  test(`as ${visitor} exactly what the table says is open${rows[visitor] ?? ''}`, async () => {
    let person = await enterAs(visitor)
    let csrfToken = await csrfTokenOf(person)
    const wrong: string[] = []
    for (const address of addresses) {
      const audience = addressTable[address] ?? 'operators'
      if (audience === 'operators') continue
      const request = addressWithToken(address, csrfToken)
      const answer = await person.inject({ ...request, ...(request.method === 'POST' && { payload: {} }) })
      const code = answer.headers['content-type']?.includes('json') ? answer.json<{ code?: string }>().code : undefined
      const isOpen = code !== 'login_required' && code !== 'forbidden'
      const shouldBe = (audiences[audience] as readonly Visitor[]).includes(visitor)
      if (isOpen !== shouldBe) wrong.push(`${address}: ${answer.statusCode} ${code}`)
      expect(answer.statusCode, address).toBeLessThan(500)
      // a person who was signed out or changed by an act starts afresh
      if (!request.url.includes('_csrf') || answer.statusCode !== 200) continue
      person = await enterAs(visitor)
      csrfToken = await csrfTokenOf(person)
    }
    expect(wrong).toEqual([])
  })
}

test('every change is refused without the token and with one of another session, to everybody who may make it', async () => {
  const changing = site.app.endpoints.filter(changesState)
  expect(changing.length).toBeGreaterThan(40)
  const other = await site.user()
  const csrfToken = await csrfTokenOf(other)
  const groups: Group[] = ['admin', 'super_admin', 'learn_admin', 'campus_admin']
  const person = await site.user({ groups, isRealName: true })
  for (const { method, path } of changing) {
    const address = addressWithToken(`${method} ${path}`, csrfToken)
    const bare = address.url.replace(/\?.*/, '')
    for (const url of [bare, `${bare}?_csrf=`, `${bare}?_csrf=guessed`, address.url]) {
      const answer = await person.inject({ method: address.method, url, ...(method !== 'GET' && { payload: {} }) })
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 403, 'csrf_invalid'])
    }
  }
})

test('who has switched a second factor on is asked for it wherever the table says so, until it was proved', async () => {
  const guarded = site.app.endpoints.filter(({ shape }) => shape.guards)
  expect(Object.fromEntries(guarded.map(({ route, shape }) => [route, shape.guards]))).toEqual(guardTable)
  for (const address of Object.keys(guardTable).filter((one) => guardTable[one]?.includes('tfa'))) {
    const person = await site.user()
    const attempt = async () => {
      const answer = await person.inject({ ...addressWithToken(address, await csrfTokenOf(person)), payload: {} })
      return answer.json<{ code?: string }>().code
    }
    const set = (users: { tfa_enabled_at: Date | null }) =>
      site.db.updateTable('users').set(users).where('id', '=', person.id).execute()
    const prove = (until: Date) =>
      site.db.updateTable('sessions').set({ tfa_end_time: until }).where('user_id', '=', person.id).execute()
    await set({ tfa_enabled_at: site.clock.now() })
    expect([address, await attempt()]).toEqual([address, 'tfa_required'])
    await prove(site.clock.now())
    expect([address, await attempt()]).toEqual([address, 'tfa_required'])
    await prove(until)
    expect([address, await attempt()]).not.toEqual([address, 'tfa_required'])
  }
})

test('the calls that change something by GET are those that the pages send the token with', () => {
  const changing = site.app.endpoints.filter((endpoint) => endpoint.method === 'GET' && changesState(endpoint))
  expect(changing.map(({ route }) => route)).toEqual(changingGets)
})

test('the calls that only read by POST are those that the pages send no token with', () => {
  const reading = site.app.endpoints.filter((endpoint) => endpoint.method === 'POST' && !changesState(endpoint))
  expect(reading.map(({ route }) => route)).toEqual(readingPosts)
})

test('figures for operators are for this machine', async () => {
  const outside = await site.inject({ method: 'GET', url: '/metrics', remoteAddress: '203.0.113.9' })
  expect(outside.statusCode).toBeGreaterThanOrEqual(400)
  expect((await site.inject({ method: 'GET', url: '/metrics' })).statusCode).toBe(200)
})

test('what plays another site in the demo is not there in production', async () => {
  const production = await testSite({
    LANTERN_MODE: 'production',
    ALLOW_DEMO_ADAPTERS: 'sms,real-name,mail,identity,chat-app,identity-provider',
    PUBLIC_URL: 'https://lantern.example',
  })
  const admin = await production.user({ groups: ['super_admin'] })
  for (const address of known.filter((one) => familyOf(one) === 'demo')) {
    const [method, path = ''] = address.split(' ')
    const answer = await admin.inject({ method: method as 'GET', url: path.replace(/:\w+/g, 'x') })
    expect([address, answer.statusCode]).toEqual([address, 404])
  }
})

test('an id that is not there and one that belongs to another answer alike', async () => {
  const [ada, bob] = [await site.user(), await site.user()]
  const { csrfToken } = (await bob.inject({ method: 'GET', url: '/api/session' })).json<{ csrfToken: string }>()
  const own = await site.db.selectFrom('sessions').select('id').where('user_id', '=', ada.id).executeTakeFirstOrThrow()
  const revoke = (sessionId: string) =>
    bob.inject({ method: 'POST', url: `/api/learn/cn/session/revoke?_csrf=${csrfToken}`, payload: { sessionId } })
  const [foreign, none] = [await revoke(own.id), await revoke('ls_00000000000000000000000000')]
  expect([foreign.statusCode, foreign.body]).toEqual([none.statusCode, none.body])
  expect(foreign.statusCode).toBe(404)
})
