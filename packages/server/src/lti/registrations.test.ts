import { listLtiPlatforms, offerLtiRegistration, saveLtiPlatform } from '@lantern/contract/lti/platforms.ts'
import { expect, test } from 'vitest'
import { buildOrganisation } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { browserAt, openFrom, playPlatform } from './testing/play-platform.ts'

const site = await testSite({ CONNECTION_NETWORKS: '127.0.0.0/8' })
const school = await buildOrganisation(site.db)
const admin = await site.user({ member: 'admin' })
const params = { id: school }
const toolClaim = 'https://purl.imsglobal.org/spec/lti-tool-configuration'
const nothing = { issuer: '', clientId: '', authUrl: '', tokenUrl: '', jwksUrl: '', deploymentIds: [] }

/** A platform that registers tools; `more` is what it says otherwise of itself. */
async function openPlatform(more: object = {}) {
  const platform = await playPlatform(({ path, headers }) => {
    const { issuer } = platform
    if (path.startsWith('/openid')) {
      const said = {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        registration_endpoint: `${issuer}/register`,
      }
      return { status: 200, body: { ...said, ...more } }
    }
    if (path !== '/register') return null
    if (headers.authorization !== 'Bearer let me') return { status: 401, body: {} }
    return { status: 200, body: { client_id: 'lantern-client', [toolClaim]: { deployment_id: '1' } } }
  })
  return platform
}

async function offered(name: string) {
  const { result } = await admin.call(saveLtiPlatform, { params, body: { ...nothing, name } })
  const { url } = (await admin.call(offerLtiRegistration, { params, body: { platformId: result.id } })).result
  return { id: result.id, path: new URL(url).pathname }
}

function post(path: string, fields: Record<string, string>) {
  return site.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
}

test('a platform that opens the address asks first, then registers us and is saved complete, once', async () => {
  const platform = await openPlatform()
  const { id, path } = await offered('Moodle')
  const configuration = `${platform.issuer}/openid?x=1`
  const query = new URLSearchParams({ openid_configuration: configuration, registration_token: 'let me' })
  const asked = await site.inject({ method: 'GET', url: `${path}?${query}` })
  expect(asked.statusCode).toBe(200)
  expect(asked.headers['content-security-policy']).toContain(`frame-ancestors 'self' ${platform.issuer}`)
  expect(asked.body).toContain(new URL(platform.issuer).host)
  expect(platform.asked.map(({ path: one }) => one)).not.toContain('/register')
  const done = await post(path, { configuration, token: 'let me' })
  expect(done.statusCode).toBe(200)
  expect(done.body).toContain('org.imsglobal.lti.close')
  const told = JSON.parse(platform.asked.find(({ path: one }) => one === '/register')?.body ?? '{}')
  const { publicUrl } = site.services.config
  expect(told).toMatchObject({
    initiate_login_uri: `${publicUrl}/lti/login/${id}`,
    redirect_uris: [`${publicUrl}/lti/launch/${id}`],
    token_endpoint_auth_method: 'private_key_jwt',
    [toolClaim]: { messages: [{ type: 'LtiResourceLinkRequest' }, { type: 'LtiDeepLinkingRequest' }] },
  })
  const { platforms } = (await admin.call(listLtiPlatforms, { params })).result
  const saved = platforms.find((one) => one.id === id)
  expect(saved).toMatchObject({
    ready: true,
    issuer: platform.issuer,
    clientId: 'lantern-client',
    deploymentIds: ['1'],
  })
  expect((await openFrom(site, platform, { id }, browserAt(site))).statusCode).toBe(303)
  expect((await post(path, { configuration, token: 'let me' })).statusCode).toBe(422)
})

test('who speaks for another issuer, refuses us, or comes too late registers nothing', async () => {
  const liar = await openPlatform({ issuer: 'http://127.0.0.1:1' })
  const one = await offered('Canvas')
  expect((await post(one.path, { configuration: `${liar.issuer}/openid`, token: 'let me' })).statusCode).toBe(422)
  const honest = await openPlatform()
  const configuration = `${honest.issuer}/openid`
  expect((await post(one.path, { configuration, token: 'wrong' })).statusCode).toBe(422)
  expect((await post(one.path, { configuration: 'file:///etc/passwd', token: '' })).statusCode).toBe(400)
  expect((await post('/lti/register/guessed', { configuration, token: 'let me' })).statusCode).toBe(422)
  site.clock.advance({ hours: 25 })
  expect((await post(one.path, { configuration, token: 'let me' })).statusCode).toBe(422)
  const { platforms } = (await admin.call(listLtiPlatforms, { params })).result
  expect(platforms.find(({ id }) => id === one.id)?.ready).toBe(false)
})

test('only an admin of the organisation gives such an address out, and it ends with them', async () => {
  const platform = await openPlatform()
  const second = await site.user({ member: 'admin' })
  const { id } = await offered('ILIAS')
  const educator = await site.user({ member: 'educator' })
  expect((await educator.call(offerLtiRegistration, { params, body: { platformId: id } })).status).toBe(403)
  const { url } = (await second.call(offerLtiRegistration, { params, body: { platformId: id } })).result
  await site.db.updateTable('memberships').set({ role: 'educator' }).where('user_id', '=', second.id).execute()
  const fields = { configuration: `${platform.issuer}/openid`, token: 'let me' }
  expect((await post(new URL(url).pathname, fields)).statusCode).toBe(422)
})
