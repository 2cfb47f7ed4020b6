import { createSign, randomBytes, X509Certificate } from 'node:crypto'
import { keyFolder, newCertificate, newKeyPair, publicPem } from './keys.ts'
import { type LocalGateway, openAccounts, type Protocol, startLocalGateway, toldPayment } from './local-gateway.ts'
import {
  answerWechatCall,
  billOf,
  isRightlySigned,
  refundNoticeOf,
  rfc3339,
  sealed,
  transactionOf,
} from './local-wechat-calls.ts'

const apiKey = 'local-gateway-api-v3-key-32-byte'
const appId = 'wx0000000000000001'
const merchantId = '1900000001'
const publicKeyId = 'PUB_KEY_ID_0119000000012026112200000001'

export interface LocalWechatOptions {
  now: () => Date
  port?: number
  /** Signs with platform certificates that have to be downloaded, and not with a public key. */
  byCertificate?: boolean
}

export interface LocalWechat extends LocalGateway {
  /** From now on it signs with another certificate; the one before stays listed. */
  rotate(): void
}

/** WeChat Pay APIv3 as merchants see it: Native, H5, query, close, refund, trade bill, certificates, callbacks. */
export async function localWechat({ now, port, byCertificate = false }: LocalWechatOptions): Promise<LocalWechat> {
  const accounts = openAccounts(now)
  const merchant = newCertificate('merchant')
  const stranger = newKeyPair()
  const own = newKeyPair()
  const platform = [newCertificate('platform')]
  const signer = () => {
    const certificate = platform.at(-1)
    if (!byCertificate || !certificate) return { serial: publicKeyId, key: own.privateKey }
    return { serial: new X509Certificate(certificate.pem).serialNumber, key: certificate.privateKey }
  }

  function signed(body: string, at: Date, isWrong = false): Record<string, string> {
    const { serial, key } = signer()
    const timestamp = String(Math.floor(at.getTime() / 1000))
    const nonce = randomBytes(16).toString('hex')
    const signature = createSign('RSA-SHA256')
      .update(`${timestamp}\n${nonce}\n${body}\n`)
      .sign(isWrong ? stranger.privateKey : key, 'base64')
    return {
      'content-type': 'application/json',
      'wechatpay-serial': serial,
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-signature': signature,
    }
  }

  const protocol = (address: () => string): Protocol => ({
    name: 'wechat',
    answer(call, isUnsigned) {
      if (call.url.pathname === '/bill') return { status: 200, body: billOf(accounts, call.url) }
      const certificates = platform.map(({ pem }) => pem)
      const { status, value } = isRightlySigned(call, merchant.pem)
        ? answerWechatCall(call, { accounts, address: address(), merchantId, appId, apiKey, certificates })
        : { status: 401, value: { code: 'SIGN_ERROR', message: 'SIGN_ERROR' } }
      const body = status === 204 ? '' : JSON.stringify(value)
      return { status, headers: signed(body, now(), isUnsigned), body }
    },
    callback(payment, at, fault) {
      const told = toldPayment(payment, fault)
      const transaction = {
        ...transactionOf(told),
        mchid: fault === 'merchant' ? '1900000999' : merchantId,
        appid: fault === 'app' ? 'wx0000000000000999' : appId,
      }
      const body = notificationOf(`paid-${payment.id}`, 'transaction', transaction, at)
      return { headers: signed(body, at, fault === 'wrong key'), body }
    },
    refundCallback(payment, refund, at) {
      const body = notificationOf(`refunded-${refund.id}`, 'refund', refundNoticeOf(payment, refund, merchantId), at)
      return { headers: signed(body, at), body }
    },
    settings(url) {
      const { write } = keyFolder()
      return {
        PAYMENT_GATEWAYS: 'wechat',
        WECHAT_PAY_APP_ID: appId,
        WECHAT_PAY_MERCHANT_ID: merchantId,
        WECHAT_PAY_API_KEY: apiKey,
        WECHAT_PAY_PRIVATE_KEY_FILE: write('apiclient_key.pem', merchant.keyPem),
        WECHAT_PAY_CERTIFICATE_FILE: write('apiclient_cert.pem', merchant.pem),
        WECHAT_PAY_URL: url,
        ...(!byCertificate && {
          WECHAT_PAY_PUBLIC_KEY_ID: publicKeyId,
          WECHAT_PAY_PUBLIC_KEY_FILE: write('pub_key.pem', publicPem(own)),
        }),
      }
    },
  })
  const gateway = await startLocalGateway(accounts, protocol, port)
  return { ...gateway, rotate: () => platform.push(newCertificate('platform')) }
}

function notificationOf(id: string, type: 'transaction' | 'refund', content: object, at: Date): string {
  return JSON.stringify({
    id,
    create_time: rfc3339(at),
    resource_type: 'encrypt-resource',
    event_type: type === 'refund' ? 'REFUND.SUCCESS' : 'TRANSACTION.SUCCESS',
    summary: '成功',
    resource: { original_type: type, ...sealed(apiKey, JSON.stringify(content), type) },
  })
}
