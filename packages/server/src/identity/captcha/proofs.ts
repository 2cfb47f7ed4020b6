import { createHash } from 'node:crypto'
import { type CaptchaChallenge, CaptchaProof } from '@lantern/contract/identity/captcha.ts'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Static } from 'typebox'
import { Value } from 'typebox/value'
import type { Db } from '#kit/sql.ts'
import { siteSecret } from '../site-secret.ts'

/** About half a second of one core; an old phone needs a few. The figure is what a thousand messages cost a sender. */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 2_000, fewest: 400, most: 1_200 }
const proofLifetimeSeconds = 300
const longestHeader = 4_096

export async function newChallenge(db: Db, now: Date): Promise<Static<typeof CaptchaChallenge>> {
  const challenge = await createChallenge({
    algorithm: work.algorithm,
    cost: work.cost,
    counter: randomInt(work.most, work.fewest),
    data: { until: Math.floor(now.getTime() / 1000) + proofLifetimeSeconds },
    deriveKey,
    ...(await secretsOf(db)),
  })
  return challenge as Static<typeof CaptchaChallenge>
}

/** True once for each proof, whichever process it is brought to. */
export async function spendProof(db: Db, header: string, now: Date): Promise<boolean> {
  const proof = proofFrom(header)
  if (!proof) return false
  const { challenge, solution } = proof
  const until = new Date(challenge.parameters.data.until * 1000)
  if (until <= now) return false
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...(await secretsOf(db)) })
  if (!verified) return false
  const spent = await db
    .insertInto('captcha_solutions')
    .values({ solution_hash: createHash('sha256').update(challenge.signature).digest(), expires_at: until })
    .onConflict((conflict) => conflict.doNothing())
    .returning('expires_at')
    .executeTakeFirst()
  return spent !== undefined
}

function proofFrom(header: string): Static<typeof CaptchaProof> | null {
  if (header.length > longestHeader) return null
  try {
    const proof: unknown = JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
    return Value.Check(CaptchaProof, proof) && proof.challenge.parameters.algorithm === work.algorithm ? proof : null
  } catch {
    return null
  }
}

async function secretsOf(db: Db) {
  const [signature, key] = await Promise.all([siteSecret(db, 'captcha'), siteSecret(db, 'captcha_keys')])
  return { hmacSignatureSecret: signature.toString('hex'), hmacKeySignatureSecret: key.toString('hex') }
}
