/// <reference path="./json-ld.d.ts" />
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import * as Ed25519 from '@digitalbazaar/ed25519-multikey'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { checkBadge } from '@lantern/contract/certificates/badges.ts'
import * as certificates from '@lantern/contract/certificates/certificates.ts'
import { CompactSign, exportJWK, generateKeyPair } from 'jose'
import jsigs from 'jsonld-signatures'
import { expect, test } from 'vitest'
import { completePath } from '#testing/complete-path.ts'
import { type Person, testSite } from '#testing/site.ts'
import { loaderOf } from './contexts.ts'

const site = await testSite()
const guest = await site.guest()
const admin = await site.user({ groups: ['learn_admin'] })

const check = async (file: string, isPicture = false) => {
  const { status, result } = await guest.call(checkBadge, { body: { file, isPicture } })
  expect(status).toBe(200)
  return result
}
/** What is said of it, and of what is not as it should be the reasons. */
const verdictOf = async (badge: object | string) => {
  const { verdict, findings } = await check(typeof badge === 'string' ? badge : JSON.stringify(badge))
  return [verdict, ...findings.filter(({ outcome }) => outcome !== 'right').map(({ reason }) => reason)]
}

async function badgeOf(person: Person) {
  const number = await completePath(site, person)
  const url = `/badges/credentials/${number}`
  const document = (await guest.inject({ method: 'GET', url })).json()
  const token = (await guest.inject({ method: 'GET', url, headers: { accept: 'application/vc+jwt' } })).body
  return { number, document, token }
}

const packed = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The same badge, signed with a key of an unknown issuer that stands in the badge. */
async function signedByStranger({ proof: _, ...words }: Record<string, unknown>): Promise<object> {
  const pair = await Ed25519.generate()
  const signer = { ...pair.signer(), id: `did:key:${pair.publicKeyMultibase}#${pair.publicKeyMultibase}` }
  const suite = new DataIntegrityProof({ signer, cryptosuite })
  const purpose = new jsigs.purposes.AssertionProofPurpose()
  return jsigs.sign(words, { suite, purpose, documentLoader: loaderOf() })
}

/** Of another site: nothing in it says that it is of this one. */
function foreign({ document }: { document: Record<string, unknown> }, change: object = {}): Record<string, unknown> {
  const { credentialStatus: _, proof: __, ...words } = document
  const issuer = { id: 'https://other.example/issuer', type: ['Profile'], name: 'Other' }
  return { ...words, id: 'https://other.example/badges/1', issuer, ...change }
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
}

const pngWith = (text: string) =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.alloc(13)),
    chunk('iTXt', Buffer.from(`openbadgecredential\0\0\0\0\0${text}`)),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64')

test('a badge of this site is valid as a document, as a token and inside of pictures', async () => {
  const { number, document, token } = await badgeOf(await site.user({ name: 'Zoë 林知远' }))
  const text = JSON.stringify(document)
  const element = 'openbadges:credential'
  const svg = (inside: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0"><g>${inside}</g></svg>`
  const files = [
    text,
    token,
    svg(`<${element} verify="${token}"></${element}>`),
    svg(`<${element}><![CDATA[${text}]]></${element}>`),
  ]
  const valid = {
    verdict: 'valid',
    number,
    badge: { name: '引擎开发工程师', holder: 'Zoë 林知远', issuer: site.services.config.siteName },
  }
  for (const file of files) expect(await check(file)).toMatchObject(valid)
  expect(await check(pngWith(token), true)).toMatchObject(valid)
})

test('a changed name, another key and a token without a signature are refused with their reason', async () => {
  const { document, token } = await badgeOf(await site.user({ name: 'Ben' }))
  const changed = structuredClone(document)
  changed.credentialSubject.identifier[0].identityHash = 'Benedikt'
  expect(await verdictOf(changed)).toEqual(['refused', 'signature_wrong'])
  // the same words with one more that says what words mean
  const explained = { ...document, '@context': [...document['@context'], { nickname: 'https://schema.org/name' }] }
  expect(await verdictOf(explained)).toEqual(['refused', 'signature_wrong'])
  const [head = '', body = '', signature = ''] = token.split('.')
  const words = JSON.parse(Buffer.from(body, 'base64url').toString())
  words.credentialSubject.identifier[0].identityHash = 'Benedikt'
  expect(await verdictOf(`${head}.${packed(words)}.${signature}`)).toEqual(['refused', 'signature_wrong'])
  expect(await verdictOf(`${packed({ alg: 'none' })}.${body}.${signature}`)).toEqual(['refused', 'signature_kind'])
  expect(await verdictOf(`${packed({ alg: 'RS256' })}.${body}.${signature}`)).toEqual(['refused', 'signature_key'])
  const { proof, ...bare } = document
  expect(await verdictOf(bare)).toEqual(['refused', 'signature_none'])
  const proofWith = (change: object) => ({ ...document, proof: { ...proof, ...change } })
  expect(await verdictOf(proofWith({ verificationMethod: 'did:example:1#key' }))).toEqual(['refused', 'signature_key'])
  expect(await verdictOf(proofWith({ type: 'OtherProof' }))).toEqual(['refused', 'signature_kind'])
})

test('who signs in the name of this site with a key of their own is refused, and another site is unproven', async () => {
  const own = await badgeOf(await site.user())
  expect(await verdictOf(await signedByStranger(own.document))).toEqual(['refused', 'issuer_forged'])
  expect(await verdictOf(await signedByStranger(foreign(own)))).toEqual(['unproven', 'issuer_unproven'])
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const sign = async (words: object) =>
    new CompactSign(Buffer.from(JSON.stringify(words)))
      .setProtectedHeader({ alg: 'RS256', jwk: await exportJWK(publicKey) })
      .sign(privateKey)
  expect(await verdictOf(await sign(own.document))).toEqual(['refused', 'issuer_forged'])
  expect(await verdictOf(await sign(foreign(own)))).toEqual(['unproven', 'issuer_unproven'])
})

test('a badge that has expired, has not begun or is in a list that is not known here says so', async () => {
  const own = await badgeOf(await site.user())
  const told = async (change: object) => (await verdictOf(await signedByStranger(foreign(own, change)))).slice(1)
  expect(await told({ validUntil: '2020-01-01T00:00:00Z' })).toEqual(['issuer_unproven', 'time_expired'])
  expect(await told({ validFrom: '2999-01-01T00:00:00Z' })).toEqual(['issuer_unproven', 'time_early'])
  const list = 'https://other.example/status/1'
  const credentialStatus = {
    id: `${list}#3`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: '3',
    statusListCredential: list,
  }
  expect(await told({ credentialStatus })).toEqual(['issuer_unproven', 'status_unknown'])
})

test('a revoked badge and one with a former name are refused, whatever file they come from', async () => {
  const cas = await site.user({ name: 'Cas' })
  const { number, document, token } = await badgeOf(cas)
  await site.db.updateTable('users').set({ name: 'Casimir' }).where('id', '=', cas.id).execute()
  await cas.call(certificates.renewCertificate, { params: { number } })
  expect(await verdictOf(document)).toEqual(['refused', 'status_revoked'])
  const renewed = await badgeOf(cas)
  expect(await check(renewed.token)).toMatchObject({ verdict: 'valid', badge: { holder: 'Casimir' } })
  await admin.call(certificates.revokeCertificate, { params: { number }, body: { reason: 'x' } })
  for (const badge of [token, renewed.token, renewed.document])
    expect(await verdictOf(badge)).toEqual(['refused', 'status_revoked'])
})

test('what is no badge is refused: other texts, other credentials, hostile files', async () => {
  const { document } = await badgeOf(await site.user())
  const list = (await guest.inject({ method: 'GET', url: '/badges/status/0' })).json()
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  const entities = '<!DOCTYPE svg [<!ENTITY a "x">]><svg>&a;</svg>'
  for (const text of ['hello', '{}', '[1', 'null', '{"type":"Person"}', '<svg></svg>', deep, entities, 'a.b.c'])
    expect(await verdictOf(text)).toEqual(['refused', 'form_none'])
  expect(await verdictOf(list)).toEqual(['refused', 'form_kind'])
  expect(await verdictOf({ ...document, issuer: 'x' })).toEqual(['refused', 'form_incomplete'])
  expect(await check('')).toMatchObject({ verdict: 'refused', badge: null, number: null })
  expect(await check('AAAA', true)).toMatchObject({ verdict: 'refused', badge: null, number: null })
  // a word that no context knows is signed by nobody
  expect(await verdictOf({ ...document, grade: 'A' })).toEqual(['refused', 'signature_wrong'])
  // thousands of nodes without a name: what would keep a reader busy is given up
  const many = Array.from({ length: 3000 }, () => ({ type: ['Evidence'], name: 'x' }))
  expect((await verdictOf({ ...document, evidence: many }))[0]).toBe('refused')
})

test('a guest who checks without end is told to wait, and others are not', async () => {
  const checkFrom = async (remoteAddress: string) => {
    const payload = { file: JSON.stringify({ name: 'no badge' }) }
    return (await guest.inject({ method: 'POST', url: checkBadge.path, payload, remoteAddress })).statusCode
  }
  expect(await checkFrom('198.51.100.7')).toBe(200)
  await site.db.updateTable('rate_limits').set({ hits: 60 }).where('key', '=', 'badge:198.51.100.7').execute()
  expect([await checkFrom('198.51.100.7'), await checkFrom('198.51.100.8')]).toEqual([429, 200])
})
