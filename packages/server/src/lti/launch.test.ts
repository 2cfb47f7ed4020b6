import { getSession } from '@lantern/contract/identity/session.ts'
import { enterLtiArrival, getLtiArrival } from '@lantern/contract/lti/arrivals.ts'
import { listLtiPlatforms, removeLtiPlatform } from '@lantern/contract/lti/platforms.ts'
import { expect, test } from 'vitest'
import { buildOrganisation } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { claimBase } from './claims.ts'
import { publicKeys, rotateKeys, signingKey } from './keys.ts'
import { browserAt, launchToken, type Opening, openFrom, playPlatform, tokenFor } from './testing/play-platform.ts'

const site = await testSite({ CONNECTION_NETWORKS: '127.0.0.0/8' })
const school = await buildOrganisation(site.db)
const admin = await site.user({ member: 'admin' })
const platform = await playPlatform()
const registered = await platform.register(admin, school)

async function whoIs(browser: ReturnType<typeof browserAt>) {
  const answer = await site.inject({ url: '/api/session', cookies: browser.jar })
  return answer.json().user as { id: string; name: string } | null
}

async function membershipOf(userId: string) {
  return site.db
    .selectFrom('memberships')
    .select(['organisation_id', 'role', 'ended_at'])
    .where('user_id', '=', userId)
    .execute()
}

test('who opens a link at the platform is signed in here with an account of their own, a member by their role', async () => {
  const browser = browserAt(site)
  const launched = await openFrom(site, platform, registered, browser, { path: '/tutorials?x=1' })
  expect(launched.statusCode).toBe(303)
  const entered = await browser.visit(String(launched.headers.location))
  expect([entered.statusCode, entered.headers.location]).toEqual([303, '/tutorials?x=1'])
  const first = await whoIs(browser)
  expect(first?.name).toBe('江照')
  expect(await membershipOf(first?.id ?? '')).toEqual([{ organisation_id: school, role: 'learner', ended_at: null }])

  const again = browserAt(site)
  const second = await openFrom(site, platform, registered, again)
  await again.visit(String(second.headers.location))
  expect((await whoIs(again))?.id).toBe(first?.id)

  const teacher = browserAt(site)
  const roles = ['http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor']
  const third = await openFrom(site, platform, registered, teacher, { subject: 'teacher-1', name: '周老师', roles })
  await teacher.visit(String(third.headers.location))
  expect(await membershipOf((await whoIs(teacher))?.id ?? '')).toMatchObject([{ role: 'educator' }])
})

test('a ticket is entered once', async () => {
  const browser = browserAt(site)
  const launched = await openFrom(site, platform, registered, browser)
  const address = String(launched.headers.location)
  expect((await browser.visit(address)).statusCode).toBe(303)
  const other = browserAt(site)
  expect((await other.visit(address)).statusCode).toBe(422)
  expect(await whoIs(other)).toBeNull()
})

test('in a frame the content opens there, and that platform alone may frame it', async () => {
  const browser = browserAt(site)
  const launched = await openFrom(site, platform, registered, browser, { isFramed: true, path: '/tutorials' })
  expect([launched.statusCode, launched.headers.location]).toEqual([303, '/tutorials'])
  const cookies = [launched.headers['set-cookie'] ?? []].flat()
  expect(cookies.length).toBeGreaterThan(1)
  for (const cookie of cookies) expect(cookie).toMatch(/SameSite=None; Secure; Partitioned$/)
  const framed = await browser.visit('/api/session', { isFramed: true })
  expect(framed.json().user.name).toBe('江照')
  expect(framed.headers['x-frame-options']).toBeUndefined()
  expect(framed.headers['content-security-policy']).toBe(`frame-ancestors 'self' ${platform.issuer}`)
  // elsewhere nobody may, and a cookie that was made up changes nothing
  const stranger = browserAt(site, {
    lantern_frame: `${Buffer.from('https://evil.example').toString('base64url')}.AAAA`,
  })
  expect((await stranger.visit('/api/session')).headers['x-frame-options']).toBe('SAMEORIGIN')
})

test('where a frame keeps no cookies, a link leads to a window, which asks as whom to go on', async () => {
  const browser = browserAt(site)
  const { token, state } = await tokenFor(site, platform, registered, browser, {
    isFramed: true,
    subject: 'no-cookies',
  })
  const form = { id_token: token, state }
  const framed = await browserAt(site).visit(`/lti/launch/${registered.id}`, { isFramed: true, form })
  expect(framed.statusCode).toBe(200)
  expect(framed.headers['content-security-policy']).toContain(platform.issuer)
  const [, address = ''] = /href="(\/lti\/enter\/[\w-]+)" target="_blank"/.exec(framed.body) ?? []
  const opened = browserAt(site)
  const arrived = await opened.visit(address)
  const ticket = String(arrived.headers.location).replace('/lti/arrival/', '')
  const guest = site.guest()
  expect((await guest.call(getLtiArrival, { params: { ticket } })).result).toEqual({
    platform: '教学平台',
    organisation: expect.any(String),
    name: '江照',
    mayBind: true,
    ownName: null,
  })
  expect((await guest.call(enterLtiArrival, { params: { ticket }, body: { bind: false } })).result.path).toBe('/')
  expect((await guest.call(enterLtiArrival, { params: { ticket }, body: { bind: false } })).status).toBe(422)
})

test('a frame without cookies has its platform keep that it was begun there, and is asked nothing in the window', async () => {
  const start = {
    iss: platform.issuer,
    login_hint: 'hint',
    client_id: 'lantern-client',
    target_link_uri: site.services.config.publicUrl,
    lti_storage_target: '_parent',
  }
  const left = await browserAt(site).visit(`/lti/login/${registered.id}?${new URLSearchParams(start)}`, {
    isFramed: true,
  })
  expect(left.statusCode).toBe(200)
  const [, asked = ''] = /<a href="([^"]+)"/.exec(left.body) ?? []
  const [, key = '', value = ''] = /key:"([\w-]+)",value:"([\w-]+)"/.exec(left.body) ?? []
  expect(left.body).toContain(`"${platform.issuer}"`)
  const query = new URL(asked.replaceAll('&#38;', '&')).searchParams
  const state = query.get('state') ?? ''
  const token = await launchToken(site, platform, { nonce: query.get('nonce') ?? '', subject: 'kept-there' })
  const form = { id_token: token, state, lti_storage_target: '_parent' }
  const framed = await browserAt(site).visit(`/lti/launch/${registered.id}`, { isFramed: true, form })
  // the same key is asked for, and what belongs to it is not in the page
  expect(framed.body).toContain(`key:"${key}"`)
  expect(framed.body).not.toContain(value)
  const [, address = ''] = /href="(\/lti\/enter\/[\w-]+)" target="_blank"/.exec(framed.body) ?? []
  const foreign = await browserAt(site).visit(`${address}?browser=${'A'.repeat(43)}`)
  expect(String(foreign.headers.location)).toContain('/lti/arrival/')
  const opened = browserAt(site)
  const arrived = await opened.visit(`${address}?browser=${value}`)
  expect(arrived.headers.location).toBe('/')
  expect((await whoIs(opened))?.name).toBe('江照')
})

test('a launch in a window, or with a name of a window that is none, is redirected as ever', async () => {
  const start = { iss: platform.issuer, login_hint: 'hint', client_id: 'lantern-client' }
  const statuses: number[] = []
  for (const [storage, isFramed] of [
    ['_parent', false],
    ['");alert(1)//', true],
  ] as const) {
    const query = new URLSearchParams({ ...start, lti_storage_target: storage })
    statuses.push((await browserAt(site).visit(`/lti/login/${registered.id}?${query}`, { isFramed })).statusCode)
  }
  expect(statuses).toEqual([303, 303])
})

test('an account that exists is bound when its owner, signed in, asks for it, and never by what the platform says', async () => {
  const owner = await site.user({ name: '沈若川' })
  await site.db.updateTable('users').set({ email: 'shen@school.example' }).where('id', '=', owner.id).execute()
  const claims = { email: 'shen@school.example', name: '沈若川' }
  const thief = browserAt(site)
  const taken = await openFrom(site, platform, registered, thief, { subject: 'thief', claims })
  await thief.visit(String(taken.headers.location))
  expect((await whoIs(thief))?.id).not.toBe(owner.id)

  const browser = browserAt(site, owner.cookies)
  const launched = await openFrom(site, platform, registered, browser, { subject: 'shen', claims })
  const asked = await browser.visit(String(launched.headers.location))
  const ticket = String(asked.headers.location).replace('/lti/arrival/', '')
  expect((await owner.call(getLtiArrival, { params: { ticket } })).result).toMatchObject({ mayBind: true })
  expect((await site.guest().call(enterLtiArrival, { params: { ticket }, body: { bind: true } })).status).toBe(401)
  expect((await owner.call(enterLtiArrival, { params: { ticket }, body: { bind: true } })).status).toBe(200)
  const later = browserAt(site)
  const next = await openFrom(site, platform, registered, later, { subject: 'shen' })
  await later.visit(String(next.headers.location))
  expect((await whoIs(later))?.id).toBe(owner.id)
})

test('a person who is bound is not bound to another account; the two are never merged', async () => {
  const browser = browserAt(site)
  const launched = await openFrom(site, platform, registered, browser, { subject: 'bound' })
  await browser.visit(String(launched.headers.location))
  const other = await site.user()
  const theirs = browserAt(site, other.cookies)
  const again = await openFrom(site, platform, registered, theirs, { subject: 'bound' })
  const asked = await theirs.visit(String(again.headers.location))
  const ticket = String(asked.headers.location).replace('/lti/arrival/', '')
  expect((await other.call(getLtiArrival, { params: { ticket } })).result).toMatchObject({ mayBind: false })
  expect((await other.call(enterLtiArrival, { params: { ticket }, body: { bind: true } })).status).toBe(409)
})

test('a token that was used, is of another browser, or has a state of nobody opens nothing', async () => {
  const browser = browserAt(site)
  const { token, state } = await tokenFor(site, platform, registered, browser, {})
  const launch = (form: Record<string, string>, from = browser) => from.visit(`/lti/launch/${registered.id}`, { form })
  expect((await launch({ id_token: token, state: 'made-up' })).statusCode).toBe(422)
  expect((await launch({ id_token: token, state })).statusCode).toBe(303)
  expect((await launch({ id_token: token, state })).statusCode).toBe(422)
  // the nonce of one launch under the state of another
  const other = await tokenFor(site, platform, registered, browser, {})
  expect((await launch({ id_token: token, state: other.state })).statusCode).toBe(422)
  const begun = await tokenFor(site, platform, registered, browser, {})
  const elsewhere = browserAt(site)
  await tokenFor(site, platform, registered, elsewhere, {})
  const answer = await launch({ id_token: begun.token, state: begun.state }, elsewhere)
  expect([answer.statusCode, answer.body]).toEqual([
    422,
    expect.stringContaining(site.services.text('zh_CN', 'error.lti_other_browser')),
  ])
})

test('a state is good for ten minutes', async () => {
  const browser = browserAt(site)
  const { token, state } = await tokenFor(site, platform, registered, browser, {})
  site.clock.advance({ minutes: 11 })
  const answer = await browser.visit(`/lti/launch/${registered.id}`, { form: { id_token: token, state } })
  expect(answer.statusCode).toBe(422)
})

test.each([
  ['another audience', { claims: { aud: 'somebody-else' } }],
  ['another issuer', { claims: { iss: 'https://evil.example' } }],
  ['several audiences without the client as the authorised one', { claims: { aud: ['lantern-client', 'other'] } }],
  ['another deployment', { claims: { [`${claimBase}deployment_id`]: '2' } }],
  ['another version', { claims: { [`${claimBase}version`]: '1.1' } }],
  ['another kind of message', { claims: { [`${claimBase}message_type`]: 'LtiDeepLinkingRequest' } }],
  ['nobody', { claims: { sub: '' } }],
  ['a nonce of its own', { claims: { nonce: 'made-up' } }],
  ['a clock two minutes ahead', { clockSeconds: 121 }],
  ['a clock that is so late that the token is over', { clockSeconds: -181 }],
] satisfies [string, Opening][])('a token for %s is refused', async (_, opening) => {
  const answer = await openFrom(site, platform, registered, browserAt(site), opening)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([422, 'text/html; charset=utf-8'])
})

test('a token without a signature, or signed by a key that the platform has no more, is refused; its new key counts at once', async () => {
  const browser = browserAt(site)
  const { token, state } = await tokenFor(site, platform, registered, browser, {})
  const [head, body] = token.split('.')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  const bare = await browser.visit(`/lti/launch/${registered.id}`, { form: { id_token: `${none}.${body}.`, state } })
  expect([bare.statusCode, head !== none]).toEqual([422, true])
  expect((await openFrom(site, platform, registered, browser)).statusCode).toBe(303)
  const old = await platform.rotate()
  expect((await openFrom(site, platform, registered, browser)).statusCode).toBe(303)
  expect((await openFrom(site, platform, registered, browser, { ...(old && { key: old }) })).statusCode).toBe(422)
})

test('admins are told of a launch that was refused what of it does not fit, until one is taken', async () => {
  const other = await playPlatform()
  const own = await other.register(admin, school)
  const told = async () => {
    const { platforms } = (await admin.call(listLtiPlatforms, { params: { id: school } })).result
    return platforms.find(({ id }) => id === own.id)?.refused?.reason ?? null
  }
  const openings: [string, Opening][] = [
    ['client', { claims: { aud: 'somebody-else' } }],
    ['issuer', { claims: { iss: 'https://evil.example' } }],
    ['deployment', { claims: { [`${claimBase}deployment_id`]: '2' } }],
    ['message', { claims: { nonce: 'made-up' } }],
    ['clock', { clockSeconds: 121 }],
    ['message', { claims: { [`${claimBase}version`]: '1.1' } }],
    ['clock', { clockSeconds: -181 }],
  ]
  expect(await told()).toBeNull()
  for (const [reason, opening] of openings) {
    await openFrom(site, other, own, browserAt(site), opening)
    expect(await told(), JSON.stringify(opening)).toBe(reason)
  }
  const old = await other.rotate()
  // the new keys are asked for when the first message comes with one of them
  await openFrom(site, other, own, browserAt(site))
  await openFrom(site, other, own, browserAt(site), { ...(old && { key: old }) })
  expect(await told()).toBe('signature')
  await browserAt(site).visit(`/lti/login/${own.id}?iss=https%3A%2F%2Felse.example&login_hint=x`)
  expect(await told()).toBe('issuer')
  const browser = browserAt(site)
  const launched = await openFrom(site, other, own, browser)
  await browser.visit(String(launched.headers.location))
  expect(await told()).toBeNull()
})

test('a target of another site leads home', async () => {
  const browser = browserAt(site)
  const claims = { [`${claimBase}target_link_uri`]: 'https://evil.example/tutorials' }
  const launched = await openFrom(site, platform, registered, browser, { claims })
  expect((await browser.visit(String(launched.headers.location))).headers.location).toBe('/')
})

test('a closed network is not asked for keys unless the operator names it', async () => {
  const careful = await testSite()
  const organisation = await buildOrganisation(careful.db)
  const head = await careful.user({ member: 'admin' })
  const known = await platform.register(head, organisation)
  const answer = await openFrom(careful, platform, known, browserAt(careful))
  expect(answer.statusCode).toBe(422)
})

test('a platform that was disconnected, or that waits for its data, opens nothing', async () => {
  const other = await platform.register(admin, school, { clientId: 'second' })
  await admin.call(removeLtiPlatform, { params: { id: school }, body: { platformId: other.id } })
  const gone = await browserAt(site).visit(`/lti/login/${other.id}?iss=${platform.issuer}&login_hint=x`)
  expect(gone.statusCode).toBe(404)
  const waiting = await platform.register(admin, school, { clientId: 'third', deploymentIds: [] })
  expect((await browserAt(site).visit(`/lti/login/${waiting.id}?iss=x&login_hint=x`)).statusCode).toBe(404)
  const foreign = await browserAt(site).visit(`/lti/login/${registered.id}?iss=https://evil.example&login_hint=x`)
  expect(foreign.statusCode).toBe(422)
})

test('the tool’s public keys are there for platforms, and nothing private with them', async () => {
  const { keys } = (await site.inject({ url: '/lti/jwks' })).json()
  expect(keys).toMatchObject([{ kty: 'RSA', alg: 'RS256', use: 'sig' }])
  expect(Object.keys(keys[0]).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  expect((await site.guest().call(getSession)).status).toBe(200)
})

test('the next key is published a day before it signs, and the old one stays for what it signed', async () => {
  const kids = async () => (await publicKeys(site.services)).keys.map(({ kid }) => kid)
  const [first] = await kids()
  await rotateKeys(site.services)
  expect(await kids()).toEqual([first])
  site.clock.advance({ days: 90 })
  await rotateKeys(site.services)
  const [, second] = await kids()
  expect([(await signingKey(site.services)).kid, second === undefined]).toEqual([first, false])
  site.clock.advance({ days: 1 })
  expect((await signingKey(site.services)).kid).toBe(second)
  site.clock.advance({ days: 100 })
  await rotateKeys(site.services)
  expect((await kids())[0]).toBe(second)
})
