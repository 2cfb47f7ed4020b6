import { afterAll, expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { buildApp } from './app.ts'
import { createPages } from './pages.ts'

const site = await testSite()
const app = await buildApp(site.services, { pages: createPages(site.services).register })
afterAll(() => app.close())

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

async function ask(method: (typeof methods)[number], url: string, payload = '{}', type = 'application/json') {
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method)
  const headers = { 'accept-language': 'en', 'content-type': type }
  const answer = await app.inject({ method, url, headers, ...(hasBody && { payload }) })
  return {
    status: answer.statusCode,
    type: answer.headers['content-type'],
    allow: answer.headers.allow,
    text: answer.body,
  }
}

const api = { code: expect.any(String), message: expect.any(String) }
const scim = (status: string) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status,
  detail: expect.any(String),
})
const roster = { imsx_codeMajor: 'failure', imsx_CodeMinor: expect.anything() }
const graphql = { errors: [{ message: expect.any(String), extensions: { code: expect.any(String) } }] }
const oauth = { error: expect.any(String), error_description: expect.any(String) }

test('what nobody answers at an address for programs is refused in the form of its protocol, whatever the method', async () => {
  for (const [url, form] of [
    ['/api', api],
    ['/api/none', api],
    ['/api/cmi5/none', api],
    ['/scim/v2', scim('404')],
    ['/scim/v2/Bulk', scim('404')],
    ['/scim/v2/Users/a/b', scim('404')],
    ['/ims/oneroster/rostering/v1p2', roster],
    ['/ims/oneroster/rostering/v1p2/none', roster],
    ['/ims/oneroster/gradebook/v1p2/lineItems', roster],
    ['/api/as/graphql/none', graphql],
    ['/xapi/none', api],
    ['/lti/tool/t/class/c/none', api],
    ['/badges/none', api],
    ['/.well-known/openid-configuration', api],
  ] as const) {
    for (const method of methods) {
      const answer = await ask(method, url)
      expect([method, url, answer.status]).toEqual([method, url, 404])
      expect(answer.type).toContain('json')
      if (method !== 'HEAD') expect(JSON.parse(answer.text)).toMatchObject(form)
    }
  }
})

test('a method that an address for programs does not have is refused in the form of its protocol, with those that it has', async () => {
  for (const [method, url, allow, form] of [
    ['POST', '/api/session', 'GET', api],
    ['DELETE', '/api/as/graphql', 'GET, POST', graphql],
    ['POST', '/scim/v2/Schemas', 'GET', scim('405')],
    ['PUT', '/scim/v2/Users', 'GET, POST', scim('405')],
    ['POST', '/scim/v2/Users/.search', 'GET, PUT, PATCH, DELETE', scim('405')],
    ['DELETE', '/ims/oneroster/rostering/v1p2/users/x', 'GET', roster],
    ['GET', '/ims/oneroster/oauth/token', 'POST', oauth],
    ['GET', '/xapi/oauth/token', 'POST', oauth],
    ['PATCH', '/xapi/statements', 'GET, POST, PUT, DELETE', api],
    ['POST', '/xapi/about', 'GET', api],
    ['GET', '/lti/token', 'POST', oauth],
    ['GET', '/lti/tool-registration', 'POST', oauth],
    ['POST', '/lti/jwks', 'GET', api],
    ['POST', '/lti/configuration', 'GET', api],
    ['PATCH', '/lti/tool/t/class/c/lineitems', 'GET, POST', api],
    ['POST', '/badges/issuer', 'GET', api],
    ['POST', '/.well-known/did.json', 'GET', api],
    ['GET', '/api/cmi5/fetch/x', 'POST', api],
  ] as const) {
    const answer = await ask(method, url)
    expect([method, url, answer.status, answer.allow]).toEqual([method, url, 405, allow])
    expect(JSON.parse(answer.text)).toMatchObject(form)
  }
})

test('an address that cannot be read, a body that is too large, broken or of another kind are refused in the same form', async () => {
  const long = 'x'.repeat(1_100_000)
  for (const [status, url, form, payload, type] of [
    [400, '/scim/v2/Users/%E0%A4', scim('400'), '{}', 'application/scim+json'],
    [400, '/ims/oneroster/rostering/v1p2/users/%E0%A4', roster, '{}', 'application/json'],
    [413, '/ims/oneroster/oauth/token', oauth, long, 'application/x-www-form-urlencoded'],
    [415, '/ims/oneroster/oauth/token', oauth, '{}', 'application/json'],
    [413, '/lti/token', oauth, long, 'application/x-www-form-urlencoded'],
    [415, '/lti/token', oauth, '<a/>', 'application/xml'],
    [413, '/api/as/graphql', graphql, long, 'application/json'],
    [400, '/lti/tool-registration', oauth, '{', 'application/json'],
    [415, '/lti/tool-registration', oauth, '<a/>', 'application/xml'],
  ] as const) {
    const answer = await ask('POST', url, payload, type)
    expect([url, answer.status]).toEqual([url, status])
    expect(JSON.parse(answer.text)).toMatchObject(form)
  }
})
