import { createCipheriv, createHash, createVerify, randomBytes, X509Certificate } from 'node:crypto'
import { chinaTime } from '../../china-time.ts'
import { yuanOf } from '../amounts.ts'
import type { Accounts, LocalCall, LocalPayment, LocalRefund } from './local-gateway.ts'

interface WechatAccount {
  accounts: Accounts
  address: string
  appId: string
  merchantId: string
  apiKey: string
  /** PEM; the last signs now. */
  certificates: string[]
}

interface Called {
  status: number
  value: object
}

/** What the calls of APIv3 answer, without signatures. */
export function answerWechatCall({ method, url, body }: LocalCall, account: WechatAccount): Called {
  const { accounts, certificates, apiKey } = account
  const path = url.pathname
  const sent = body ? JSON.parse(body) : {}
  if (path === '/v3/certificates') return done({ data: certificates.map((pem) => sealedCertificate(apiKey, pem)) })
  if (path === '/v3/pay/transactions/native' || path === '/v3/pay/transactions/h5') return order(account, sent, path)
  if (path === '/v3/bill/tradebill') return bill(account, url.searchParams.get('bill_date') ?? '')
  if (path === '/v3/refund/domestic/refunds') return refund(account, sent)

  const refundId = /^\/v3\/refund\/domestic\/refunds\/([\w-]+)$/.exec(path)?.[1]
  if (refundId) {
    const [payment, found] = findRefund(accounts, refundId)
    return payment && found ? done(refundAnswer(payment, found)) : refused(404, 'RESOURCE_NOT_EXISTS')
  }
  const [, paymentId = '', act] = /^\/v3\/pay\/transactions\/out-trade-no\/([\w-]+)(\/close)?$/.exec(path) ?? []
  const payment = accounts.payments.get(paymentId)
  if (!payment) return refused(404, 'ORDER_NOT_EXIST')
  if (!act) return done({ ...transactionOf(payment), appid: account.appId, mchid: account.merchantId })
  if (method !== 'POST' || sent.mchid !== account.merchantId) return refused(400, 'PARAM_ERROR')
  if (payment.state === 'paid') return refused(400, 'ORDERPAID')
  payment.state = 'closed'
  return { status: 204, value: {} }
}

function order({ accounts, address, appId, merchantId }: WechatAccount, sent: Sent, path: string): Called {
  const { amount, out_trade_no: paymentId, notify_url: notifyUrl, time_expire: expires } = sent
  const isPhone = path.endsWith('/h5')
  const isRight =
    sent.appid === appId &&
    sent.mchid === merchantId &&
    /^[\w*|-]{6,32}$/.test(paymentId) &&
    Number.isInteger(amount.total) &&
    amount.total > 0 &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/.test(expires) &&
    !new URL(notifyUrl).search &&
    [...sent.description].length <= 127 &&
    (!isPhone || sent.scene_info?.h5_info?.type === 'Wap')
  if (!isRight) return refused(400, 'PARAM_ERROR')
  const known = accounts.payments.get(paymentId)
  if (known?.state === 'paid') return refused(400, 'ORDERPAID')
  if (known?.state === 'closed') return refused(400, 'ORDER_CLOSED')
  if (known && known.amountFen !== amount.total) return refused(400, 'INVALID_REQUEST')
  accounts.open({
    paymentId,
    title: sent.description,
    amountFen: amount.total,
    currency: amount.currency,
    returnUrl: '',
    notifyUrl,
  })
  const page = `${address}/pay/${paymentId}`
  return done(isPhone ? { h5_url: `${page}?prepay_id=wx` } : { code_url: page })
}

interface Sent {
  appid: string
  mchid: string
  description: string
  out_trade_no: string
  out_refund_no: string
  notify_url: string
  time_expire: string
  amount: { total: number; refund: number; currency: string }
  scene_info?: { payer_client_ip?: string; h5_info?: { type?: string } }
}

function refund({ accounts }: WechatAccount, { out_trade_no, out_refund_no, amount }: Sent): Called {
  const payment = accounts.payments.get(out_trade_no)
  if (!payment) return refused(404, 'RESOURCE_NOT_EXISTS')
  if (amount.total !== payment.amountFen) return refused(400, 'INVALID_REQUEST')
  const made = accounts.refund(payment, out_refund_no, amount.refund)
  return made ? done(refundAnswer(payment, made)) : refused(403, 'NOT_ENOUGH')
}

function findRefund({ payments }: Accounts, refundId: string): [LocalPayment?, LocalRefund?] {
  for (const payment of payments.values()) {
    const found = payment.refunds.find((one) => one.refundId === refundId)
    if (found) return [payment, found]
  }
  return []
}

function refundAnswer(payment: LocalPayment, { refundId, id, amountFen }: LocalRefund) {
  return {
    refund_id: id,
    out_refund_no: refundId,
    out_trade_no: payment.paymentId,
    transaction_id: payment.id,
    status: 'SUCCESS',
    amount: { total: payment.amountFen, refund: amountFen, currency: payment.currency },
  }
}

export function refundNoticeOf(payment: LocalPayment, { refundId, id, amountFen, at }: LocalRefund, mchid: string) {
  return {
    mchid,
    out_trade_no: payment.paymentId,
    transaction_id: payment.id,
    out_refund_no: refundId,
    refund_id: id,
    refund_status: 'SUCCESS',
    success_time: rfc3339(at),
    amount: { total: payment.amountFen, refund: amountFen, payer_total: payment.amountFen, payer_refund: amountFen },
  }
}

export function transactionOf({ paymentId, id, state, amountFen, currency, paidAt, refunds }: LocalPayment) {
  const paid = refunds.length > 0 ? 'REFUND' : 'SUCCESS'
  return {
    out_trade_no: paymentId,
    trade_state: state === 'paid' ? paid : state === 'closed' ? 'CLOSED' : 'NOTPAY',
    ...(paidAt && {
      transaction_id: id,
      success_time: rfc3339(paidAt),
      amount: { total: amountFen, payer_total: amountFen, currency, payer_currency: currency },
    }),
  }
}

function bill({ accounts, address }: WechatAccount, day: string): Called {
  const url = new URL(`${address}/bill?day=${day}`)
  const text = billOf(accounts, url)
  if (text.split('\n').length <= 3) return refused(400, 'NO_STATEMENT_EXIST')
  return done({ hash_type: 'SHA1', hash_value: createHash('sha1').update(text).digest('hex'), download_url: url.href })
}

const billColumns =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'

/** The trade bill of the day in the address, as it is downloaded. */
export function billOf({ payments }: Accounts, url: URL): string {
  const day = url.searchParams.get('day') ?? ''
  const isOfDay = (at: Date | null): at is Date => at !== null && chinaTime(at).startsWith(day)
  const rows: string[] = []
  const row = (payment: LocalPayment, at: Date, fields: Record<string, string>) => {
    const known: Record<string, string> = {
      交易时间: chinaTime(at),
      微信订单号: payment.id,
      商户订单号: payment.paymentId,
      货币种类: payment.currency,
      费率: '0.60%',
      ...fields,
    }
    rows.push(
      billColumns
        .split(',')
        .map((name) => `\`${known[name] ?? ''}`)
        .join(','),
    )
  }
  for (const payment of payments.values()) {
    const { amountFen, paidAt, refunds } = payment
    const fee = (fen: number) => (Math.round(fen * 0.006) / 100).toFixed(5)
    if (isOfDay(paidAt)) {
      row(payment, paidAt, {
        交易状态: 'SUCCESS',
        订单金额: yuanOf(amountFen),
        申请退款金额: '0.00',
        手续费: fee(amountFen),
      })
    }
    for (const made of refunds.filter(({ at }) => isOfDay(at))) {
      row(payment, made.at, {
        交易状态: 'REFUND',
        订单金额: '0.00',
        微信退款单号: made.id,
        商户退款单号: made.refundId,
        申请退款金额: yuanOf(made.amountFen),
        手续费: `-${fee(made.amountFen)}`,
      })
    }
  }
  const sums = `总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额\n\`${rows.length}`
  return [billColumns, ...rows, sums].join('\n')
}

/** As the manual describes the signature, worked out apart from the client that is tested. */
export function isRightlySigned({ method, url, headers, body }: LocalCall, certificate: string): boolean {
  const fields = new Map(
    [...(headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )
  const { serialNumber, publicKey } = new X509Certificate(certificate)
  return (
    (headers.authorization ?? '').startsWith('WECHATPAY2-SHA256-RSA2048 ') &&
    fields.get('serial_no') === serialNumber &&
    createVerify('RSA-SHA256')
      .update(
        [method, `${url.pathname}${url.search}`, fields.get('timestamp'), fields.get('nonce_str'), body, ''].join('\n'),
      )
      .verify(publicKey, fields.get('signature') ?? '', 'base64')
  )
}

/** AEAD_AES_256_GCM with the APIv3 key. */
export function sealed(apiKey: string, text: string, associated: string) {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', apiKey, nonce).setAAD(Buffer.from(associated))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: ciphertext.toString('base64'),
    associated_data: associated,
    nonce,
  }
}

function sealedCertificate(apiKey: string, pem: string) {
  return {
    serial_no: new X509Certificate(pem).serialNumber,
    encrypt_certificate: sealed(apiKey, pem, 'certificate'),
  }
}

/** `2026-11-22T18:00:00+08:00` */
export function rfc3339(date: Date): string {
  return `${chinaTime(date).replace(' ', 'T')}+08:00`
}

function done(value: object): Called {
  return { status: 200, value }
}

function refused(status: number, code: string): Called {
  return { status, value: { code, message: code } }
}
