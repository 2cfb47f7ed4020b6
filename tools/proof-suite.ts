import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { loaderOf } from '../packages/server/src/certificates/badges/contexts.ts'

// `node tools/proof-suite.ts <clone of w3c/vc-di-eddsa> <clone of w3c-ccg/citizenship-vocab>`: follows the test vectors of
// eddsa-rdfc-2022 step by step with the libraries and contexts that badges are signed and checked with. The second clone
// has a context that one of the vectors names.

interface Keys {
  publicKeyMultibase: string
  privateKeyMultibase: string
}
type Proof = Record<string, unknown> & { verificationMethod: string; id?: string; proofValue: string }
type Signed = Record<string, unknown> & { '@context': unknown; proof: Proof | Proof[] }

const [clone = '.', citizenship = '.'] = process.argv.slice(2)
const libraries = createRequire(new URL('../packages/server/package.json', import.meta.url))
const { cryptosuite } = libraries('@digitalbazaar/eddsa-rdfc-2022-cryptosuite')
const multikey = libraries('@digitalbazaar/ed25519-multikey')
const { DataIntegrityProof } = libraries('@digitalbazaar/data-integrity')
const jsigs = libraries('jsonld-signatures')
const base58 = libraries('base58-universal')

const text = (path: string) => readFileSync(join(clone, 'TestVectors', path), 'utf8')
const json = <T>(path: string): T => JSON.parse(text(path))

const besides = new Map<string, unknown>([
  [
    'https://www.w3.org/ns/credentials/examples/v2',
    { '@context': { '@vocab': 'https://www.w3.org/ns/credentials/examples#' } },
  ],
  [
    'https://w3id.org/citizenship/v4rc1',
    JSON.parse(readFileSync(join(citizenship, 'contexts/citizenship-v4rc1.jsonld'), 'utf8')),
  ],
])
const documentLoader = loaderOf((url) => besides.get(url) ?? keyOf(url))

/** A key that stands in its own address. */
function keyOf(url: string) {
  const [controller, publicKeyMultibase] = url.replace(/^did:key:/, '').split('#')
  if (!url.startsWith('did:key:')) return undefined
  return {
    '@context': 'https://w3id.org/security/multikey/v1',
    id: url,
    type: 'Multikey',
    controller: `did:key:${controller}`,
    publicKeyMultibase: publicKeyMultibase ?? controller,
  }
}

class AnySigner extends jsigs.purposes.AssertionProofPurpose {
  async validate() {
    return { valid: true }
  }
}

const canonical = (words: object): Promise<string> => cryptosuite.canonize(words, { documentLoader })
const sha256 = (words: string) => createHash('sha256').update(words).digest('hex')
const isProven = async (signed: Signed): Promise<boolean> => {
  const suite = new DataIntegrityProof({ cryptosuite })
  return (await jsigs.verify(signed, { suite, purpose: new AnySigner(), documentLoader })).verified
}

const results: [string, boolean][] = []

for (const [folder, document, keys] of [
  ['eddsa-rdfc-2022', 'unsigned.json', 'keyPair.json'],
  ['eddsa-rdfc-2022/employ', 'employmentAuth.json', 'keyPair.json'],
] as const) {
  const file = (name: string) => text(join(folder, name)).trim()
  const words = await canonical(json(document))
  const proof = await canonical(json(join(folder, 'proofConfigDataInt.json')))
  const both = sha256(proof) + sha256(words)
  const { publicKeyMultibase, privateKeyMultibase } = json<Keys>(keys)
  const controller = `did:key:${publicKeyMultibase}`
  const id = `${controller}#${publicKeyMultibase}`
  const pair = { type: 'Multikey', id, controller, publicKeyMultibase, secretKeyMultibase: privateKeyMultibase }
  const signature = await (await multikey.from(pair)).signer().sign({ data: Buffer.from(both, 'hex') })
  const signed = json<Signed>(join(folder, 'signedDataInt.json'))
  results.push(
    [`${folder}: canonical document`, words.trim() === file('canonDocDataInt.txt')],
    [`${folder}: hash of the document`, sha256(words) === file('docHashDataInt.txt')],
    [`${folder}: canonical proof`, proof.trim() === file('proofCanonDataInt.txt')],
    [`${folder}: hash of the proof`, sha256(proof) === file('proofHashDataInt.txt')],
    [`${folder}: both hashes`, both === file('combinedHashDataInt.txt')],
    [`${folder}: the signature made again`, Buffer.from(signature).toString('hex') === file('sigHexDataInt.txt')],
    [`${folder}: verified`, await isProven(signed)],
    [`${folder}: refused after a change`, !(await isProven({ ...signed, validFrom: '2020-01-01T00:00:00Z' }))],
  )
}

for (const file of ['signedProofSet1', 'signedProofSet2', 'signedProofChain1', 'signedProofChain2']) {
  const { proof, ...document } = json<Signed>(`proof-set-chain/${file}.json`)
  const proofs = [proof].flat()
  const proven = await Promise.all(proofs.map((one) => isLinkProven(document, one, proofs)))
  results.push([`${file}: ${proofs.length} proofs`, proven.every(Boolean)])
}

/** A proof of a chain signs the proofs that it names together with the document. */
async function isLinkProven(document: object, proof: Proof, proofs: readonly Proof[]): Promise<boolean> {
  const { proofValue, ...config } = proof
  const named: unknown[] = [config.previousProof ?? []].flat()
  const before = proofs.filter(({ id }) => named.includes(id))
  const words = await canonical(before.length > 0 ? { ...document, proof: before } : document)
  const context = (document as Signed)['@context']
  const hashes = sha256(await canonical({ '@context': context, ...config })) + sha256(words)
  const verifier = await cryptosuite.createVerifier({ verificationMethod: keyOf(proof.verificationMethod) })
  // base 58 behind a letter that says so
  const signature = base58.decode(proofValue.slice(1))
  return verifier.verify({ data: Buffer.from(hashes, 'hex'), signature })
}

for (const [step, isRight] of results) console.log(isRight ? 'right' : 'WRONG', step)
console.log(`${results.filter(([, isRight]) => isRight).length} of ${results.length}`)
