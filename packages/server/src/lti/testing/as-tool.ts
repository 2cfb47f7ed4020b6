import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { expect } from 'vitest'
import type { Person, TestSite } from '#testing/site.ts'
import { claimBase, deepLinkingBase, recordOf } from '../claims.ts'
import { publicKeys } from '../keys.ts'
import type { PlayedPlatform } from './play-platform.ts'

/** What an admin says of a tool that is played by a site of its own. */
export function saidBy(tool: PlayedPlatform, more: object = {}) {
  return {
    name: '动作捕捉实验室',
    loginUrl: `${tool.issuer}/login`,
    launchUrl: `${tool.issuer}/launch`,
    jwksUrl: `${tool.issuer}/jwks`,
    chooseUrl: `${tool.issuer}/choose`,
    redirectUrls: [],
    sendsName: false,
    sendsMail: false,
    ...more,
  }
}

/** What people do at a site who open a tool that is played, and what the tool asks the site for. */
export function toolAt(site: TestSite, played: PlayedPlatform) {
  const { publicUrl } = site.services.config
  /** Opens an address of ours on the way to the tool, as far as what the tool is asked for. */
  async function leaveFor(person: Person, path: string) {
    const left = await person.inject({ method: 'GET', url: path })
    expect(left.statusCode).toBe(303)
    return new URL(String(left.headers.location))
  }

  async function authorise(person: Person, asked: Record<string, string>) {
    const query = { scope: 'openid', response_type: 'id_token', response_mode: 'form_post', prompt: 'none', ...asked }
    return person.inject({ method: 'GET', url: `/lti/auth?${new URLSearchParams(query)}` })
  }

  /** What the tool reads of a token that was posted to it. */
  async function readToken(body: string, clientId: string) {
    const [, token = ''] = /name="id_token" value="([^"]+)"/.exec(body) ?? []
    const keys = createLocalJWKSet(await publicKeys(site.services))
    const currentDate = site.clock.now()
    return (await jwtVerify(token, keys, { issuer: publicUrl, audience: clientId, currentDate })).payload
  }

  async function launch(person: Person, path: string, clientId: string, redirect = `${played.issuer}/launch`) {
    const start = await leaveFor(person, path)
    const login_hint = start.searchParams.get('login_hint') ?? ''
    const asked = { client_id: clientId, redirect_uri: redirect, state: 's', nonce: 'n', login_hint }
    const answer = await authorise(person, asked)
    return { start, asked, answer, claims: answer.statusCode === 200 ? await readToken(answer.body, clientId) : null }
  }

  async function tokenOf(clientId: string, scope: string, more: JWTPayload = {}) {
    const now = Math.floor(site.clock.now().getTime() / 1000)
    const assertion = await played.sign({
      iss: clientId,
      sub: clientId,
      aud: `${publicUrl}/lti/token`,
      jti: crypto.randomUUID(),
      iat: now,
      exp: now + 60,
      ...more,
    })
    return { assertion, answer: await askToken(assertion, scope) }
  }

  function askToken(assertion: string, scope: string) {
    return site.inject({
      method: 'POST',
      url: '/lti/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
        scope,
      }).toString(),
    })
  }

  async function asTool(clientId: string, ...scopes: string[]) {
    const { answer } = await tokenOf(clientId, scopes.join(' '))
    const authorization = `Bearer ${answer.json().access_token}`
    return (method: 'GET' | 'POST' | 'PUT' | 'DELETE', address: string, body?: object | '', type = 'v2.lineitem') => {
      const { pathname, search } = new URL(address)
      const headers = {
        authorization,
        ...(body !== undefined && { 'content-type': `application/vnd.ims.lis.${type}+json` }),
      }
      return site.inject({
        method,
        url: `${pathname}${search}`,
        headers,
        ...(body && { payload: JSON.stringify(body) }),
      })
    }
  }

  const scoreOf = (userId: unknown, scoreGiven: number, more: object = {}) => ({
    userId,
    scoreGiven,
    scoreMaximum: 20,
    activityProgress: 'Completed',
    gradingProgress: 'FullyGraded',
    timestamp: site.clock.now().toISOString(),
    ...more,
  })
  /** Sends the tool's deep linking response through the browser in which the choice was made. */
  async function postChoice(clientId: string, claims: JWTPayload | null, items: object[], more: JWTPayload = {}) {
    const settings = recordOf(claims?.[`${deepLinkingBase}deep_linking_settings`])
    const now = Math.floor(site.clock.now().getTime() / 1000)
    const choice = {
      iss: clientId,
      aud: publicUrl,
      nonce: crypto.randomUUID(),
      iat: now,
      exp: now + 60,
      [`${claimBase}message_type`]: 'LtiDeepLinkingResponse',
      [`${claimBase}version`]: '1.3.0',
      [`${claimBase}deployment_id`]: '1',
      [`${deepLinkingBase}content_items`]: items,
      ...more,
    }
    return site.inject({
      method: 'POST',
      url: new URL(String(settings.deep_link_return_url)).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: played.issuer },
      payload: new URLSearchParams({ JWT: await played.sign(choice) }).toString(),
    })
  }

  return { leaveFor, authorise, launch, tokenOf, askToken, asTool, scoreOf, postChoice }
}
