import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Static, Type } from 'typebox'

const text = Type.Optional(Type.String({ minLength: 1 }))
/** Payers' money is spoken of on these connections: without TLS they must not leave the machine. */
const address = '^(https://|http://(127\\.0\\.0\\.1|localhost|\\[::1\\])(:\\d+)?(/|$))'

/** What the environment may say of payment. */
export const paymentEnvironment = {
  PAYMENT_GATEWAYS: Type.Optional(
    Type.String({ pattern: '^(sandbox|wechat|alipay|stripe|none)(,(sandbox|wechat|alipay|stripe))*$' }),
  ),
  PAYMENT_TIMEOUT: Type.Integer({ default: 8, minimum: 5, maximum: 10 }),
  WECHAT_PAY_APP_ID: text,
  WECHAT_PAY_MERCHANT_ID: text,
  WECHAT_PAY_PRIVATE_KEY_FILE: text,
  WECHAT_PAY_CERTIFICATE_FILE: text,
  WECHAT_PAY_API_KEY: Type.Optional(Type.String({ minLength: 32, maxLength: 32 })),
  WECHAT_PAY_PUBLIC_KEY_ID: Type.Optional(Type.String({ pattern: '^PUB_KEY_ID_[0-9A-Za-z]+$' })),
  WECHAT_PAY_PUBLIC_KEY_FILE: text,
  WECHAT_PAY_URL: Type.String({ default: 'https://api.mch.weixin.qq.com', pattern: address }),
  ALIPAY_APP_ID: text,
  ALIPAY_SELLER_ID: text,
  ALIPAY_PRIVATE_KEY_FILE: text,
  ALIPAY_PUBLIC_KEY_FILE: text,
  ALIPAY_URL: Type.String({ default: 'https://openapi.alipay.com/gateway.do', pattern: address }),
  STRIPE_SECRET_KEY: Type.Optional(Type.String({ pattern: '^(sk|rk)_(live|test)_' })),
  STRIPE_WEBHOOK_SECRET: Type.Optional(Type.String({ pattern: '^whsec_' })),
  STRIPE_URL: Type.String({ default: 'https://api.stripe.com', pattern: address }),
}

const environment = Type.Object(paymentEnvironment)
type PaymentEnvironment = Static<typeof environment>

export interface PaymentSettings {
  /** Plays a gateway within this site. */
  sandbox: boolean
  wechat: WechatPaySettings | undefined
  alipay: AlipaySettings | undefined
  stripe: StripeSettings | undefined
  /** How long a gateway may take to answer. */
  timeoutMs: number
}

export interface WechatPaySettings {
  appId: string
  merchantId: string
  privateKey: KeyObject
  /** The merchant's own, whose serial number every request names. */
  certificate: X509Certificate
  /** The APIv3 key: 32 bytes that seal callbacks and platform certificates. */
  apiKey: string
  /** What WeChat Pay signs with. Absent: by platform certificates, which are downloaded. */
  publicKey: { id: string; key: KeyObject } | undefined
  url: string
}

export interface AlipaySettings {
  appId: string
  sellerId: string
  privateKey: KeyObject
  publicKey: KeyObject
  url: string
}

export interface StripeSettings {
  secretKey: string
  webhookSecret: string
  url: string
}

/** Reads the key files too, so that a wrong one stops the start. `fault` throws with what does not fit. */
export function paymentSettingsOf(
  parsed: PaymentEnvironment & { LANTERN_MODE: 'demo' | 'production' },
  fault: (message: string) => Error,
): PaymentSettings {
  const fallback = parsed.LANTERN_MODE === 'demo' ? 'sandbox' : 'none'
  const on = new Set((parsed.PAYMENT_GATEWAYS ?? fallback).split(','))
  const files = keyFiles(parsed, fault)
  return {
    sandbox: on.has('sandbox'),
    wechat: on.has('wechat') ? wechatOf(parsed, files, fault) : undefined,
    alipay: on.has('alipay') ? alipayOf(parsed, files, fault) : undefined,
    stripe: on.has('stripe') ? stripeOf(parsed, fault) : undefined,
    timeoutMs: parsed.PAYMENT_TIMEOUT * 1000,
  }
}

type KeyFiles = ReturnType<typeof keyFiles>
type Fault = (message: string) => Error

function wechatOf(parsed: PaymentEnvironment, files: KeyFiles, fault: Fault): WechatPaySettings {
  const { WECHAT_PAY_APP_ID: appId, WECHAT_PAY_MERCHANT_ID: merchantId, WECHAT_PAY_API_KEY: apiKey } = parsed
  const { WECHAT_PAY_PUBLIC_KEY_ID: publicKeyId, WECHAT_PAY_PUBLIC_KEY_FILE: publicKeyFile } = parsed
  if (!appId || !merchantId || !apiKey) {
    throw fault('PAYMENT_GATEWAYS: wechat needs WECHAT_PAY_APP_ID, WECHAT_PAY_MERCHANT_ID and WECHAT_PAY_API_KEY')
  }
  if (!publicKeyId !== !publicKeyFile) {
    throw fault('WECHAT_PAY_PUBLIC_KEY_ID and WECHAT_PAY_PUBLIC_KEY_FILE go together')
  }
  const privateKey = files.privateKey('WECHAT_PAY_PRIVATE_KEY_FILE')
  const certificate = files.certificate('WECHAT_PAY_CERTIFICATE_FILE')
  if (!certificate.checkPrivateKey(privateKey)) {
    throw fault('WECHAT_PAY_CERTIFICATE_FILE: belongs to another key than WECHAT_PAY_PRIVATE_KEY_FILE')
  }
  return {
    appId,
    merchantId,
    apiKey,
    privateKey,
    certificate,
    publicKey: publicKeyId ? { id: publicKeyId, key: files.publicKey('WECHAT_PAY_PUBLIC_KEY_FILE') } : undefined,
    url: parsed.WECHAT_PAY_URL.replace(/\/$/, ''),
  }
}

function alipayOf(parsed: PaymentEnvironment, files: KeyFiles, fault: Fault): AlipaySettings {
  const { ALIPAY_APP_ID: appId, ALIPAY_SELLER_ID: sellerId, ALIPAY_URL: url } = parsed
  if (!appId || !sellerId) throw fault('PAYMENT_GATEWAYS: alipay needs ALIPAY_APP_ID and ALIPAY_SELLER_ID')
  const privateKey = files.privateKey('ALIPAY_PRIVATE_KEY_FILE')
  return { appId, sellerId, privateKey, publicKey: files.publicKey('ALIPAY_PUBLIC_KEY_FILE'), url }
}

function stripeOf(parsed: PaymentEnvironment, fault: Fault): StripeSettings {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_URL: url } = parsed
  if (!secretKey || !webhookSecret) {
    throw fault('PAYMENT_GATEWAYS: stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET')
  }
  return { secretKey, webhookSecret, url }
}

type KeyFileName = Extract<keyof PaymentEnvironment, `${string}_FILE`>

/** Reads keys from the files that the settings name; none of a key's content gets into an error. */
function keyFiles(parsed: PaymentEnvironment, fault: Fault) {
  function read<T>(name: KeyFileName, kind: string, parse: (pem: string) => T): T {
    const path = parsed[name]
    if (!path) throw fault(`PAYMENT_GATEWAYS: ${name} is missing, the file with the ${kind}`)
    let content: string
    try {
      content = readFileSync(path, 'utf8').trim()
    } catch {
      throw fault(`${name}: cannot read ${path}`)
    }
    try {
      return parse(content)
    } catch {
      throw fault(`${name}: holds no ${kind}`)
    }
  }
  return {
    privateKey: (name: KeyFileName) =>
      read(name, 'private key', (text) => createPrivateKey(pemOf(text, 'PRIVATE KEY'))),
    publicKey: (name: KeyFileName) => read(name, 'public key', (text) => createPublicKey(pemOf(text, 'PUBLIC KEY'))),
    certificate: (name: KeyFileName) => read(name, 'certificate', (pem) => new X509Certificate(pem)),
  }
}

/** Alipay's key tool writes base64 alone, of PKCS#8 for its Java users and of PKCS#1 for the others. */
function pemOf(text: string, kind: 'PRIVATE KEY' | 'PUBLIC KEY'): string {
  if (text.startsWith('-----')) return text
  const rsaAlgorithm = Buffer.from('2a864886f70d010101', 'hex')
  const isBareRsa = !Buffer.from(text, 'base64').subarray(0, 40).includes(rsaAlgorithm)
  const label = isBareRsa ? `RSA ${kind}` : kind
  return `-----BEGIN ${label}-----\n${text}\n-----END ${label}-----`
}
