import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importPKCS8,
  type JWK,
} from 'jose'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'

const algorithm = 'RS256'
const dayMs = 86_400_000
/** A new key is published a day before it signs, and the old one stays for what it signed. */
const publishedAheadMs = dayMs
const newEveryMs = 90 * dayMs
const keptMs = 100 * dayMs

/** Our public keys, for platforms and tools. */
export async function publicKeys(services: Services): Promise<{ keys: JWK[] }> {
  await currentRow(services)
  const rows = await services.db.selectFrom('lti_keys').select('public_jwk').orderBy('created_at').execute()
  return { keys: rows.map(({ public_jwk }) => public_jwk as JWK) }
}

/** What was signed here is checked with. */
export async function verifyingKeys(services: Services) {
  return createLocalJWKSet(await publicKeys(services))
}

/** What to sign with now. */
export async function signingKey(services: Services): Promise<{ kid: string; key: CryptoKey }> {
  const { kid, private_key } = await currentRow(services)
  return { kid, key: await importPKCS8(services.sealer.open(private_key, sealedAs(kid)), algorithm) }
}

/** Makes the next key when the newest is old, and forgets what nothing is signed with any more. Safe to repeat. */
export async function rotateKeys(services: Services): Promise<void> {
  const now = services.clock.now().getTime()
  await inTransaction(services.db, async (trx) => {
    const newest = await trx
      .selectFrom('lti_keys')
      .select('created_at')
      .orderBy('created_at', 'desc')
      .forUpdate()
      .limit(1)
      .executeTakeFirst()
    if (newest && now - newest.created_at.getTime() >= newEveryMs) await makeKey(services, trx)
    await trx
      .deleteFrom('lti_keys')
      .where('created_at', '<', new Date(now - newEveryMs - keptMs))
      .execute()
  })
}

async function currentRow(services: Services) {
  const rows = await services.db
    .selectFrom('lti_keys')
    .select(['kid', 'private_key', 'created_at'])
    .orderBy('created_at', 'desc')
    .execute()
  const known = services.clock.now().getTime() - publishedAheadMs
  const current = rows.find(({ created_at }) => created_at.getTime() <= known) ?? rows.at(-1)
  return current ?? inTransaction(services.db, (trx) => makeKey(services, trx))
}

async function makeKey({ clock, sealer }: Services, trx: Trx) {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  const row = {
    kid,
    public_jwk: JSON.stringify({ ...jwk, kid, alg: algorithm, use: 'sig' }),
    private_key: sealer.seal(await exportPKCS8(privateKey), sealedAs(kid)),
    created_at: clock.now(),
  }
  await trx.insertInto('lti_keys').values(row).execute()
  return row
}

function sealedAs(kid: string): string {
  return `lti-key:${kid}`
}
