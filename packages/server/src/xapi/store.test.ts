import { createXapiCredential, listXapiCredentials, revokeXapiCredential } from '@lantern/contract/xapi/credentials.ts'
import { expect, test } from 'vitest'
import { buildOrganisation } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { sampleStatement, storeClient } from './testing/record-store.ts'

const site = await testSite()
const school = await buildOrganisation(site.db)
const admin = await site.user({ member: 'admin' })
const client = await storeClient(site, admin, school)
const params = { id: school }

const agent = JSON.stringify({ mbox: 'mailto:ada@school.example' })
const activityId = 'https://school.example/lessons/1'

async function otherSchool() {
  const id = await buildOrganisation(site.db, 'og_other')
  const person = await site.user()
  await site.db
    .insertInto('memberships')
    .values({ organisation_id: id, user_id: person.id, role: 'admin', began_at: site.clock.now() })
    .execute()
  return storeClient(site, person, id)
}

test('admins make, see and revoke keys of their organisation; the secret is told once', async () => {
  const made = await admin.call(createXapiCredential, { params, body: { name: ' SIS ' } })
  const { id, secret } = made.result
  const listed = await admin.call(listXapiCredentials, { params })
  expect(listed.result.address).toBe(`${site.services.config.publicUrl}/xapi`)
  expect(listed.result.credentials.find((one) => one.id === id)).toMatchObject({
    name: 'SIS',
    lastUsedAt: null,
    revoked: false,
  })
  expect(JSON.stringify(listed.result)).not.toContain(secret)
  const ask = () =>
    site.inject({
      url: '/xapi/statements',
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
        'x-experience-api-version': '2.0.0',
      },
    })
  expect((await ask()).statusCode).toBe(200)
  const revoke = () => admin.call(revokeXapiCredential, { params, body: { credentialId: id } })
  expect([(await revoke()).status, (await revoke()).status]).toEqual([200, 200])
  expect((await ask()).statusCode).toBe(401)
  const after = await admin.call(listXapiCredentials, { params })
  expect(after.result.credentials.find((one) => one.id === id)).toMatchObject({
    lastUsedAt: site.clock.now().toISOString(),
    revoked: true,
  })
})

test('keys are for admins of the organisation alone; another one’s key is not found', async () => {
  const [educator, stranger] = [await site.user({ member: 'educator' }), await site.user()]
  for (const [person, status] of [
    [educator, 403],
    [stranger, 404],
  ] as const) {
    expect((await person.call(listXapiCredentials, { params })).status).toBe(status)
    expect((await person.call(createXapiCredential, { params, body: { name: 'x' } })).status).toBe(status)
    expect((await person.call(revokeXapiCredential, { params, body: { credentialId: client.id } })).status).toBe(status)
  }
  const other = await otherSchool()
  expect((await admin.call(revokeXapiCredential, { params, body: { credentialId: other.id } })).status).toBe(404)
  expect((await admin.call(createXapiCredential, { params, body: { name: ' ' } })).result.details?.[0]?.field).toBe(
    'name',
  )
})

test('without a right key nothing is read or written, and the answer says how to prove oneself', async () => {
  const wrong = [
    '',
    'Basic',
    `Basic ${btoa(`${client.id}:guess`)}`,
    `Basic ${btoa(client.secret)}`,
    `Bearer ${client.secret}`,
  ]
  for (const authorization of wrong) {
    const answer = await client.send('POST', '/statements', { headers: { authorization }, body: sampleStatement() })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'credentials_invalid'])
    expect(answer.headers['www-authenticate']).toContain('Basic')
  }
})

test('another organisation sees no statement, document, attachment or activity', async () => {
  const other = await otherSchool()
  const [statementId = ''] = (await client.send('POST', '/statements', { body: sampleStatement() })).json<string[]>()
  const state = { activityId, agent, stateId: 'place' }
  await client.send('PUT', '/activities/state', { query: state, body: { step: 4 } })
  expect((await other.send('GET', '/statements', { query: { statementId } })).statusCode).toBe(404)
  expect((await other.send('GET', '/statements')).json().statements).toEqual([])
  expect((await other.send('GET', '/statements', { query: { agent } })).json().statements).toEqual([])
  expect((await other.send('GET', '/activities/state', { query: state })).statusCode).toBe(404)
  expect((await other.send('GET', '/activities', { query: { activityId } })).json()).toEqual({
    objectType: 'Activity',
    id: activityId,
  })
  // ids are each organisation's own
  const same = await other.send('PUT', '/statements', {
    query: { statementId },
    body: sampleStatement({ verb: { id: 'http://a.example' } }),
  })
  expect(same.statusCode).toBe(204)
})

test('a request names a version that is spoken; what the store speaks is told to everybody', async () => {
  const about = await site.inject({ url: '/xapi/about' })
  expect(about.json()).toEqual({ version: ['1.0.3', '2.0.0'] })
  for (const [asked, answered] of [
    ['1.0', '1.0.3'],
    ['1.0.1', '1.0.3'],
    ['2.0', '2.0.0'],
  ] as const) {
    const answer = await client.send('GET', '/statements', { headers: { 'x-experience-api-version': asked } })
    expect([answer.statusCode, answer.headers['x-experience-api-version']]).toEqual([200, answered])
  }
  for (const asked of ['0.95', '1.1.0', '3.0']) {
    const answer = await client.send('GET', '/statements', { headers: { 'x-experience-api-version': asked } })
    expect([answer.statusCode, answer.json().details[0].field]).toEqual([400, 'X-Experience-API-Version'])
  }
})

test('pages of other sites may call with a key: cookies count for nothing here', async () => {
  const headers = { origin: 'https://course.example' }
  const preflight = await site.inject({ method: 'OPTIONS', url: '/xapi/statements', headers })
  expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, '*'])
  const sent = await client.send('POST', '/statements', { headers, body: sampleStatement() })
  expect([sent.statusCode, sent.headers['access-control-allow-origin']]).toEqual([200, '*'])
  const asAdmin = await admin.inject({ url: '/xapi/statements', headers: { 'x-experience-api-version': '2.0.0' } })
  expect(asAdmin.statusCode).toBe(401)
})

test('a document is replaced only by who knows its state: ETags guard it', async () => {
  const query = { activityId, profileId: 'plan' }
  const send = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', headers: Record<string, string> = {}, body?: unknown) =>
    client.send(method, '/activities/profile', { query, headers, ...(body !== undefined && { body }) })
  expect((await send('PUT', { 'if-none-match': '*' }, { a: 1, b: { c: 1 } })).statusCode).toBe(204)
  expect((await send('PUT', { 'if-none-match': '*' }, { a: 2 })).statusCode).toBe(412)
  const blind = await send('PUT', {}, { a: 2 })
  expect([blind.statusCode, blind.json().details[0].field]).toEqual([409, 'If-Match'])
  const first = await send('GET')
  expect([first.json(), first.headers['last-modified']]).toEqual([
    { a: 1, b: { c: 1 } },
    site.clock.now().toUTCString(),
  ])
  const etag = String(first.headers.etag)
  // a merge replaces whole fields
  expect((await send('POST', { 'if-match': etag }, { b: { d: 2 } })).statusCode).toBe(204)
  expect((await send('GET')).json()).toEqual({ a: 1, b: { d: 2 } })
  expect((await send('DELETE', { 'if-match': etag })).statusCode).toBe(412)
  expect((await send('POST', { 'content-type': 'text/plain' }, 'text')).statusCode).toBe(400)
  expect((await send('POST', {}, '[1]')).statusCode).toBe(400)
  expect((await send('DELETE')).statusCode).toBe(204)
  expect((await send('GET')).statusCode).toBe(404)
})

test('of writers who know the same state of a document one wins, and a page among documents runs nothing here', async () => {
  const query = { agent, profileId: 'race' }
  await client.send('PUT', '/agents/profile', { query, headers: { 'if-none-match': '*' }, body: { a: 0 } })
  const etag = String((await client.send('GET', '/agents/profile', { query })).headers.etag)
  const headers = { 'if-match': etag }
  const answers = await Promise.all([
    ...[1, 2, 3].map((a) => client.send('PUT', '/agents/profile', { query, headers, body: { a } })),
    client.send('DELETE', '/agents/profile', { query, headers }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 412, 412, 412])
  const page = { agent, profileId: 'page' }
  const type = { 'content-type': 'text/html', 'if-none-match': '*' }
  await client.send('PUT', '/agents/profile', { query: page, headers: type, body: '<script>alert(1)</script>' })
  const shown = await client.send('GET', '/agents/profile', { query: page })
  expect([shown.headers['content-type'], shown.headers['content-security-policy']]).toEqual([
    'text/html',
    "default-src 'none'; sandbox",
  ])
})

test('a document of more than four megabytes is refused, also when a merge would make it so', async () => {
  const query = { activityId, profileId: 'large' }
  const half = 'x'.repeat(2.5 * 1024 * 1024)
  const post = (body: unknown) => client.send('POST', '/activities/profile', { query, body })
  expect((await post({ a: half })).statusCode).toBe(204)
  expect((await post({ b: half })).statusCode).toBe(413)
  expect((await post({ a: half, b: half })).statusCode).toBe(413)
  expect((await client.send('GET', '/activities/profile', { query })).json()).toEqual({ a: half })
})

test('states are kept by activity, agent and registration, listed by change and deleted together', async () => {
  const registration = 'ec531277-b57b-4c15-8d91-d292c5b2b8f7'
  const owner = { activityId: 'https://school.example/lessons/2', agent }
  const put = (query: Record<string, string>, body: unknown, headers = {}) =>
    client.send('PUT', '/activities/state', { query: { ...owner, ...query }, body, headers })
  const list = async (query = {}) =>
    (await client.send('GET', '/activities/state', { query: { ...owner, ...query } })).json()
  const bytes = Buffer.from([0, 255, 10])
  await put({ stateId: 'picture' }, bytes, { 'content-type': 'image/png' })
  const since = site.clock.now().toISOString()
  site.clock.advance({ seconds: 1 })
  await put({ stateId: 'place', registration }, { step: 1 })
  const picture = await client.send('GET', '/activities/state', { query: { ...owner, stateId: 'picture' } })
  expect([picture.rawPayload, picture.headers['content-type']]).toEqual([bytes, 'image/png'])
  expect(await list()).toEqual(['picture', 'place'])
  expect(await list({ since })).toEqual(['place'])
  expect(await list({ registration })).toEqual(['place'])
  const asOther = await client.send('GET', '/activities/state', { query: { ...owner, stateId: 'place' } })
  expect(asOther.statusCode).toBe(404)
  expect((await client.send('DELETE', '/activities/state', { query: owner })).statusCode).toBe(204)
  expect(await list()).toEqual([])
})

test('an agent’s profile and Person go by its identifier, not its name', async () => {
  const query = { agent, profileId: 'wishes' }
  await client.send('POST', '/agents/profile', { query, body: { font: 'large' } })
  const named = JSON.stringify({ objectType: 'Agent', name: 'Ada', mbox: 'mailto:ada@school.example' })
  expect((await client.send('GET', '/agents/profile', { query: { ...query, agent: named } })).json()).toEqual({
    font: 'large',
  })
  expect((await client.send('GET', '/agents', { query: { agent: named } })).json()).toEqual({
    objectType: 'Person',
    name: ['Ada'],
    mbox: ['mailto:ada@school.example'],
  })
  const nobody = await client.send('GET', '/agents', { query: { agent: '{"name":"Ada"}' } })
  expect([nobody.statusCode, nobody.json().details[0].field]).toEqual([400, 'agent'])
})

test('1.0.3 takes a request in a form; 2.0 does not', async () => {
  const authorization = `Basic ${btoa(`${client.id}:${client.secret}`)}`
  const send = (form: Record<string, string>, method = 'PUT') =>
    site.inject({
      method: 'POST',
      url: `/xapi/statements?method=${method}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ Authorization: authorization, ...form }).toString(),
    })
  const statementId = '6690e6c9-3ef0-4ed3-8b37-7f3964730bee'
  const content = JSON.stringify(sampleStatement())
  const version = { 'X-Experience-API-Version': '1.0.3' }
  expect((await send({ ...version, statementId, content })).statusCode).toBe(204)
  expect((await send({ ...version, statementId }, 'GET')).json().id).toBe(statementId)
  expect((await send({ ...version, statementId })).json().details[0].field).toBe('content')
  expect((await send({ 'X-Experience-API-Version': '2.0.0', statementId, content })).statusCode).toBe(400)
  expect((await send({ ...version, Authorization: 'Basic x', statementId, content })).statusCode).toBe(401)
})

test('writers of one organisation lose nothing to each other', async () => {
  const verb = 'https://school.example/verbs/together'
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      client.send('POST', '/statements', { body: sampleStatement({ verb: { id: verb } }) }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200))
  const { statements } = (await client.send('GET', '/statements', { query: { verb } })).json<{
    statements: { stored: string }[]
  }>()
  expect(new Set(statements.map(({ stored }) => stored)).size).toBe(12)
})
