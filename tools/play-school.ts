import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const claimBase = 'https://purl.imsglobal.org/spec/lti/claim/'
const clientId = 'lantern-classroom'

type Claims = Record<string, unknown>

/** What a site needs to be told so that it asks a school on this machine. */
export const reachesSchool = { CONNECTION_NETWORKS: '127.0.0.0/8' }

/**
 * A school's learning platform and a tool of it, as a site of its own that browsers come to: it signs launches, names the
 * people of a course, registers tools, and shows whoever it opens for what it was told.
 */
export async function playSchool() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'RS256', use: 'sig' }
  /** What the next launch says beside what every launch says. */
  let launched: Claims = {}
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(pieces).toString('utf8')))
    const { pathname, searchParams } = new URL(request.url ?? '', issuer)
    const json = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    const html = (body: string) => response.setHeader('content-type', 'text/html; charset=utf-8').end(body)
    const asked = Object.fromEntries(searchParams)
    switch (pathname) {
      case '/jwks':
        return json({ keys: [jwk] })
      case '/openid':
        return json({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          registration_endpoint: `${issuer}/register`,
        })
      case '/register':
        return json({ client_id: `client-${Date.now()}`, [toolClaim]: { deployment_id: '1' } })
      case '/token':
        return json({ access_token: 'token', token_type: 'Bearer', expires_in: 3600 })
      case '/members':
        return json({ members: people.map((name, n) => ({ user_id: `person-${n}`, name, roles: ['Learner'] })) })
      case '/auth':
        return html(postedTo(asked.redirect_uri ?? '', { id_token: tokenFor(asked), state: asked.state ?? '' }))
      case '/tool/login': {
        const query = new URLSearchParams({
          scope: 'openid',
          response_type: 'id_token',
          response_mode: 'form_post',
          prompt: 'none',
          client_id: asked.client_id ?? '',
          redirect_uri: asked.target_link_uri ?? '',
          login_hint: asked.login_hint ?? '',
          state: 'state',
          nonce: 'nonce',
        })
        return response.writeHead(303, { location: `${asked.iss}/lti/auth?${query}` }).end()
      }
      case '/tool/launch':
        return html(`<!doctype html><meta charset="utf-8"><title>Tool</title><h1>Tool</h1><pre>${saidIn(form)}</pre>`)
      default:
        return response.writeHead(404).end()
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // it ends with whoever plays it
  server.unref()
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function tokenFor({ client_id = '', nonce = '' }: Record<string, string>): string {
    const now = Math.floor(Date.now() / 1000)
    const said = {
      ...{ iss: issuer, aud: client_id, nonce, iat: now, exp: now + 60, sub: 'teacher-1', name: '沈若川' },
      [`${claimBase}version`]: '1.3.0',
      [`${claimBase}message_type`]: 'LtiResourceLinkRequest',
      [`${claimBase}deployment_id`]: '1',
      [`${claimBase}resource_link`]: { id: 'link-1' },
      [`${claimBase}roles`]: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor'],
      ...launched,
    }
    const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
    const text = `${part({ alg: 'RS256', kid: 'key-1' })}.${part(said)}`
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
  }

  return {
    issuer,
    /** What an admin says of it here, as a platform and as a tool. */
    platform: {
      issuer,
      clientId,
      authUrl: `${issuer}/auth`,
      tokenUrl: `${issuer}/token`,
      jwksUrl: `${issuer}/jwks`,
      deploymentIds: ['1'],
    },
    tool: {
      loginUrl: `${issuer}/tool/login`,
      launchUrl: `${issuer}/tool/launch`,
      jwksUrl: `${issuer}/jwks`,
      chooseUrl: '',
      redirectUrls: [],
      sendsName: false,
      sendsMail: false,
    },
    /** Where a browser begins that opens a link of a course there. */
    open(site: string, platformId: string, target: string, claims: Claims = {}): string {
      launched = { [`${claimBase}target_link_uri`]: target, ...claims }
      const said = { iss: issuer, login_hint: 'hint', target_link_uri: target, client_id: clientId }
      return `${site}/lti/login/${platformId}?${new URLSearchParams(said)}`
    },
  }
}

const toolClaim = 'https://purl.imsglobal.org/spec/lti-tool-configuration'
const people = ['安知夏', '白屿', '陈牧野']

/** A teacher who wants to choose. */
export const wantsToChoose = (issuer: string): Claims => ({
  [`${claimBase}message_type`]: 'LtiDeepLinkingRequest',
  'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings': {
    deep_link_return_url: `${issuer}/return`,
    accept_types: ['ltiResourceLink'],
    accept_presentation_document_targets: ['iframe', 'window'],
  },
})

/** From a course whose people can be asked for. */
export const fromCourse = (issuer: string): Claims => ({
  [`${claimBase}context`]: { id: 'course-1', title: '图形程序设计（周二）' },
  'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice': {
    context_memberships_url: `${issuer}/members`,
    service_versions: ['2.0'],
  },
})

function postedTo(action: string, fields: Record<string, string>): string {
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
  return `<!doctype html><form method="post" action="${action}">${inputs.join('')}</form><script>document.forms[0].submit()</script>`
}

/** What a posted token says, as text. */
function saidIn({ id_token = '' }: Record<string, string>): string {
  const said = Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString('utf8')
  return said.replaceAll('<', '&lt;')
}
