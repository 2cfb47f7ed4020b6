import { revokeXapiCredential } from '@lantern/contract/xapi/credentials.ts'
import { expect, test } from 'vitest'
import { buildOrganisation } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { sampleStatement, storeClient } from './testing/record-store.ts'

const site = await testSite()
const school = await buildOrganisation(site.db)
const admin = await site.user({ member: 'admin' })
const client = await storeClient(site, admin, school)

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

async function ask(form: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await site.inject({
    method: 'POST',
    url: '/xapi/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  })
  const said: { access_token?: string; token_type?: string; expires_in?: number; scope?: string; error?: string } =
    answer.json()
  return { status: answer.statusCode, headers: answer.headers, ...said }
}

const granted = (form: Record<string, string> = {}) =>
  ask({ grant_type: 'client_credentials', ...form }, { authorization: basic(client.id, client.secret) })

/** Statuses of a few requests with this token. */
async function opened(token: string | undefined) {
  const headers = { authorization: `Bearer ${token}` }
  const agent = JSON.stringify({ mbox: 'mailto:ada@school.example' })
  const state = { activityId: 'https://school.example/lessons/1', agent, stateId: crypto.randomUUID() }
  return {
    read: (await client.send('GET', '/statements', { headers })).statusCode,
    write: (await client.send('POST', '/statements', { headers, body: sampleStatement() })).statusCode,
    state: (await client.send('PUT', '/activities/state', { headers, query: state, body: { at: 1 } })).statusCode,
    person: (await client.send('GET', '/agents', { headers, query: { agent } })).statusCode,
  }
}

test('a program gets a token for an hour with its key, by header or by form, and is then let in as the key is', async () => {
  const byHeader = await granted()
  expect(byHeader).toMatchObject({ status: 200, token_type: 'Bearer', expires_in: 3600, scope: 'all' })
  expect(byHeader.headers['cache-control']).toBe('no-store')
  const byForm = await ask({
    grant_type: 'client_credentials',
    client_id: client.id,
    client_secret: client.secret,
  })
  expect(await opened(byForm.access_token)).toEqual({ read: 200, write: 200, state: 204, person: 200 })
  const { statements } = (await client.send('GET', '/statements')).json()
  expect(statements[0].authority.account.name).toBe(client.id)
  site.clock.advance({ minutes: 59 })
  expect((await opened(byHeader.access_token)).read).toBe(200)
  site.clock.advance({ minutes: 2 })
  expect(await opened(byHeader.access_token)).toEqual({ read: 401, write: 401, state: 401, person: 401 })
})

test.each([
  ['statements/write', { read: 403, write: 200, state: 403, person: 403 }],
  ['statements/read', { read: 200, write: 403, state: 403, person: 200 }],
  ['all/read', { read: 200, write: 403, state: 403, person: 200 }],
  ['state profile', { read: 403, write: 403, state: 204, person: 403 }],
])('a token for %s opens that and nothing else', async (scope, expected) => {
  const { access_token, status } = await granted({ scope })
  expect(status).toBe(200)
  expect(await opened(access_token)).toEqual(expected)
})

test('a wrong key, another grant and an unknown scope get no token, and each is told why', async () => {
  const wrong = await ask({ grant_type: 'client_credentials' }, { authorization: basic(client.id, 'wrong') })
  expect([wrong.status, wrong.error]).toEqual([401, 'invalid_client'])
  expect((await ask({})).error).toBe('invalid_client')
  expect(await granted({ grant_type: 'password' })).toMatchObject({ status: 400, error: 'unsupported_grant_type' })
  expect(await granted({ scope: 'statements/write everything' })).toMatchObject({ status: 400, error: 'invalid_scope' })
})

test('a token that was changed opens nothing, and with its key all of its tokens end', async () => {
  const other = await storeClient(site, admin, school)
  const { access_token = '' } = await ask(
    { grant_type: 'client_credentials', scope: 'statements/read' },
    { authorization: basic(other.id, other.secret) },
  )
  const [said = '', sign] = access_token.split('.')
  const wider = JSON.parse(Buffer.from(said, 'base64url').toString('utf8'))
  const forged = Buffer.from(JSON.stringify({ ...wider, scopes: ['all'] })).toString('base64url')
  expect((await opened(access_token)).read).toBe(200)
  expect((await opened(`${forged}.${sign}`)).read).toBe(401)
  expect((await opened('nonsense')).read).toBe(401)
  await admin.call(revokeXapiCredential, { params: { id: school }, body: { credentialId: other.id } })
  expect((await opened(access_token)).read).toBe(401)
})
