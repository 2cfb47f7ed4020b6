import { listOrganisations } from '@lantern/contract/identity/organisations.ts'
import * as contract from '@lantern/contract/identity/school-sign-in.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { expect, test } from 'vitest'
import { buildOrganisation } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'
import { assertionOf, newSigner, playSaml, responseOf, type Said } from './testing/play-saml.ts'

const site = await testSite()
const idp = playSaml()
const stranger = newSigner()
let schools = 0

/** The provider's page posts from its own site: without cookies, and the browser goes on to where it is sent. */
async function post(person: Person, slug: string, xml: string, state: string): Promise<string> {
  const { headers } = await site.guest().inject({
    method: 'POST',
    url: `/sign-in/school/${slug}/return`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.school.example' },
    payload: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: state }).toString(),
  })
  const next = String(headers.location)
  return next.includes('/return?state=') ? open(person, next) : next
}

async function open(person: Person, url: string): Promise<string> {
  return String((await person.inject({ method: 'GET', url })).headers.location)
}

async function school({ on = true } = {}) {
  const id = await buildOrganisation(site.db, `og_saml${++schools}`)
  const slug = id.replace('_', '-')
  const params = { id }
  const admin = await site.user()
  await join(id, admin, 'admin')
  const save = (change: object = { metadata: idp.metadata }) =>
    admin.call(contract.saveSchoolSignIn, { params, body: { kind: 'saml', issuer: '', ...change } })
  const turn = (only = false) => admin.call(contract.switchSchoolSignIn, { params, body: { on: true, only } })
  const depart = async (person: Person, purpose: 'test' | 'bind') =>
    (await person.call(contract.departToSchool, { params: { slug }, body: { purpose, redirectTo: '/' } })).result.url
  const leave = (person: Person) => open(person, `/sign-in/school/${slug}/start`)
  const asked = (url: string, user = 'ada') => idp.asked(url, user, site.clock.now())
  const come = (person: Person, url: string, user?: string) => {
    const said = asked(url, user)
    return post(person, slug, idp.sign(responseOf(said)), said.state)
  }
  if (on) {
    expect((await save()).status).toBe(200)
    expect(await come(admin, await depart(admin, 'test'), 'head')).toMatch(/connections\/sign-in\?tested=true$/)
    expect((await turn()).status).toBe(200)
  }
  return { id, slug, params, admin, save, turn, depart, leave, asked, come }
}

async function join(id: string, person: Person, role: 'admin' | 'learner') {
  await site.db
    .insertInto('memberships')
    .values({ organisation_id: id, user_id: person.id, role, began_at: site.clock.now() })
    .execute()
}

const whoIs = async (person: Person) => (await person.call(getSession)).result

test('a SAML provider is named by its metadata, counts after a test, and opens an account that is found the next time', async () => {
  const { id, admin, params, save, turn, depart, leave, come } = await school({ on: false })
  const saved = (await save()).result
  expect(saved).toMatchObject({ kind: 'saml', issuer: idp.entityId, ssoUrl: idp.ssoUrl, clientId: '', on: false })
  expect(saved.certificates).toEqual([
    { until: expect.any(String), fingerprint: expect.stringMatching(/^(..:){31}..$/) },
  ])
  expect((await turn()).status).toBe(409)
  expect(await come(admin, await depart(admin, 'test'), 'head')).toMatch(/\?tested=true$/)
  expect((await turn()).result).toMatchObject({ testedAs: '江照', on: true })
  const [first, again] = [site.guest(), site.guest()]
  expect(await come(first, await leave(first))).toBe('/')
  const { user, memberships } = await whoIs(first)
  expect([user?.name, user?.phone, memberships]).toEqual(['江照', null, [{ organisationId: id, role: 'learner' }]])
  await come(again, await leave(again))
  expect((await whoIs(again)).user?.id).toBe(user?.id)
  const bound = await site.db.selectFrom('school_people').select('issuer').where('organisation_id', '=', id).execute()
  expect(bound).toEqual([{ issuer: `saml:${idp.entityId}` }])
  expect((await admin.call(contract.getSchoolSignIn, { params })).result.people).toBe(1)
  // the same again changes nothing; by fields, the certificate that is known stays
  await save({ issuer: idp.entityId, ssoUrl: idp.ssoUrl })
  expect((await admin.call(contract.getSchoolSignIn, { params })).result.on).toBe(true)
})

test('the site’s metadata names its address for answers and wants assertions signed, and is the same for schools that are not', async () => {
  const { slug, admin, params } = await school({ on: false })
  const { entityId, callbackUrl } = (await admin.call(contract.getSchoolSignIn, { params })).result
  const answer = await site.guest().inject({ method: 'GET', url: new URL(entityId).pathname })
  expect(answer.headers['content-type']).toMatch(/^application\/samlmetadata\+xml/)
  expect(answer.body).toContain(`entityID="${entityId}"`)
  expect(answer.body).toContain(`Location="${callbackUrl}"`)
  expect(answer.body).toContain('WantAssertionsSigned="true"')
  const other = await site.guest().inject({ method: 'GET', url: '/sign-in/school/nowhere/metadata' })
  const plain = (text: string, name: string) => text.replaceAll(name, '*').replace(/ID="_[^"]*"/, '')
  expect([other.statusCode, plain(other.body, 'nowhere')]).toEqual([200, plain(answer.body, slug)])
})

const comment = (user: string) => `${user}<!-- -->.evil`

/** What is posted in the place of an honest answer for `ada`, who is not who sends it. */
const hostile: [string, (said: Said) => string][] = [
  ['no signature', (said) => responseOf(said)],
  ['a signature by another key', (said) => idp.sign(responseOf(said), { key: stranger.key })],
  ['another name than was signed', (said) => idp.sign(responseOf(said)).replace('>ada<', '>head<')],
  [
    'a signature with SHA-1',
    (said) => idp.sign(responseOf(said), { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
  ],
  ['a digest with SHA-1', (said) => idp.sign(responseOf(said), { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' })],
  [
    'a signature of the whole without one of the assertion',
    (said) => idp.sign(responseOf(said), { of: "/*[local-name()='Response']" }),
  ],
  [
    'a broken signature of the whole beside a good one of the assertion',
    (said) => {
      const whole = idp.sign(idp.sign(responseOf(said)), { of: "/*[local-name()='Response']", key: stranger.key })
      return whole
    },
  ],
  ['another audience', (said) => idp.sign(responseOf({ ...said, audience: 'https://other.example' }))],
  [
    'no audience',
    (said) => idp.sign(responseOf(said).replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '')),
  ],
  ['no conditions', (said) => idp.sign(responseOf(said).replace(/<saml:Conditions.*<\/saml:Conditions>/, ''))],
  ['another address', (said) => idp.sign(responseOf({ ...said, recipient: 'https://other.example/return' }))],
  ['another destination', (said) => idp.sign(responseOf({ ...said, destination: 'https://other.example/return' }))],
  ['the name of another provider', (said) => idp.sign(responseOf({ ...said, issuer: 'https://other.example' }))],
  ['an end that is over', (said) => idp.sign(responseOf({ ...said, until: minutes(-10) }))],
  ['a confirmation that is over', (said) => idp.sign(responseOf({ ...said, confirmedUntil: minutes(-10) }))],
  ['a begin that is still to come', (said) => idp.sign(responseOf({ ...said, from: minutes(10) }))],
  ['no end', (said) => idp.sign(responseOf(said).replace(/(<saml:Conditions[^>]*) NotOnOrAfter="[^"]*"/, '$1'))],
  [
    'a confirmation of another request',
    (said) => idp.sign(responseOf(said).replace(/(Data [^>]*InResponseTo=")[^"]*/, '$1_other')),
  ],
  [
    'no confirmation',
    (said) => idp.sign(responseOf(said).replace(/<saml:SubjectConfirmation .*?<\/saml:SubjectConfirmation>/, '')),
  ],
  ['no sign-in', (said) => idp.sign(responseOf(said).replace(/<saml:AuthnStatement[^>]*>/, ''))],
  [
    'a name for one visit',
    (said) => idp.sign(responseOf({ ...said, format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' })),
  ],
  ['nobody', (said) => idp.sign(responseOf({ ...said, user: ' ' }))],
  [
    'a second assertion before the signed one (XSW)',
    (said) =>
      idp
        .sign(responseOf(said))
        .replace('<saml:Assertion', `${assertionOf({ ...said, id: '_evil', user: 'head' })}<saml:Assertion`),
  ],
  [
    'a second assertion after the signed one (XSW)',
    (said) =>
      idp
        .sign(responseOf(said))
        .replace('</samlp:Response>', `${assertionOf({ ...said, id: '_evil', user: 'head' })}</samlp:Response>`),
  ],
  [
    'the signed assertion inside of another one (XSW)',
    (said) => {
      const signed = idp.sign(responseOf(said))
      const inner = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(signed)?.[0] ?? ''
      const outer = assertionOf({ ...said, id: '_evil', user: 'head' })
      return signed.replace(
        inner,
        outer.replace('</saml:Assertion>', `<saml:Advice>${inner}</saml:Advice></saml:Assertion>`),
      )
    },
  ],
  [
    'the signed assertion inside of the signature of another one with its ID (XSW)',
    (said) => {
      const signed = idp.sign(responseOf(said))
      const inner = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(signed)?.[0] ?? ''
      const signature = /<Signature [\s\S]*<\/Signature>/.exec(inner)?.[0] ?? ''
      const hidden = signature.replace('</Signature>', `<Object>${inner.replace(signature, '')}</Object></Signature>`)
      const outer = assertionOf({ ...said, user: 'head' }).replace('<saml:Subject>', `${hidden}<saml:Subject>`)
      return signed.replace(inner, outer)
    },
  ],
  [
    'a name cut by a comment',
    (said) => idp.sign(responseOf({ ...said, user: 'head' })).replace('>head<', `>${comment('head')}<`),
  ],
  [
    'entities',
    (said) =>
      `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${idp.sign(responseOf(said)).replace('江照', '&e;')}`,
  ],
  ['half of a document', (said) => idp.sign(responseOf(said)).slice(0, -30)],
  ['a page', () => '<html><body>ada</body></html>'],
  ['too much', (said) => idp.sign(responseOf({ ...said, name: 'x'.repeat(98_000) }))],
  ['too many elements', (said) => idp.sign(responseOf({ ...said, name: '<a/>'.repeat(1001) }))],
]

function minutes(count: number): string {
  return new Date(site.clock.now().getTime() + count * 60_000).toISOString()
}

test('none of the hostile answers signs anybody in', async () => {
  const { leave, asked, slug } = await school()
  for (const [what, make] of hostile) {
    const guest = site.guest()
    const said = asked(await leave(guest))
    expect(await post(guest, slug, make(said), said.state), what).toMatch(/\?problem=identity_not_proved$/)
    expect((await whoIs(guest)).user, what).toBeNull()
  }
})

/** What an admin has to mend by this answer to a test. */
const faults: [fault: string, (said: Said) => string][] = [
  ['signature', (said) => idp.sign(responseOf(said), { key: stranger.key })],
  ['signature', (said) => idp.sign(responseOf(said), { of: "/*[local-name()='Response']" })],
  ['algorithm', (said) => idp.sign(responseOf(said), { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' })],
  [
    'encrypted',
    (said) =>
      responseOf(said).replace(/<saml:Assertion.*<\/saml:Assertion>/, '<saml:EncryptedAssertion xmlns:saml="x"/>'),
  ],
  ['audience', (said) => idp.sign(responseOf({ ...said, audience: `${said.audience}/` }))],
  ['address', (said) => idp.sign(responseOf({ ...said, destination: 'https://other.example/return' }))],
  ['address', (said) => idp.sign(responseOf({ ...said, recipient: 'https://other.example/return' }))],
  ['issuer', (said) => idp.sign(responseOf({ ...said, issuer: `${said.issuer}/` }))],
  ['clock', (said) => idp.sign(responseOf({ ...said, until: minutes(-10) }))],
  ['clock', (said) => idp.sign(responseOf({ ...said, confirmedUntil: minutes(-10) }))],
  ['clock', (said) => idp.sign(responseOf({ ...said, from: minutes(10) }))],
  ['name', (said) => idp.sign(responseOf({ ...said, format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }))],
  [
    'refused',
    (said) =>
      responseOf({ ...said, status: 'urn:oasis:names:tc:SAML:2.0:status:Requester' }).replace(
        /<saml:Assertion.*<\/saml:Assertion>/,
        '',
      ),
  ],
  ['answer', (said) => idp.sign(responseOf(said).replace(/<saml:AuthnStatement[^>]*>/, ''))],
]

test('an admin who tests the sign-in is told what has to be mended, and nobody else is', async () => {
  const { id, admin, depart, leave, asked, slug } = await school()
  for (const [fault, make] of faults) {
    const said = asked(await depart(admin, 'test'))
    const back = new URL(await post(admin, slug, make(said), said.state), 'http://site.test')
    expect([back.pathname, back.searchParams.get('fault')]).toEqual([
      `/campus/organisation/${id}/connections/sign-in`,
      fault,
    ])
    const guest = site.guest()
    const other = asked(await leave(guest))
    expect(await post(guest, slug, make(other), other.state)).not.toContain('fault')
  }
})

test('both signed is well, and whom the provider does not sign in hears that', async () => {
  const { leave, asked, slug } = await school()
  const guest = site.guest()
  const said = asked(await leave(guest))
  const both = idp.sign(idp.sign(responseOf(said)), { of: "/*[local-name()='Response']" })
  expect(await post(guest, slug, both, said.state)).toBe('/')
  const other = site.guest()
  const refused = asked(await leave(other))
  const answer = responseOf({ ...refused, status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }).replace(
    /<saml:Assertion.*<\/saml:Assertion>/,
    '',
  )
  expect(await post(other, slug, answer, refused.state)).toMatch(/\?problem=sign_in_cancelled$/)
})

test('an answer is taken once, for the request it names, within ten minutes, in the browser that left', async () => {
  const { leave, asked, slug } = await school()
  const guest = site.guest()
  const said = asked(await leave(guest))
  const xml = idp.sign(responseOf(said))
  // a browser that did not leave is not signed in by it
  expect(await post(site.guest(), slug, xml, said.state)).toMatch(/\?problem=authorization_expired$/)
  expect(await post(guest, slug, xml, said.state)).toMatch(/\?problem=authorization_expired$/)
  const own = asked(await leave(guest))
  expect(await post(guest, slug, idp.sign(responseOf(own)), own.state)).toBe('/')
  expect(await post(guest, slug, idp.sign(responseOf(own)), own.state)).toMatch(/\?problem=authorization_expired$/)
  // what was refused is not asked about again
  const other = site.guest()
  const third = asked(await leave(other))
  expect(await post(other, slug, responseOf(third), third.state)).toMatch(/identity_not_proved$/)
  expect(await post(other, slug, idp.sign(responseOf(third)), third.state)).toMatch(/authorization_expired$/)
  // nobody asked for it, or nobody asked for it any more
  const unasked = { ...asked(await leave(other)), requestId: '' }
  expect(await post(other, slug, idp.sign(responseOf(unasked)), unasked.state)).toMatch(/authorization_expired$/)
  const late = asked(await leave(other))
  site.clock.advance({ minutes: 11 })
  const fresh = { ...late, from: minutes(-1), until: minutes(5), confirmedUntil: minutes(5) }
  expect(await post(other, slug, idp.sign(responseOf(fresh)), late.state)).toMatch(/authorization_expired$/)
  expect((await whoIs(other)).user).toBeNull()
})

test('an answer that another school’s provider was asked for is not taken, nor one for settings that changed', async () => {
  const [one, two] = [await school(), await school()]
  const guest = site.guest()
  const said = one.asked(await one.leave(guest))
  expect(await post(guest, two.slug, idp.sign(responseOf(said)), said.state)).toMatch(/authorization_expired$/)
  const next = one.asked(await one.leave(guest))
  await one.save({ issuer: idp.entityId, ssoUrl: `${idp.ssoUrl}/new` })
  expect(await post(guest, one.slug, idp.sign(responseOf(next)), next.state)).toMatch(/authorization_expired$/)
  // without an answer that proves somebody the way back leads nowhere
  const bare = two.asked(await two.leave(guest))
  expect(await open(guest, `/sign-in/school/${two.slug}/return?state=${bare.state}`)).toMatch(/authorization_expired$/)
  expect((await whoIs(guest)).user).toBeNull()
})

test('members come in by SAML alone where that is wished', async () => {
  const { id, turn, depart, come } = await school()
  const ada = await site.user()
  await join(id, ada, 'learner')
  await turn(true)
  const inside = async () => (await ada.call(listOrganisations)).result.organisations.length
  expect(await inside()).toBe(0)
  expect(await come(ada, await depart(ada, 'bind'))).toBe('/')
  expect(await inside()).toBe(1)
})

const field = { issuer: idp.entityId, ssoUrl: idp.ssoUrl, certificate: idp.certificate }

test.each([
  ['what is no XML', { metadata: 'certificate' }, 'metadata'],
  ['metadata of a site', { metadata: idp.metadata.replaceAll('IDPSSO', 'SPSSO') }, 'metadata'],
  [
    'entities',
    { metadata: `<!DOCTYPE x [<!ENTITY e "x">]>${idp.metadata.replace('<?xml version="1.0"?>', '')}` },
    'metadata',
  ],
  ['a list of many', { metadata: `<m>${idp.metadata.slice(21).repeat(2)}</m>` }, 'metadata'],
  ['no address for redirects', { metadata: idp.metadata.replace('HTTP-Redirect', 'SOAP') }, 'metadata'],
  [
    'requests that have to be signed',
    { metadata: idp.metadata.replace('<md:IDPSSODescriptor', '<md:IDPSSODescriptor WantAuthnRequestsSigned="true"') },
    'metadata',
  ],
  [
    'no certificate',
    { metadata: idp.metadata.replace(/<md:KeyDescriptor[\s\S]*<\/md:KeyDescriptor>/, '') },
    'metadata',
  ],
  ['no entity ID', { ...field, issuer: ' ' }, 'issuer'],
  ['an address that is none', { ...field, ssoUrl: 'ftp://idp' }, 'ssoUrl'],
  ['no certificate in its field', { issuer: idp.entityId, ssoUrl: idp.ssoUrl }, 'certificate'],
  ['a certificate that is none', { ...field, certificate: 'abc' }, 'certificate'],
  ['a key that is too short', { ...field, certificate: newSigner(1024).certificate }, 'certificate'],
])('setting up with %s is refused at its field', async (_what, change, at) => {
  const { save } = await school({ on: false })
  const { status, result } = await save(change)
  expect([status, result.details?.[0]?.field]).toEqual([400, at])
})

test('a provider is named by address and certificates as well', async () => {
  const { save } = await school({ on: false })
  const both = `${idp.certificate}\n${stranger.certificate}`
  expect((await save({ ...field, certificate: both })).result).toMatchObject({
    issuer: idp.entityId,
    ssoUrl: idp.ssoUrl,
  })
  expect((await save({ ...field, certificate: both })).result.certificates).toHaveLength(2)
})
