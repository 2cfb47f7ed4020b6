import { listClasses } from '@lantern/contract/identity/organisations.ts'
import { getNameList, importNameList } from '@lantern/contract/rosters/name-lists.ts'
import * as contract from '@lantern/contract/rosters/oneroster-source.ts'
import { expect, test, vi } from 'vitest'
import { buildOrganisation } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { playProvider } from '../testing/play-provider.ts'
import { rosterReader } from '../testing/roster-reader.ts'

const site = await testSite({ CONNECTION_NETWORKS: '127.0.0.0/8' })
let schools = 0

/** A school whose admin set this provider up. */
async function school(access?: { address: string; tokenAddress: string; clientId?: string; clientSecret?: string }) {
  const provider = await playProvider()
  const id = await buildOrganisation(site.db, `og_source${schools++}`)
  const admin = await site.user({ name: 'Head' })
  await site.db
    .insertInto('memberships')
    .values({ organisation_id: id, user_id: admin.id, role: 'admin', began_at: site.clock.now() })
    .execute()
  const params = { id }
  const save = (body: Record<string, unknown> = {}) =>
    admin.call(contract.saveRosterSource, {
      params,
      body: {
        address: provider.address,
        tokenAddress: provider.tokenAddress,
        clientId: 'lantern',
        clientSecret: 'secret',
        isNightly: true,
        ...access,
        ...body,
      },
    })
  expect((await save()).result).toEqual({ success: true })
  const state = async () => (await admin.call(contract.getRosterSource, { params })).result
  async function read(kind: 'whole' | 'delta' = 'whole') {
    site.clock.advance({ seconds: 1 })
    expect((await admin.call(contract.readRosterSource, { params, body: { kind } })).status).toBe(200)
    await site.settle()
    const [run] = (await state()).runs
    if (!run) throw new Error('nothing was read')
    const plan = run.listId ? (await admin.call(getNameList, { params: { id, listId: run.listId } })).result : null
    return { ...run, plan }
  }
  async function importIt(listId: string | null, endMissing = false) {
    await admin.call(importNameList, { params: { id, listId: String(listId) }, body: { endMissing } })
    await site.settle()
    return (await state()).runs[0]
  }
  const known = () =>
    site.db
      .selectFrom('roster_people')
      .select(['source_id as id', 'phone', 'role'])
      .where('organisation_id', '=', id)
      .where('ended_at', 'is', null)
      .orderBy('source_id')
      .execute()
  return { id, admin, provider, params, save, state, read, importIt, known }
}

async function night() {
  site.clock.advance({ hours: 1 })
  await site.services.jobs.send(site.db, 'rosters.read_sources', {})
  await site.settle()
}

test('what a system outside says is tried before it is imported, and the second time changes nothing', async () => {
  const { admin, params, read, importIt, known, state } = await school()
  const run = await read()
  expect(run).toMatchObject({ state: 'planned', kind: 'whole', cause: 'hand', problem: null })
  expect(run.plan).toMatchObject({ state: 'planned', added: 3, problems: 0, classesAdded: 2, seatsAdded: 3 })
  expect(await known()).toEqual([])
  expect(await importIt(run.listId)).toMatchObject({ state: 'done', counts: { added: 3, changed: 0, ended: 0 } })
  expect(await known()).toEqual([
    { id: 'p1', phone: '13911110001', role: 'learner' },
    { id: 'p2', phone: '13911110002', role: 'learner' },
    { id: 'p3', phone: '13911110003', role: 'educator' },
  ])
  const { result } = await admin.call(listClasses, { params })
  expect(result.classes.map(({ name }) => name)).toEqual(['Maths', 'Music'])
  const again = await read()
  expect(again.plan).toMatchObject({
    added: 0,
    changed: 0,
    ended: 0,
    same: 3,
    problems: 0,
    seatsAdded: 0,
    classesAdded: 0,
  })
  expect(await importIt(again.listId)).toMatchObject({ state: 'done', counts: { added: 0, changed: 0, ended: 0 } })
  expect((await state()).source?.mayDelta).toBe(true)
})

test('a change that a system says to be of the year 9999 hides no later ones', async () => {
  const { provider, read, importIt, known, state } = await school()
  const [first, second] = provider.lists.users ?? []
  Object.assign(first ?? {}, { dateLastModified: '9999-12-31T00:00:00Z' })
  await importIt((await read()).listId)
  Object.assign(second ?? {}, { status: 'tobedeleted', dateLastModified: '2026-03-02T08:00:00Z' })
  await night()
  expect((await state()).runs[0]).toMatchObject({ kind: 'delta', counts: { ended: 1 } })
  expect((await known()).map(({ id }) => id)).not.toContain('p2')
})

test('each night what changed since is asked for and imported, and what would end many waits for a person', async () => {
  const { provider, read, importIt, known, state, admin, params } = await school()
  const { lists } = provider
  const [first] = lists.users ?? []
  for (let n = 10; n < 30; n++) lists.users?.push({ ...first, sourcedId: `p${n}`, sms: `139222200${n}` })
  await night()
  expect((await state()).runs).toEqual([])
  await importIt((await read()).listId)
  expect(await known()).toHaveLength(23)

  provider.asked.length = 0
  const later = '2026-03-02T08:00:00Z'
  Object.assign(first ?? {}, { status: 'tobedeleted', dateLastModified: later })
  await night()
  expect(provider.asked).toContain("users dateLastModified>'2026-03-01T07:50:00.000Z'".replace(' ', ''))
  expect((await state()).runs[0]).toMatchObject({ state: 'done', cause: 'night', kind: 'delta', counts: { ended: 1 } })
  expect((await known()).map(({ id }) => id)).not.toContain('p1')

  for (const user of lists.users ?? [])
    Object.assign(user, { status: 'tobedeleted', dateLastModified: '2026-03-03T08:00:00Z' })
  await night()
  const [waiting] = (await state()).runs
  expect(waiting).toMatchObject({ state: 'waiting', cause: 'night' })
  expect(await known()).toHaveLength(22)
  const { result } = await admin.call(getNameList, { params: { ...params, listId: String(waiting?.listId) } })
  expect(result).toMatchObject({ state: 'planned', ended: 22 })
})

test('a list that is empty ends nobody, not even when that is wished', async () => {
  const { provider, read, importIt, known } = await school()
  await importIt((await read()).listId)
  provider.lists.users = []
  provider.lists.enrollments = []
  const run = await read()
  expect(run.plan).toMatchObject({ lines: 0, gone: { count: 3 } })
  expect(await importIt(run.listId, true)).toMatchObject({ state: 'planned' })
  await importIt(run.listId)
  expect(await known()).toHaveLength(3)
})

const page = (list: string, objects: unknown[]) => JSON.stringify({ [list]: objects })
const one = (n: number) => ({ sourcedId: `x${n}`, status: 'active', dateLastModified: '2026-03-01T08:00:00Z' })

type Trick = NonNullable<Parameters<Awaited<ReturnType<typeof playProvider>>['plays']>[0]>
const onUsers =
  (
    act: (response: Parameters<Trick>[1], offset: number, headers: Parameters<Trick>[0]['headers']) => void,
    from = 0,
  ): Trick =>
  ({ headers }, response, { list, offset }) => {
    if (list !== 'users' || offset < from) return false
    act(response, offset, headers)
    return true
  }

const hostile: Record<string, [Trick, Partial<contract.RosterRun>]> = {
  'pages without end': [
    onUsers((response, offset) => {
      response
        .writeHead(200, { link: `</v1p2/users?offset=${offset + 1}>; rel="next"` })
        .end(page('users', [one(offset)]))
    }),
    { problem: 'endless', detail: 'users' },
  ],
  'the same page again and again': [
    onUsers((response, offset) => {
      response.writeHead(200, { link: `</v1p2/users?offset=${offset + 1}>; rel="next"` }).end(page('users', [one(0)]))
    }),
    { problem: 'endless' },
  ],
  '500 in the middle': [
    onUsers((response) => response.writeHead(500).end('sorry'), 2),
    { problem: 'status', status: 500 },
  ],
  'fewer objects than it counts': [
    onUsers((response) => response.writeHead(200, { 'x-total-count': '900' }).end(page('users', [])), 2),
    { problem: 'total' },
  ],
  'a body of 50 MB': [
    onUsers((response) => {
      response.writeHead(200)
      response.on('error', () => undefined)
      response.end(Buffer.alloc(50 * 1024 * 1024, ' '))
    }),
    { problem: 'too_long' },
  ],
  'a redirect to this machine': [
    onUsers((response) => response.writeHead(302, { location: 'http://127.0.0.1:1/users' }).end()),
    { problem: 'redirect', status: 302 },
  ],
  'a page of HTML': [onUsers((response) => response.writeHead(200).end('<html>')), { problem: 'no_roster' }],
  'another list': [onUsers((response) => response.writeHead(200).end(page('people', []))), { problem: 'no_roster' }],
  'objects that are none': [
    onUsers((response) => response.writeHead(200).end(page('users', [null]))),
    { problem: 'no_roster' },
  ],
  'a connection that breaks': [onUsers((response) => response.destroy()), { problem: 'unreachable' }],
  'a scope that is not enough': [
    onUsers((response) => response.writeHead(403).end()),
    { problem: 'scope_refused', status: 403 },
  ],
  'a token that is good for nothing': [
    onUsers((response) => response.writeHead(401).end()),
    { problem: 'unauthorised', status: 401 },
  ],
}

test.each(Object.entries(hostile))(
  'of a provider that answers with %s nothing is written, and why is told',
  async (name, [trick, told]) => {
    const { id, provider, read, importIt, known, state } = await school()
    await importIt((await read()).listId)
    const before = await known()
    provider.plays(trick)
    const run = await read()
    expect(run).toMatchObject({ state: 'failed', listId: null, counts: null, ...told })
    expect(run.endedAt).not.toBeNull()
    expect(await known()).toEqual(before)
    const lists = await site.db.selectFrom('name_lists').select('state').where('organisation_id', '=', id).execute()
    expect(lists).toEqual([{ state: 'done' }])
    // a loop is seen at once, and what only seems to go on, at the bound
    expect(provider.asked.length).toBeLessThan(name.startsWith('pages without') ? 2_100 : 40)
    // and it goes on once the provider is well
    provider.plays()
    expect((await read()).plan).toMatchObject({ same: 3 })
    expect((await state()).runs).toHaveLength(3)
  },
)

test.each<[string, Trick]>([
  ['never answers', onUsers(() => undefined)],
  [
    'begins an answer that has no end',
    onUsers((response) => {
      response.writeHead(200)
      const dripping = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(dripping))
    }),
  ],
])('a provider that %s is waited for so long and no longer, and nothing of it is written', async (_, trick) => {
  const { id, provider, read, importIt, known, save } = await school()
  await importIt((await read()).listId)
  const before = await known()
  const within = AbortSignal.timeout
  const bounds = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => within.call(AbortSignal, 300))
  try {
    provider.plays(trick)
    expect(await read()).toMatchObject({ state: 'failed', listId: null, problem: 'timeout', detail: 'users' })
    expect(new Set(bounds.mock.calls.flat())).toEqual(new Set([10_000]))
    expect(await known()).toEqual(before)
    const lists = await site.db.selectFrom('name_lists').select('state').where('organisation_id', '=', id).execute()
    expect(lists).toEqual([{ state: 'done' }])
    // the form that saves the address of such a provider says that it did not answer in time
    provider.plays((_request, response) => {
      response.on('error', () => undefined)
      return true
    })
    const refused = await save({ clientSecret: 'other' })
    expect([refused.status, refused.result]).toMatchObject([400, { details: [{ field: 'tokenAddress' }] }])
    expect(JSON.stringify(refused.result)).toContain('10')
  } finally {
    bounds.mockRestore()
  }
})

test('a token that ends on the way is asked for again', async () => {
  const { provider, read } = await school()
  let refused = 0
  provider.plays(({ headers }, response, { list, offset }) => {
    if (list === 'token' && refused > 0) {
      response.writeHead(200).end(JSON.stringify({ access_token: 'next' }))
      return true
    }
    if (list !== 'users' || offset < 2 || headers.authorization === 'Bearer next') return false
    refused += 1
    response.writeHead(401).end()
    return true
  })
  expect((await read()).plan).toMatchObject({ added: 3 })
  expect(refused).toBe(1)
})

test('what is not REST’s own way, and what is wrong in one object, is a problem of that object alone', async () => {
  const { provider, read } = await school()
  const { lists } = provider
  const [first] = lists.users ?? []
  lists.users?.push(
    { ...first, sourcedId: 'mono', givenName: '', familyName: '欧阳小红', sms: '13933330001' },
    { ...first, sourcedId: 'zero', givenName: 'Ze\0ro', sms: '13933330002' },
    { ...first, sourcedId: 'bad id!', sms: '13933330003' },
    { ...first, sourcedId: 'nameless', givenName: '', familyName: '', sms: '13933330004' },
    { ...first, sourcedId: 'parent', roles: [{ role: 'parent' }], sms: '13933330005' },
    { ...first, sourcedId: 'gone', enabledUser: 'false', sms: '13933330006' },
  )
  const { plan } = await read()
  expect(plan).toMatchObject({ added: 5, problems: 2 })
  expect(plan?.firstProblems.map(({ file, line, reason }) => [file, line, reason])).toEqual([
    ['users', 6, 'or_guid'],
    ['users', 7, 'or_missing'],
  ])
})

test.each([
  ['token', 401, '{"error":"invalid_client"}', 'clientSecret'],
  ['token', 400, '{"error":"invalid_scope"}', 'tokenAddress'],
  ['token', 503, 'busy', 'tokenAddress'],
  ['token', 200, '<html>', 'tokenAddress'],
  ['token', 302, '', 'tokenAddress'],
  ['orgs', 404, '', 'address'],
  ['orgs', 401, '', 'address'],
  ['orgs', 403, '', 'address'],
  ['orgs', 200, '{"users":[]}', 'address'],
])(
  'a system whose %s answers %i %s is not kept, and the form says what is wrong',
  async (list, status, body, field) => {
    const { provider, save, state } = await school()
    provider.plays((_request, response, asked) => {
      if (asked.list !== list) return false
      response.writeHead(status, status === 302 ? { location: provider.tokenAddress } : {}).end(body)
      return true
    })
    const before = await state()
    const { status: answered, result } = await save({ clientId: 'other' })
    expect([answered, result.details?.[0]?.field]).toEqual([400, field])
    expect(result.details?.[0]?.message).toMatch(/\p{sc=Han}/u)
    expect(await state()).toEqual(before)
  },
)

test('only public addresses by https are asked, and a kept secret goes to its own addresses alone', async () => {
  const closed = await testSite({ MODE: 'demo' })
  const { provider, save, id } = await school()
  for (const address of ['ftp://sis.example', 'https://u:p@sis.example', 'nonsense', 'https://sis.example/?a=1']) {
    const { status, result } = await save({ address })
    expect([status, result.details?.[0]?.field]).toEqual([400, 'address'])
  }
  const other = await playProvider()
  const moved = await save({ address: other.address, tokenAddress: other.tokenAddress, clientSecret: undefined })
  expect([moved.status, moved.result.details?.[0]?.field]).toEqual([400, 'clientSecret'])
  const half = await save({ tokenAddress: other.tokenAddress, clientSecret: undefined })
  expect([half.status, half.result.details?.[0]?.field]).toEqual([400, 'clientSecret'])
  expect(other.asked).toEqual([])
  expect((await save({ clientSecret: undefined, isNightly: false })).status).toBe(200)
  const kept = await site.db.selectFrom('oneroster_sources').selectAll().where('organisation_id', '=', id).execute()
  expect(kept[0]?.client_secret.includes('secret')).toBe(false)

  const head = await closed.user({ member: 'admin' })
  const organisation = await buildOrganisation(closed.db)
  const { result } = await head.call(contract.saveRosterSource, {
    params: { id: organisation },
    body: {
      address: provider.address,
      tokenAddress: provider.tokenAddress,
      clientId: 'a',
      clientSecret: 'b',
      isNightly: true,
    },
  })
  expect(result.details?.[0]).toMatchObject({ field: 'tokenAddress' })
})

test('one of our sites reads another over HTTP, as a whole and then what changed', async () => {
  const provider = await testSite()
  const address = await provider.app.listen({ port: 0, host: '127.0.0.1' })
  const north = await buildOrganisation(provider.db, 'og_north')
  const join = async (name: string, role: 'learner' | 'educator' | 'admin', phone?: string) => {
    const person = await provider.user({ name })
    await provider.db
      .insertInto('memberships')
      .values({ organisation_id: north, user_id: person.id, role, began_at: provider.clock.now() })
      .execute()
    if (phone) {
      const listed = { organisation_id: north, source_id: phone, number: phone.slice(-4), name, phone, role: 'learner' }
      await provider.db
        .insertInto('roster_people')
        .values({ ...listed, user_id: person.id })
        .execute()
    }
    return provider.signedInAgain(person, 'desktop')
  }
  const head = await join('Head Master', 'admin')
  const pupils = [
    await join('欧阳小红', 'learner', '13955550001'),
    await join('Ada Lovelace', 'learner', '13955550002'),
  ]
  await provider.db
    .insertInto('classes')
    .values({ id: 'kl_two_sites', organisation_id: north, name: 'Shaders', created_at: provider.clock.now() })
    .execute()
  for (const { id } of pupils)
    await provider.db
      .insertInto('class_members')
      .values({ class_id: 'kl_two_sites', organisation_id: north, user_id: id })
      .execute()
  const key = await rosterReader(provider, head, north)

  const { admin, params, read, importIt } = await school({
    address: `${address}/ims/oneroster/rostering/v1p2`,
    tokenAddress: `${address}/ims/oneroster/oauth/token`,
    clientId: key.id,
    clientSecret: key.secret,
  })
  const run = await read()
  expect(run).toMatchObject({ state: 'planned', problem: null })
  expect(run.plan).toMatchObject({ added: 3, problems: 0, classesAdded: 1, seatsAdded: 2 })
  expect(await importIt(run.listId)).toMatchObject({ state: 'done', counts: { added: 3 } })
  const names = async () =>
    await site.db
      .selectFrom('roster_people')
      .select(['name', 'phone'])
      .where('organisation_id', '=', params.id)
      .where('ended_at', 'is', null)
      .orderBy('name')
      .execute()
  expect(await names()).toEqual([
    { name: 'Ada Lovelace', phone: '13955550002' },
    { name: 'Head Master', phone: null },
    { name: '欧阳小红', phone: '13955550001' },
  ])
  expect((await read()).plan).toMatchObject({ added: 0, changed: 0, ended: 0, same: 3, seatsAdded: 0 })

  provider.clock.advance({ hours: 1 })
  await provider.db
    .updateTable('memberships')
    .set({ ended_at: provider.clock.now() })
    .where('user_id', '=', pupils[0]?.id ?? '')
    .execute()
  await provider.settle()
  const delta = await read('delta')
  expect(delta).toMatchObject({ kind: 'delta', state: 'planned' })
  expect(delta.plan).toMatchObject({ same: 2, ended: 1, added: 0, gone: { count: 0 } })
  await importIt(delta.listId)
  expect((await names()).map(({ name }) => name)).toEqual(['Ada Lovelace', 'Head Master'])
  expect((await admin.call(contract.removeRosterSource, { params })).status).toBe(200)
  expect((await names()).length).toBe(2)
})

test('a system outside that another admin changed meanwhile is shown before it is replaced', async () => {
  const { provider, save, state } = await school()
  const { address, tokenAddress, clientId = '' } = (await state()).source ?? {}
  const began = { address, tokenAddress, clientId, isNightly: true }
  expect((await save({ isNightly: false, before: began })).status).toBe(200)
  const { status, result } = await save({ before: { ...began, clientId: 'old' } })
  expect([status, result.details?.[0]?.field]).toEqual([400, 'before'])
  expect(result.details?.[0]?.message).toContain(`${provider.address} · ${provider.tokenAddress} · lantern`)
  expect((await state()).source?.isNightly).toBe(false)
})
