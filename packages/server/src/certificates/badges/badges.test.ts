/// <reference path="./json-ld.d.ts" />
import { gunzipSync } from 'node:zlib'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import * as certificates from '@lantern/contract/certificates/certificates.ts'
import { compactVerify, importJWK } from 'jose'
import jsigs from 'jsonld-signatures'
import { expect, test } from 'vitest'
import { completePath } from '#testing/complete-path.ts'
import { type Person, testSite } from '#testing/site.ts'
import { loaderOf } from './contexts.ts'

const site = await testSite()
const guest = await site.guest()
const admin = await site.user({ groups: ['learn_admin'] })
const { publicUrl } = site.services.config

const asked = (person: Person, url: string, accept?: string) =>
  person.inject({ method: 'GET', url: url.replace(publicUrl, ''), ...(accept && { headers: { accept } }) })
const badgeOf = async (person: Person, number: string) => (await asked(person, `/badges/credentials/${number}`)).json()

/** Checks a badge from the site's public answers alone, as a verifier outside does. */
async function isSigned(document: object): Promise<boolean> {
  const keys = (await asked(guest, '/.well-known/did.json')).json()
  const method = keys.verificationMethod[0]
  const { verified } = await jsigs.verify(document, {
    suite: new DataIntegrityProof({ cryptosuite }),
    purpose: new jsigs.purposes.AssertionProofPurpose(),
    documentLoader: loaderOf((url) =>
      url === keys.id ? keys : url === method.id && { '@context': 'https://w3id.org/security/multikey/v1', ...method },
    ),
  })
  return verified
}

/** The bit of a badge in the list that it names. */
async function isRevoked({ credentialStatus }: { credentialStatus: Record<string, string> }): Promise<boolean> {
  const list = (await asked(guest, credentialStatus.statusListCredential ?? '')).json()
  expect(await isSigned(list)).toBe(true)
  const bits = gunzipSync(Buffer.from(list.credentialSubject.encodedList.slice(1), 'base64url'))
  expect(bits.length * 8).toBeGreaterThanOrEqual(131_072)
  const at = Number(credentialStatus.statusListIndex)
  return Boolean((bits[at >> 3] ?? 0) & (0x80 >> (at & 7)))
}

test('a certificate is an Open Badge whose proof and token are checked with the keys that the site publishes', async () => {
  const ada = await site.user({ name: 'Zoë 林知远' })
  const number = await completePath(site, ada)
  const badge = await badgeOf(guest, number)
  expect(badge).toMatchObject({
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: '引擎开发工程师',
    credentialSubject: { identifier: [{ identityHash: 'Zoë 林知远', identityType: 'name' }] },
    evidence: [{ id: `${publicUrl}/certificate/${number}` }],
  })
  expect(await isSigned(badge)).toBe(true)
  expect(await badgeOf(guest, number)).toEqual(badge)
  const forged = structuredClone(badge)
  forged.credentialSubject.identifier[0].identityHash = 'Eve'
  expect(await isSigned(forged)).toBe(false)

  const token = (await asked(guest, badge.id, 'application/vc+jwt')).body
  const { kid = '' } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
  const { payload, protectedHeader } = await compactVerify(token, await importJWK((await asked(guest, kid)).json()))
  const { proof: _, ...words } = badge
  expect(protectedHeader.alg).toBe('RS256')
  expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({ ...words, iss: badge.issuer.id })
  expect((await asked(guest, '/badges/keys')).json().keys).toEqual([(await asked(guest, kid)).json()])

  expect((await asked(guest, badge.credentialSubject.achievement.id)).json()).toMatchObject(
    badge.credentialSubject.achievement,
  )
  expect((await asked(guest, '/badges/issuer')).json()).toMatchObject(badge.issuer)
})

test('the address of a badge gives a browser the page, a program what it takes, and a file where one is asked for', async () => {
  const ben = await site.user()
  const number = await completePath(site, ben)
  const url = `/badges/credentials/${number}`
  const kinds = ['text/html,*/*;q=0.8', 'application/json', '*/*', 'application/vc+jwt, application/json;q=0.5']
  const answers = await Promise.all(kinds.map((accept) => asked(guest, url, accept)))
  expect(answers.map(({ statusCode, headers }) => headers.location ?? [statusCode, headers['content-type']])).toEqual([
    `/certificate/${number}`,
    [200, 'application/vc; charset=utf-8'],
    [200, 'application/vc; charset=utf-8'],
    [200, 'application/vc+jwt'],
  ])
  const file = await asked(guest, `${url}?file=json`, 'text/html')
  expect([file.headers['content-disposition'], file.json().id]).toEqual([
    `attachment; filename="${number}.json"`,
    `${publicUrl}${url}`,
  ])
  expect((await asked(guest, '/badges/credentials/LT-2026-0000-0000')).statusCode).toBe(404)
  expect((await asked(guest, '/badges/achievements/x')).statusCode).toBe(404)
  expect((await asked(guest, '/badges/status/7')).statusCode).toBe(404)
})

test('a hidden name is in no badge that others get', async () => {
  const cas = await site.user({ name: 'Cas' })
  const number = await completePath(site, cas)
  await cas.call(certificates.showCertificate, { params: { number }, body: { isPublic: false } })
  for (const accept of ['application/json', 'application/vc+jwt', 'text/html'])
    expect((await asked(guest, `/badges/credentials/${number}`, accept)).statusCode).toBe(404)
  expect((await badgeOf(cas, number)).credentialSubject.identifier[0].identityHash).toBe('Cas')
})

test('a revoked certificate and a former name are marked in the status list, and others are not', async () => {
  const dee = await site.user({ name: 'Dee' })
  const eve = await site.user()
  const number = await completePath(site, dee)
  const other = await badgeOf(guest, await completePath(site, eve))
  const before = await badgeOf(guest, number)
  expect(await isRevoked(before)).toBe(false)
  await dee.call(certificates.renewCertificate, { params: { number } })
  expect(await badgeOf(guest, number)).toEqual(before)
  await site.db.updateTable('users').set({ name: 'Deirdre' }).where('id', '=', dee.id).execute()
  await dee.call(certificates.renewCertificate, { params: { number } })
  const renewed = await badgeOf(guest, number)
  expect([await isRevoked(before), await isRevoked(renewed)]).toEqual([true, false])
  await admin.call(certificates.revokeCertificate, { params: { number }, body: { reason: 'x' } })
  expect([await isRevoked(renewed), await isRevoked(other)]).toEqual([true, false])
  // the list outlives the account
  await site.db.deleteFrom('certificates').where('number', '=', number).execute()
  expect(await isRevoked(renewed)).toBe(true)
})
