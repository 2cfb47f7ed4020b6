import { createHmac, randomBytes } from 'node:crypto'

// As https://www.standardwebhooks.com has it, for keys that both sides know.

const prefix = 'whsec_'
const secretBytes = 32

export function newSecret(): string {
  return `${prefix}${randomBytes(secretBytes).toString('base64')}`
}

/** What a message is sent with: `body` has to leave byte by byte as it is signed. Each of the secrets signs it. */
export function signedHeaders(
  { id, body, at }: { id: string; body: string; at: Date },
  secrets: readonly string[],
): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}
