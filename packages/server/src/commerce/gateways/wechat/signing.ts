import { createDecipheriv, createSign, createVerify, type KeyObject, randomBytes } from 'node:crypto'
import type { WechatPaySettings } from '#kit/payment-settings.ts'
import { NotFromGateway } from '../payment-gateway.ts'

/** A callback or an answer is believed within five minutes of when it was signed. */
const windowSeconds = 300

export interface SignedMessage {
  serial: string
  timestamp: string
  nonce: string
  signature: string
}

/** The value of `Authorization`. `path` with its query, `body` as it is sent; empty without one. */
export function authorizationOf(
  { merchantId, certificate, privateKey }: WechatPaySettings,
  { method, path, body, now }: { method: string; path: string; body: string; now: Date },
): string {
  const timestamp = Math.floor(now.getTime() / 1000)
  const nonce = randomBytes(16).toString('hex')
  const signature = createSign('RSA-SHA256')
    .update(`${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`)
    .sign(privateKey, 'base64')
  const fields = {
    mchid: merchantId,
    nonce_str: nonce,
    signature,
    timestamp: String(timestamp),
    serial_no: certificate.serialNumber,
  }
  const written = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
  return `WECHATPAY2-SHA256-RSA2048 ${written.join(',')}`
}

/** What the headers say of the signature. Throws NotFromGateway where one is missing, doubled or too old. */
export function signedMessageOf(header: (name: string) => string | null, now: Date): SignedMessage {
  const [serial, timestamp, nonce, signature] = ['serial', 'timestamp', 'nonce', 'signature'].map((name) =>
    header(`wechatpay-${name}`),
  )
  if (!serial || !timestamp || !nonce || !signature) throw new NotFromGateway('wechat: not signed')
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now.getTime() / 1000 - Number(timestamp)) > windowSeconds) {
    throw new NotFromGateway('wechat: signed too long ago')
  }
  return { serial, timestamp, nonce, signature }
}

/** Whether `body` was signed with the key that belongs to `key`. */
export function isSignedWith(key: KeyObject, { timestamp, nonce, signature }: SignedMessage, body: Buffer): boolean {
  return createVerify('RSA-SHA256')
    .update(`${timestamp}\n${nonce}\n`)
    .update(body)
    .update('\n')
    .verify(key, signature, 'base64')
}

export interface SealedResource {
  algorithm: string
  ciphertext: string
  associated_data?: string
  nonce: string
}

/** AEAD_AES_256_GCM with the APIv3 key; the last 16 bytes are the tag. Throws NotFromGateway. */
export function openResource(apiKey: string, resource: SealedResource): string {
  if (resource.algorithm !== 'AEAD_AES_256_GCM') throw new NotFromGateway('wechat: sealed by another algorithm')
  try {
    const sealed = Buffer.from(resource.ciphertext, 'base64')
    const opened = createDecipheriv('aes-256-gcm', Buffer.from(apiKey), Buffer.from(resource.nonce), {
      authTagLength: 16,
    })
      .setAuthTag(sealed.subarray(-16))
      .setAAD(Buffer.from(resource.associated_data ?? ''))
    return Buffer.concat([opened.update(sealed.subarray(0, -16)), opened.final()]).toString('utf8')
  } catch {
    throw new NotFromGateway('wechat: sealed with another key')
  }
}
