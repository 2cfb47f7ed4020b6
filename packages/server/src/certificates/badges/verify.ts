/// <reference path="./json-ld.d.ts" />
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { createVerifyCryptosuite } from '@digitalbazaar/ecdsa-sd-2023-cryptosuite'
import { Ed25519Signature2020 } from '@digitalbazaar/ed25519-signature-2020'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import type { BadgeFinding, BadgeWords as Said } from '@lantern/contract/certificates/badges.ts'
import { compactVerify, decodeProtectedHeader, importJWK, type JWK } from 'jose'
import jsigs from 'jsonld-signatures'
import { type BadgeWords, isBadge, shapeFault } from './badge-shape.ts'
import { loaderOf, ownContexts } from './contexts.ts'
import { type BadgeFile, type Opened, openBadge } from './open-badge.ts'

/** The site's own public keys. */
export interface OwnKeys {
  did: string
  /** The site's DID document. */
  document: { verificationMethod: { id: string }[] }
  /** The address that a token names in `kid`, and the key there. */
  tokenKey: { address: string; jwk: JWK }
}

/** An entry of a published list of revoked credentials (Bitstring Status List). */
export interface StatusEntry {
  list: string
  index: number
}

export interface Verifying {
  own: OwnKeys
  now: Date
  /** Null: the list is not known here. */
  isVoid(entry: StatusEntry): Promise<boolean | null>
}

export interface Verified {
  findings: BadgeFinding[]
  badge: Said | null
  /** The address of the credential, where the site signed it. */
  ownId: string | null
}

/** Everything that can be said of a badge without asking anybody else. */
export async function verifyBadge(file: BadgeFile, verifying: Verifying): Promise<Verified> {
  const opened = openBadge(file)
  const fault = opened ? shapeFault(opened.words) : 'form_none'
  if (!opened || fault) return { findings: [wrong(fault ?? 'form_none')], badge: null, ownId: null }
  const words = opened.words
  if (!isBadge(words)) return { findings: [wrong('form_incomplete')], badge: null, ownId: null }
  const signature = await signatureOf(opened, words, verifying)
  const findings = [
    right('form_right'),
    signature.finding,
    // of words that nobody signed it is not asked whose they are
    ...(signature.finding.outcome === 'right' ? [issuerOf(words, signature.isOwn, verifying.own)] : []),
    timeOf(words, verifying.now),
    await statusOf(words, verifying),
  ]
  const isOwn = signature.isOwn && words.issuer.id === verifying.own.did
  return { findings, badge: sayingOf(words), ownId: isOwn ? words.id : null }
}

interface Signature {
  finding: BadgeFinding
  /** Signed with a key of this site. */
  isOwn: boolean
}

function signatureOf(opened: Opened, words: BadgeWords, { own }: Verifying): Promise<Signature> {
  return 'token' in opened ? tokenSignature(opened.token, own) : proofOf(words, own)
}

const tokenAlgorithms = ['RS256', 'ES256', 'EdDSA']

async function tokenSignature(token: string, own: OwnKeys): Promise<Signature> {
  const { alg = '', kid, jwk } = decodeProtectedHeader(token)
  if (!tokenAlgorithms.includes(alg)) return { finding: wrong('signature_kind'), isOwn: false }
  const isOwn = kid === own.tokenKey.address
  const key = isOwn ? own.tokenKey.jwk : jwk
  if (!key) return { finding: wrong('signature_key'), isOwn: false }
  try {
    await compactVerify(token, await importJWK(key, alg), { algorithms: tokenAlgorithms })
    return { finding: right('signature_right'), isOwn }
  } catch {
    return { finding: wrong('signature_wrong'), isOwn: false }
  }
}

/** The proof of the suites that others use; the last two are of drafts, from before the standard was finished. */
const suites = [
  new DataIntegrityProof({ cryptosuite }),
  new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() }),
  new DataIntegrityProof({ cryptosuite: { ...cryptosuite, name: 'eddsa-2022' }, legacyContext: true }),
  new Ed25519Signature2020(),
]

/** Whose a key is, is looked at apart: it may have come with the badge. */
class AnySigner extends jsigs.purposes.AssertionProofPurpose {
  override async validate(): Promise<{ valid: true }> {
    return { valid: true }
  }
}

async function proofOf(words: BadgeWords, own: OwnKeys): Promise<Signature> {
  if (words.proof === undefined) return { finding: wrong('signature_none'), isOwn: false }
  let isKeyMissing = false
  const outcome = await jsigs.verify(words, {
    suite: suites,
    purpose: new AnySigner(),
    documentLoader: loaderOf((url) => {
      const key = ownKey(own, url) ?? keyWithin(url)
      isKeyMissing ||= !key && methodsOf(words).includes(url)
      return key
    }),
  })
  if (outcome.verified) {
    const used = outcome.results?.map(({ proof }) => String(proof.verificationMethod)) ?? []
    const isOwn = used.some((url) => ownKey(own, url) !== undefined)
    // what is signed is the meaning of the words; with contexts that were added other words could have the same
    const hasOwnContexts = words['@context'].join() === ownContexts.join()
    return { finding: isOwn && !hasOwnContexts ? wrong('signature_wrong') : right('signature_right'), isOwn }
  }
  // no proof is of a kind that is known here
  const isOther = (outcome.results ?? []).length === 0
  return {
    finding: wrong(isKeyMissing ? 'signature_key' : isOther ? 'signature_kind' : 'signature_wrong'),
    isOwn: false,
  }
}

function ownKey({ document }: OwnKeys, url: string): object | undefined {
  const key = document.verificationMethod.find(({ id }) => id === url)
  return key && { '@context': multikeyContext, ...key }
}

const multikeyContext = 'https://w3id.org/security/multikey/v1'

/** A key that stands in its own address: it proves that nothing was changed since, and not whose it is. */
function keyWithin(url: string): object | undefined {
  const found = /^(did:key:(z\w+))(?:#\w+)?$/.exec(url) ?? /^((?:https?:\/\/|did:web:)[^#]+)#(z\w+)$/.exec(url)
  if (!found) return undefined
  return { '@context': multikeyContext, id: url, type: 'Multikey', controller: found[1], publicKeyMultibase: found[2] }
}

function methodsOf({ proof }: BadgeWords): unknown[] {
  return [proof].flat().map((one) => (one as { verificationMethod?: unknown } | null)?.verificationMethod)
}

function issuerOf({ issuer, id }: BadgeWords, isOwn: boolean, own: OwnKeys): BadgeFinding {
  if (isOwn && issuer.id === own.did) return right('issuer_here')
  const saysOwn = issuer.id === own.did || new URL(own.tokenKey.address).origin === originOf(id)
  if (saysOwn || isOwn) return wrong('issuer_forged')
  return { reason: 'issuer_unproven', outcome: 'unknown' }
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}

function timeOf(words: BadgeWords, now: Date): BadgeFinding {
  const from = Date.parse(words.validFrom ?? words.issuanceDate ?? '')
  const until = words.validUntil ?? words.expirationDate
  // what is no time is none in which it holds
  if (!(from <= now.getTime())) return wrong('time_early')
  if (until !== undefined && !(Date.parse(until) > now.getTime())) return wrong('time_expired')
  return right('time_right')
}

async function statusOf({ credentialStatus }: BadgeWords, { isVoid }: Verifying): Promise<BadgeFinding> {
  const unknown: BadgeFinding = { reason: 'status_unknown', outcome: 'unknown' }
  if (credentialStatus === undefined) return right('status_none')
  let isAllKnown = true
  for (const status of [credentialStatus].flat()) {
    const { type, statusPurpose, statusListCredential: list, statusListIndex } = status as Record<string, unknown>
    const index = Number(statusListIndex)
    const isEntry = type === 'BitstringStatusListEntry' && statusPurpose === 'revocation'
    const held = isEntry && typeof list === 'string' && Number.isInteger(index) ? await isVoid({ list, index }) : null
    if (held) return wrong('status_revoked')
    isAllKnown &&= held === false
  }
  return isAllKnown ? right('status_right') : unknown
}

function sayingOf(words: BadgeWords): Said {
  const { achievement, identifier } = words.credentialSubject
  const names = [identifier ?? []].flat().filter(({ identityType }) => identityType === 'name')
  const from = new Date(words.validFrom ?? words.issuanceDate ?? '')
  return {
    name: words.name ?? achievement.name,
    achievement: achievement.name,
    issuer: words.issuer.name ?? words.issuer.id,
    holder: names[0]?.identityHash ?? null,
    issuedAt: Number.isNaN(from.getTime()) ? null : from.toISOString(),
  }
}

function right(reason: BadgeFinding['reason']): BadgeFinding {
  return { reason, outcome: 'right' }
}

function wrong(reason: BadgeFinding['reason']): BadgeFinding {
  return { reason, outcome: 'wrong' }
}
