import type { SchoolFault } from '@lantern/contract/identity/school-sign-in.ts'
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { FastifyBaseLogger } from 'fastify'
import { refuse } from '#kit/errors.ts'
import { childOf, childrenOf, elementsOf, findAll, parseXmlTree, textOf, type XmlElement } from '#kit/xml-tree.ts'
import { nameFrom, type OutsideSource, Unproved } from '../provider/outside-source.ts'
import type { SamlProvider } from './saml-metadata.ts'

interface SamlSettings extends SamlProvider {
  /** What this site is called at the provider. */
  entityId: string
  /** Where answers are posted to. */
  callbackUrl: string
  log: FastifyBaseLogger
}

interface SamlAnswer {
  /** The document, decoded. */
  text: string
  /** Of the departure that it belongs to. */
  nonce: string
  now: Date
}

interface SamlPerson {
  id: string
  name: string | null
}

/** A real answer has some 5 to 15 KB. */
const mostAnswer = 96 * 1024
const limits = { elements: 1000, depth: 24 }
const clockToleranceMs = 60_000
const mostSubject = 255

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
/** Another name at each visit: nobody is found again by it. */
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
/** Not those with SHA-1, which the library would still take. */
const algorithms = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])

/** Attributes with the name of a person, in the order in which they are looked for. */
const nameAttributes = [
  'urn:oid:2.16.840.1.113730.3.1.241',
  'displayName',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.5.4.3',
  'cn',
  'name',
]

/**
 * The SAML 2.0 provider of a school. Requests go by HTTP-Redirect; answers are posted and read by `readSamlAnswer` before
 * the browser comes back with its cookie, so there is nothing left to identify.
 */
export function samlSource(settings: SamlSettings): OutsideSource {
  return {
    way: 'unityId',
    start: ({ nonce, state }) => library(settings, requestId(nonce)).getAuthorizeUrlAsync(state, undefined, {}),
    identify: () => Promise.reject(refuse('authorization_expired')),
  }
}

/** What this site tells a provider of itself. */
export function samlMetadata({ entityId, callbackUrl }: Pick<SamlSettings, 'entityId' | 'callbackUrl'>): string {
  return library({ entityId, callbackUrl, ssoUrl: '', certificates: ['none'] })
    .generateServiceProviderMetadata(null, null)
    .trim()
}

/** The departure that a posted answer says it belongs to, and its text; nothing of it is proved yet. */
export function openSamlAnswer(posted: string | undefined): { text: string; nonce: string } {
  if (!posted || posted.length > mostAnswer * 1.4) throw new Unproved('answer')
  const text = Buffer.from(posted, 'base64').toString('utf8')
  const { attributes } = readResponse(text)
  const { InResponseTo: request = '' } = attributes
  // what nobody here asked for: a provider may not send people in by itself
  if (!request.startsWith('_')) throw refuse('authorization_expired')
  return { text, nonce: request.slice(1) }
}

/** Whom a provider names. Believed is only what its key signed, for this site, this request and this moment. */
export async function readSamlAnswer(settings: SamlSettings, answer: SamlAnswer): Promise<SamlPerson> {
  const response = readResponse(answer.text)
  const status = childOf(childOf(response, 'Status'), 'StatusCode')?.attributes.Value
  if (status !== success) {
    settings.log.warn({ provider: settings.issuer, status }, 'the SAML provider signed nobody in')
    throw new Unproved('refused', {}, 'sign_in_cancelled')
  }
  try {
    requireOneAssertion(response)
    const { Destination: destination } = response.attributes
    require(destination === undefined || destination === settings.callbackUrl, 'it is for another address', 'address')
    return personIn(await signedAssertion(settings, response, answer.text), settings, answer)
  } catch (cause) {
    // without the answer: it names a person
    const reason = cause instanceof Error ? cause.message : ''
    settings.log.warn({ provider: settings.issuer, reason }, 'the answer of a SAML provider is not believed')
    throw new Unproved(faultOf(cause, reason), { cause })
  }
}

/** Of what is wrong the library says the message alone. */
function faultOf(cause: unknown, reason: string): SchoolFault {
  if (cause instanceof NotSo) return cause.fault
  if (/audience/i.test(reason)) return 'audience'
  return /signature|certificate/i.test(reason) ? 'signature' : 'answer'
}

/**
 * The document without anything that two readers could take for different things: comments, sections of text, types and
 * entities are all refused, which no provider needs.
 */
function readResponse(text: string): XmlElement {
  const hasOddities = /<!|<\?(?!xml\s)/.test(text) || text.lastIndexOf('<?') > 0
  if (text.length > mostAnswer || hasOddities) throw new Unproved('answer')
  try {
    const root = parseXmlTree(text, limits)
    if (root.name === 'Response') return root
  } catch (cause) {
    throw new Unproved('answer', { cause })
  }
  throw new Unproved('answer')
}

/** A second one, or one somewhere else, is how a signature over one is made to look as if it were over another. */
function requireOneAssertion(response: XmlElement): void {
  const all = findAll(response, 'Assertion', 'EncryptedAssertion', 'Response')
  const [assertion] = elementsOf(response).filter((child) => child.name === 'Assertion')
  require(!all.some(({ name }) => name === 'EncryptedAssertion'), 'the assertion is encrypted', 'encrypted')
  require(assertion !== undefined && all.length === 1, 'there has to be one assertion')
  const named = findAll(response, 'SignatureMethod', 'DigestMethod').map(({ attributes }) => attributes.Algorithm ?? '')
  require(named.every((algorithm) =>
    algorithms.has(algorithm),
  ), 'it is signed by an algorithm that is not taken', 'algorithm')
}

/** What was signed, in the bytes that the signature is of. */
async function signedAssertion(settings: SamlSettings, response: XmlElement, text: string): Promise<XmlElement> {
  // a signature of the whole is not needed; where there is one it has to be good
  const isWholeSigned = childOf(response, 'Signature') !== undefined
  const { profile } = await library(settings, undefined, isWholeSigned).validatePostResponseAsync({
    SAMLResponse: Buffer.from(text).toString('base64'),
  })
  const xml = profile?.getAssertionXml?.()
  require(xml !== undefined, 'nothing in it is signed', 'signature')
  return parseXmlTree(xml ?? '', limits)
}

function personIn(assertion: XmlElement, settings: SamlSettings, { nonce, now }: SamlAnswer): SamlPerson {
  const isOver = (moment: string | undefined) => timeOf(moment) + clockToleranceMs <= now.getTime()
  const isAhead = (moment: string | undefined) => timeOf(moment) - clockToleranceMs > now.getTime()
  require(textOf(childOf(assertion, 'Issuer')).trim() === settings.issuer, 'another provider says it', 'issuer')

  const conditions = single(assertion, 'Conditions')
  const { NotBefore: from, NotOnOrAfter: until } = conditions.attributes
  require(from === undefined || !isAhead(from), 'it is not valid yet', 'clock')
  require(!isOver(until), 'it is not valid any more', 'clock')
  const audiences = childrenOf(conditions, 'AudienceRestriction').map((one) => childrenOf(one, 'Audience').map(textOf))
  require(audiences.length > 0 &&
    audiences.every((names) =>
      names.some((name) => name.trim() === settings.entityId),
    ), 'it is for another audience', 'audience')

  const subject = single(assertion, 'Subject')
  const confirmations = childrenOf(subject, 'SubjectConfirmation')
    .filter(({ attributes }) => attributes.Method === bearer)
    .map((confirmation) => childOf(confirmation, 'SubjectConfirmationData')?.attributes ?? {})
    .filter((said) => said.InResponseTo === requestId(nonce) && said.NotBefore === undefined && said.NotOnOrAfter)
  require(confirmations.length > 0, 'it does not confirm who was sent there')
  const forHere = confirmations.filter(({ Recipient: recipient }) => recipient === settings.callbackUrl)
  require(forHere.length > 0, 'it confirms who was sent to another address', 'address')
  require(forHere.some((said) => !isOver(said.NotOnOrAfter)), 'its confirmation is over', 'clock')
  const statements = childrenOf(assertion, 'AuthnStatement')
  require(statements.length > 0, 'nobody signed in')
  const ends = statements.map(({ attributes }) => attributes.SessionNotOnOrAfter)
  require(!ends.some((end) => end !== undefined && isOver(end)), 'the sign-in there is over', 'clock')

  const nameId = single(subject, 'NameID')
  require(nameId.attributes.Format !== transient, 'the name is another one each time', 'name')
  const id = textOf(nameId).trim()
  require(id !== '' && id.length <= mostSubject && !/\p{Cc}/u.test(id), 'nobody is named', 'name')
  return { id, name: nameIn(assertion) ?? nameFrom(id) }
}

function nameIn(assertion: XmlElement): string | null {
  const said = childrenOf(assertion, 'AttributeStatement').flatMap((statement) => childrenOf(statement, 'Attribute'))
  for (const wanted of nameAttributes) {
    const attribute = said.find(({ attributes }) => attributes.Name === wanted)
    const name = nameFrom(textOf(childOf(attribute, 'AttributeValue')))
    if (name !== null) return name
  }
  return null
}

/** Of the request that an answer names. An ID begins with no figure. */
function requestId(nonce: string): string {
  return `_${nonce}`
}

/** The library, for one request or one answer. Times are compared here, by the site's own clock. */
function library(
  { entityId, callbackUrl, ssoUrl, certificates }: Omit<SamlSettings, 'log' | 'issuer'>,
  id?: string,
  wantAuthnResponseSigned = false,
): SAML {
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl,
    entryPoint: ssoUrl,
    idpCert: certificates,
    // the provider knows best what it calls people, and how they sign in there
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned,
    acceptedClockSkewMs: -1,
    // said by the departure, which outlives this process
    validateInResponseTo: ValidateInResponseTo.never,
    ...(id !== undefined && { generateUniqueId: () => id }),
  })
}

function single(element: XmlElement, name: string): XmlElement {
  const [found, ...more] = childrenOf(element, name)
  if (!found || more.length > 0) throw new Error(`there has to be one ${name}`)
  return found
}

/** Of `2026-11-24T00:00:00Z`. */
function timeOf(moment: string | undefined): number {
  const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(moment ?? '') ? Date.parse(moment ?? '') : Number.NaN
  require(!Number.isNaN(time), 'a time is missing')
  return time
}

class NotSo extends Error {
  readonly fault: SchoolFault

  constructor(reason: string, fault: SchoolFault) {
    super(reason)
    this.fault = fault
  }
}

function require(isSo: boolean, reason: string, fault: SchoolFault = 'answer'): void {
  if (!isSo) throw new NotSo(reason, fault)
}
