import { X509Certificate } from 'node:crypto'
import type { SchoolSignIn } from '@lantern/contract/identity/school-sign-in.ts'
import { refuse } from '#kit/errors.ts'
import { childrenOf, findAll, parseXmlTree, textOf, type XmlElement } from '#kit/xml-tree.ts'

export interface SamlProvider {
  /** Its entity ID. */
  issuer: string
  /** Where requests go, by HTTP-Redirect. */
  ssoUrl: string
  /** PEM: what its answers are signed with. */
  certificates: string[]
}

const limits = { elements: 5000, depth: 24 }
const mostCertificates = 8
const leastKeyBits = 2048
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** What the metadata of a provider says of it; the fields of the form are in its place. Refuses by field. */
export function providerInMetadata(text: string): SamlProvider {
  const entity = readEntity(text)
  const descriptors = childrenOf(entity, 'IDPSSODescriptor')
  const [descriptor] = descriptors
  if (descriptors.length !== 1 || !descriptor) throw badField('metadata', 'identity.saml_no_provider')
  if (/^(true|1)$/.test(descriptor.attributes.WantAuthnRequestsSigned ?? ''))
    throw badField('metadata', 'identity.saml_signed_requests')
  const service = childrenOf(descriptor, 'SingleSignOnService').find(
    ({ attributes }) => attributes.Binding === redirectBinding,
  )
  if (!service) throw badField('metadata', 'identity.saml_no_redirect')
  const keys = childrenOf(descriptor, 'KeyDescriptor').filter(({ attributes }) => attributes.use !== 'encryption')
  const certificates = keys.flatMap((key) => findAll(key, 'X509Certificate').map(textOf))
  return {
    issuer: entity.attributes.entityID ?? '',
    ssoUrl: service.attributes.Location ?? '',
    certificates: certificatesIn(certificates.join('\n\n'), 'metadata'),
  }
}

function readEntity(text: string): XmlElement {
  try {
    const root = parseXmlTree(text, limits)
    // a federation's list names many; it has to be one
    const entities = root.name === 'EntityDescriptor' ? [root] : childrenOf(root, 'EntityDescriptor')
    const [entity] = entities
    if (entity && entities.length === 1) return entity
  } catch {
    throw badField('metadata', 'identity.saml_metadata_broken')
  }
  throw badField('metadata', 'identity.saml_no_provider')
}

/** One or more certificates, as PEM or as bare Base64 with empty lines between them. Answers PEM. */
export function certificatesIn(text: string, field: 'metadata' | 'certificate'): string[] {
  const bodies = text
    .replace(/-----BEGIN CERTIFICATE-----/g, '\n\n')
    .replace(/-----END CERTIFICATE-----/g, '\n\n')
    .split(/\n\s*\n/)
    .map((body) => body.replace(/\s+/g, ''))
    .filter((body) => body !== '')
  const found = [...new Set(bodies)]
  if (found.length === 0 || found.length > mostCertificates) throw badField(field, 'identity.saml_certificate_missing')
  return found.map((body) => {
    const certificate = readCertificate(body, field)
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
    // what the library verifies with; a shorter key is not worth believing
    if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < leastKeyBits)
      throw badField(field, 'identity.saml_certificate_key')
    return certificate.toString()
  })
}

function readCertificate(body: string, field: string): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(body, 'base64'))
  } catch {
    throw badField(field, 'identity.saml_certificate_broken')
  }
}

export function describeCertificate(pem: string): SchoolSignIn['certificates'][number] {
  const { validToDate, fingerprint256 } = new X509Certificate(pem)
  return { until: validToDate.toISOString(), fingerprint: fingerprint256 }
}

export function badField(field: string, message: string) {
  return refuse('bad_request', { details: [{ field, message }] })
}
