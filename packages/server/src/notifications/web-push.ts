import { createCipheriv, createECDH, createHmac, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto'

// Web Push as RFC 8291 (encryption), RFC 8188 (its encoding) and RFC 8292 (VAPID) have it. By hand: the one kept library
// is under the MPL, and the permissive ones speak the draft that Safari does not understand.

const curve = 'prime256v1'
const recordBytes = 4096
/** A push service holds a message this long for a browser that is away. */
const keptSeconds = 24 * 3600
const tokenSeconds = 12 * 3600

export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushRequest {
  url: string
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer>
}

/** The public key of a site, from the 32 bytes of its private one. */
export function vapidPublicKey(privateKey: Buffer): string {
  const pair = createECDH(curve)
  pair.setPrivateKey(privateKey)
  return pair.getPublicKey('base64url')
}

/** What is posted to the push service: it can read neither the text nor whom it is for. */
export function pushRequest(
  target: PushTarget,
  text: string,
  site: { privateKey: Buffer; contact: string; topic: string; now: Date },
): PushRequest {
  return {
    url: target.endpoint,
    headers: {
      authorization: vapidHeader(new URL(target.endpoint).origin, site),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(keptSeconds),
      // one that is sent again takes the place of the first
      topic: site.topic,
    },
    body: encrypted(target, text),
  }
}

function encrypted({ p256dh, auth }: PushTarget, text: string): Uint8Array<ArrayBuffer> {
  const theirs = Buffer.from(p256dh, 'base64url')
  const pair = createECDH(curve)
  const ours = pair.generateKeys()
  const salt = randomBytes(16)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const key = derived(pair.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const contentKey = derived(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce)
  const head = Buffer.alloc(21)
  salt.copy(head)
  head.writeUInt32BE(recordBytes, 16)
  head.writeUInt8(ours.length, 20)
  // 2 ends the last record
  const body = [cipher.update(text, 'utf8'), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()]
  return new Uint8Array(Buffer.concat([head, ours, ...body]))
}

function derived(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
}

function vapidHeader(
  audience: string,
  { privateKey, contact, now }: { privateKey: Buffer; contact: string; now: Date },
): string {
  const publicKey = vapidPublicKey(privateKey)
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: privateKey.toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(now.getTime() / 1000) + tokenSeconds
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: audience, exp, sub: contact })}`
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey}`
}

/** A header value of at most 32 characters that names a message. */
export function topicOf(id: string): string {
  return createHmac('sha256', 'topic').update(id).digest('base64url').slice(0, 32)
}
