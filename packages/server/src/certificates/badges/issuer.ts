import type { JWK } from 'jose'
import type { Services } from '#kit/services.ts'
import { badgePaths, didOf } from './addresses.ts'
import { openBadgesContext } from './contexts.ts'
import { type PublicKeys, publicKeys } from './keys.ts'

interface Profile {
  id: string
  type: ['Profile']
  name: string
  url?: string
}

/** The site as the one who issues. */
export function issuerOf({ config }: Pick<Services, 'config'>): Profile {
  return { id: didOf(config), type: ['Profile'], name: config.siteName, url: config.publicUrl }
}

export function issuerDocument(services: Services): object {
  return { '@context': openBadgesContext, ...issuerOf(services) }
}

/** Which keys are the site's: what `did:web` resolves to. */
export async function didDocument(services: Services): Promise<object> {
  return documentOfKeys(services, await publicKeys(services))
}

export function documentOfKeys({ config }: Pick<Services, 'config'>, { rsa, multibase }: PublicKeys) {
  const did = didOf(config)
  const keys = [
    { id: `${did}#${multibase}`, type: 'Multikey', controller: did, publicKeyMultibase: multibase },
    { id: `${did}#${rsa.kid}`, type: 'JsonWebKey', controller: did, publicKeyJwk: rsa },
  ]
  return {
    '@context': [
      'https://www.w3.org/ns/did/v1',
      'https://w3id.org/security/multikey/v1',
      'https://w3id.org/security/jwk/v1',
    ],
    id: did,
    alsoKnownAs: [`${config.publicUrl}${badgePaths.issuer}`],
    verificationMethod: keys,
    assertionMethod: keys.map(({ id }) => id),
  }
}

export async function keySet(services: Services): Promise<{ keys: JWK[] }> {
  return { keys: [(await publicKeys(services)).rsa] }
}
