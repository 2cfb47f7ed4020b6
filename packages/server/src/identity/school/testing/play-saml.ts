import { execFileSync } from 'node:child_process'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'

interface Signing {
  /** What is signed, as an XPath. */
  of?: string
  algorithm?: string
  digest?: string
  key?: string
}

/** What an answer says; a test changes some of it. */
export interface Said {
  id: string
  requestId: string
  user: string
  name: string
  format: string
  issuer: string
  audience: string
  recipient: string
  destination: string
  status: string
  from: string
  until: string
  confirmedUntil: string
}

const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const assertionPath = "/*[local-name()='Response']/*[local-name()='Assertion']"

/** A SAML 2.0 provider that really signs. It has no pages: a test carries what a browser would. */
export function playSaml(entityId = 'https://idp.school.example/metadata', ssoUrl = `${new URL(entityId).origin}/sso`) {
  const { key, certificate } = newSigner()
  return {
    entityId,
    ssoUrl,
    certificate,
    metadata: `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>
${bodyOf(certificate)}
    </ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${ssoUrl}/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${ssoUrl}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`,

    /** What the request in the address that a browser is sent to asks for, as the answer to it says it back. */
    asked(url: string, user: string, now: Date): Said & { state: string } {
      const { searchParams } = new URL(url)
      const request = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString('utf8')
      const found = (pattern: RegExp) => pattern.exec(request)?.[1] ?? ''
      const callback = found(/AssertionConsumerServiceURL="([^"]*)"/)
      const minutes = (count: number) => new Date(now.getTime() + count * 60_000).toISOString()
      return {
        state: searchParams.get('RelayState') ?? '',
        id: '_assertion',
        requestId: found(/ ID="([^"]*)"/),
        user,
        name: '江照',
        format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        issuer: entityId,
        audience: found(/<saml:Issuer[^>]*>([^<]*)</),
        recipient: callback,
        destination: callback,
        status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
        from: minutes(-1),
        until: minutes(5),
        confirmedUntil: minutes(5),
      }
    },

    sign(xml: string, { of = assertionPath, algorithm, digest, key: other }: Signing = {}): string {
      const signed = new SignedXml({
        privateKey: other ?? key,
        canonicalizationAlgorithm: exclusive,
        signatureAlgorithm: algorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      })
      signed.addReference({
        xpath: of,
        transforms: [enveloped, exclusive],
        digestAlgorithm: digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
      })
      signed.computeSignature(xml, { location: { reference: `${of}/*[local-name()='Issuer']`, action: 'after' } })
      return signed.getSignedXml()
    },
  }
}

/** An answer without a signature. */
export function responseOf(said: Said): string {
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_response" Version="2.0" IssueInstant="${said.from}" Destination="${said.destination}" InResponseTo="${said.requestId}"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${said.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${said.status}"/></samlp:Status>${assertionOf(said)}</samlp:Response>`
}

export function assertionOf(said: Said): string {
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${said.id}" Version="2.0" IssueInstant="${said.from}"><saml:Issuer>${said.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${said.format}">${said.user}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="${said.recipient}" InResponseTo="${said.requestId}" NotOnOrAfter="${said.confirmedUntil}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${said.from}" NotOnOrAfter="${said.until}"><saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${said.from}"/><saml:AttributeStatement><saml:Attribute Name="displayName"><saml:AttributeValue>${said.name}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>`
}

/** A key and a certificate that it signed for itself, as PEM. */
export function newSigner(bits = 2048): { key: string; certificate: string } {
  const asked = ['req', '-x509', '-newkey', `rsa:${bits}`, '-nodes', '-days', '365', '-subj', '/CN=idp']
  const made = execFileSync('openssl', [...asked, '-keyout', '-'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  }).toString('utf8')
  const part = (name: string) =>
    new RegExp(`-----BEGIN ${name}-----[\\s\\S]*-----END ${name}-----`).exec(made)?.[0] ?? ''
  return { key: part('PRIVATE KEY'), certificate: part('CERTIFICATE') }
}

function bodyOf(pem: string): string {
  return pem.replace(/-----[^-]*-----/g, '').trim()
}
