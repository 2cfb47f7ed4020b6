/// <reference path="./json-ld.d.ts" />
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { CompactSign } from 'jose'
import jsigs from 'jsonld-signatures'
import type { Services } from '#kit/services.ts'
import { badgePaths } from './addresses.ts'
import { loaderOf } from './contexts.ts'
import type { Credential } from './credential.ts'
import { proofSigner, tokenKey } from './keys.ts'

/** With a proof inside of it (eddsa-rdfc-2022). Signed twice it is the same to the byte. */
export async function withProof(services: Services, credential: Credential): Promise<object> {
  const signer = await proofSigner(services)
  return jsigs.sign(credential, {
    suite: new DataIntegrityProof({ signer, cryptosuite, date: credential.validFrom }),
    purpose: new jsigs.purposes.AssertionProofPurpose(),
    documentLoader: loaderOf(),
  })
}

/** As a token (RS256), with the address of the key that checks it. */
export async function asToken(services: Services, credential: Credential): Promise<string> {
  const { kid, key } = await tokenKey(services)
  const claims = {
    ...credential,
    iss: credential.issuer.id,
    jti: credential.id,
    sub: credential.credentialSubject.id,
    nbf: Date.parse(credential.validFrom) / 1000,
  }
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: `${services.config.publicUrl}${badgePaths.key(kid)}` })
    .sign(key)
}
