import { changeMember } from '@lantern/contract/identity/organisations.ts'
import { listLtiTools, offerToolRegistration } from '@lantern/contract/lti/tools.ts'
import { expect, test } from 'vitest'
import { buildOrganisation } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const school = await buildOrganisation(site.db)
const admin = await site.user({ member: 'admin' })
await site.user({ member: 'admin' })
const params = { id: school }
const { publicUrl } = site.services.config
const toolClaim = 'https://purl.imsglobal.org/spec/lti-tool-configuration'

/** What a tool says of itself, as the specification has it. */
const said = (more: object = {}) => ({
  application_type: 'web',
  response_types: ['id_token'],
  grant_types: ['implicit', 'client_credentials'],
  initiate_login_uri: 'https://lab.example/login',
  redirect_uris: ['https://lab.example/launch', 'https://lab.example/choose'],
  client_name: '动作捕捉实验室',
  jwks_uri: 'https://lab.example/jwks',
  token_endpoint_auth_method: 'private_key_jwt',
  scope: 'https://purl.imsglobal.org/spec/lti-ags/scope/score',
  [toolClaim]: {
    domain: 'lab.example',
    target_link_uri: 'https://lab.example/launch',
    claims: ['iss', 'sub', 'name', 'email'],
    messages: [{ type: 'LtiDeepLinkingRequest', target_link_uri: 'https://lab.example/choose' }],
  },
  ...more,
})

async function offered(person: Person = admin) {
  const body = { address: 'https://lab.example/register?from=admin' }
  const { result } = await person.call(offerToolRegistration, { params, body })
  const url = new URL(result.url)
  return { url, ticket: url.searchParams.get('registration_token') ?? '' }
}

const register = async (ticket: string, body: object) => {
  const headers = { authorization: `Bearer ${ticket}` }
  const answer = await site.inject({ method: 'POST', url: '/lti/tool-registration', headers, payload: body })
  return { status: answer.statusCode, body: answer.json() }
}

const tools = async () => (await admin.call(listLtiTools, { params })).result.tools

test('a tool reads what the site says, sends what it is, and is connected once, told nothing of people', async () => {
  const { url, ticket } = await offered()
  expect([url.origin, url.pathname, url.searchParams.get('from')]).toEqual([
    'https://lab.example',
    '/register',
    'admin',
  ])
  const configuration = new URL(url.searchParams.get('openid_configuration') ?? '')
  const about = (await site.inject({ url: configuration.pathname })).json()
  expect(about).toMatchObject({
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/lti/auth`,
    token_endpoint: `${publicUrl}/lti/token`,
    jwks_uri: `${publicUrl}/lti/jwks`,
    registration_endpoint: `${publicUrl}/lti/tool-registration`,
  })
  // the address of an issuer is on its own site
  expect(configuration.origin).toBe(new URL(about.issuer).origin)
  const first = await register(ticket, said())
  const [tool] = await tools()
  expect(first).toMatchObject({ status: 200, body: { client_id: tool?.id, [toolClaim]: { deployment_id: '1' } } })
  expect(tool).toMatchObject({
    name: '动作捕捉实验室',
    loginUrl: 'https://lab.example/login',
    launchUrl: 'https://lab.example/launch',
    chooseUrl: 'https://lab.example/choose',
    redirectUrls: ['https://lab.example/launch', 'https://lab.example/choose'],
    sendsName: false,
    sendsMail: false,
  })
  expect((await register(ticket, said())).status).toBe(401)
  expect(await tools()).toHaveLength(1)
})

test.each([
  ['no address to come back to', { redirect_uris: [] }, 'invalid_redirect_uri'],
  ['no name', { client_name: ' ' }, 'invalid_client_metadata'],
  ['no keys', { jwks_uri: undefined }, 'invalid_client_metadata'],
  ['an address that runs script', { initiate_login_uri: 'javascript:alert(1)' }, 'invalid_client_metadata'],
  ['nothing to open', { [toolClaim]: {} }, 'invalid_client_metadata'],
])('a tool with %s is told what is wrong and may try again', async (_what, more, error) => {
  const { ticket } = await offered()
  const before = (await tools()).length
  expect(await register(ticket, said(more))).toEqual({ status: 400, body: { error } })
  expect(await tools()).toHaveLength(before)
  expect((await register(ticket, said())).status).toBe(200)
})

test('a ticket is good for an hour and for its admin alone, and nobody makes one up', async () => {
  const before = (await tools()).length
  const late = await offered()
  site.clock.advance({ minutes: 61 })
  expect((await register(late.ticket, said())).status).toBe(401)
  const leaver = await site.user({ member: 'admin' })
  const left = await offered(leaver)
  const again = await site.user({ member: 'admin' })
  await again.call(changeMember, { params, body: { userId: leaver.id, role: 'educator' } })
  expect((await register(left.ticket, said())).status).toBe(401)
  expect((await register('made-up', said())).status).toBe(401)
  expect((await again.call(listLtiTools, { params })).result.tools).toHaveLength(before)
})

test('only an admin has an address opened, and one that is none is refused by its field', async () => {
  const fresh = await site.user({ member: 'admin' })
  const educator = await site.user({ member: 'educator' })
  const body = { address: 'https://lab.example/register' }
  expect((await educator.call(offerToolRegistration, { params, body })).status).toBe(403)
  expect((await (await site.user()).call(offerToolRegistration, { params, body })).status).toBe(404)
  const wrong = await fresh.call(offerToolRegistration, { params, body: { address: 'ftp://lab.example' } })
  expect([wrong.status, wrong.result.details?.[0]?.field]).toEqual([400, 'address'])
})
