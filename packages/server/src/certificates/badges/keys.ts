/// <reference path="./json-ld.d.ts" />
import * as Ed25519 from '@digitalbazaar/ed25519-multikey'
import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair, importPKCS8, type JWK } from 'jose'
import type { Services } from '#kit/services.ts'
import { didOf } from './addresses.ts'

/** The public keys that badges are checked with. They are never rotated: a badge is checked years after it was given. */
export interface PublicKeys {
  /** With its `kid`, for badges as tokens. */
  rsa: JWK & { kid: string }
  /** For badges with a proof inside. */
  multibase: string
}

export async function publicKeys(services: Services): Promise<PublicKeys> {
  const [rsa, ed25519] = await Promise.all([keyOf(services, 'RS256'), keyOf(services, 'Ed25519')])
  return { rsa: rsa.public_key as unknown as PublicKeys['rsa'], multibase: ed25519.kid }
}

/** Signs badges that are tokens. */
export async function tokenKey(services: Services): Promise<{ kid: string; key: CryptoKey }> {
  const { kid, private_key } = await keyOf(services, 'RS256')
  return { kid, key: await importPKCS8(services.sealer.open(private_key, sealedAs(kid)), 'RS256') }
}

/** Signs badges with a proof inside, by the name that the site's own DID document gives the key. */
export async function proofSigner(services: Services): Promise<ProofSigner> {
  const { kid, private_key } = await keyOf(services, 'Ed25519')
  const did = didOf(services.config)
  const key = await Ed25519.from({
    type: 'Multikey',
    id: `${did}#${kid}`,
    controller: did,
    publicKeyMultibase: kid,
    secretKeyMultibase: services.sealer.open(private_key, sealedAs(kid)),
  })
  return key.signer()
}

type Algorithm = 'RS256' | 'Ed25519'

async function keyOf(services: Services, algorithm: Algorithm) {
  const read = () =>
    services.db
      .selectFrom('badge_keys')
      .select(['kid', 'public_key', 'private_key'])
      .where('algorithm', '=', algorithm)
      .executeTakeFirst()
  const kept = await read()
  if (kept) return kept
  const { kid, publicKey, secret } = await (algorithm === 'RS256' ? makeRsa() : makeEd25519())
  await services.db
    .insertInto('badge_keys')
    .values({
      algorithm,
      kid,
      public_key: JSON.stringify(publicKey),
      private_key: services.sealer.seal(secret, sealedAs(kid)),
      created_at: services.clock.now(),
    })
    // another process was faster: its key is the site's
    .onConflict((conflict) => conflict.column('algorithm').doNothing())
    .execute()
  const made = await read()
  if (!made) throw new Error(`There is no key for ${algorithm}`)
  return made
}

async function makeRsa() {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  return { kid, publicKey: { ...jwk, kid, alg: 'RS256', use: 'sig' }, secret: await exportPKCS8(privateKey) }
}

async function makeEd25519() {
  const pair = await Ed25519.generate()
  const { publicKeyMultibase, secretKeyMultibase } = await pair.export({ publicKey: true, secretKey: true })
  return { kid: publicKeyMultibase, publicKey: { publicKeyMultibase }, secret: secretKeyMultibase }
}

function sealedAs(kid: string): string {
  return `badge-key:${kid}`
}
