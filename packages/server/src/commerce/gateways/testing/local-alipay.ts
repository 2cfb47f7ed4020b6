import { createSign, createVerify } from 'node:crypto'
import { zipSync } from 'fflate'
import { chinaTime } from '../../china-time.ts'
import { fenOf, yuanOf } from '../amounts.ts'
import { keyFolder, newKeyPair, privatePem, publicPem } from './keys.ts'
import {
  type Accounts,
  type Answer,
  type LocalGateway,
  type LocalPayment,
  openAccounts,
  startLocalGateway,
  toldPayment,
} from './local-gateway.ts'

const appId = '2021000000000001'
const sellerId = '2088000000000001'

/** Alipay's OpenAPI with RSA2: page and wap pay, query, close, refund, bill, notifications. */
export function localAlipay({ now, port }: { now: () => Date; port?: number }): Promise<LocalGateway> {
  const accounts = openAccounts(now)
  const [app, own, stranger] = [newKeyPair(), newKeyPair(), newKeyPair()]
  const signatureOf = (text: string, isWrong = false) =>
    createSign('RSA-SHA256')
      .update(text)
      .sign((isWrong ? stranger : own).privateKey, 'base64')

  return startLocalGateway(
    accounts,
    (address) => ({
      name: 'alipay',
      answer(call, isUnsigned) {
        if (call.url.pathname === '/bill.zip') return { status: 200, body: billOf(accounts, call.url) }
        const fields = Object.fromEntries([...call.url.searchParams, ...new URLSearchParams(call.body)])
        const method = fields.method ?? ''
        const isPage = /^alipay\.trade\.(page|wap)\.pay$/.test(method)
        const isRight = isRightlySigned(fields, publicPem(app)) && fields.app_id === appId
        if (isPage) return openPage(accounts, fields, isRight, address())
        const content = isRight
          ? answerOf(accounts, method, JSON.parse(fields.biz_content ?? '{}'), address())
          : refused('isv.invalid-signature')
        const text = JSON.stringify(content)
        const sign = signatureOf(text, isUnsigned)
        return {
          status: 200,
          body: `{"${method.replaceAll('.', '_')}_response":${text},"sign":"${sign}"}`,
        }
      },
      callback(payment, at, fault) {
        const told = toldPayment(payment, fault)
        const fields: Record<string, string> = {
          notify_time: chinaTime(at),
          notify_type: 'trade_status_sync',
          notify_id: `paid${payment.id}`,
          app_id: fault === 'app' ? '2021000000000999' : appId,
          charset: 'utf-8',
          version: '1.0',
          trade_no: told.id,
          out_trade_no: told.paymentId,
          seller_id: fault === 'merchant' ? '2088000000000999' : sellerId,
          trade_status: told.state === 'closed' ? 'TRADE_CLOSED' : 'TRADE_SUCCESS',
          total_amount: yuanOf(told.amountFen),
          receipt_amount: yuanOf(told.amountFen),
          subject: told.title,
          gmt_payment: chinaTime(told.paidAt ?? at),
          ...(fault === 'currency' && { trans_currency: 'USD' }),
        }
        const sign = signatureOf(signContent(fields), fault === 'wrong key')
        const body = new URLSearchParams({ ...fields, sign, sign_type: 'RSA2' }).toString()
        return { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }, body }
      },
      settings(url) {
        const { write } = keyFolder()
        return {
          PAYMENT_GATEWAYS: 'alipay',
          ALIPAY_APP_ID: appId,
          ALIPAY_SELLER_ID: sellerId,
          // as the key tool writes it: base64 alone
          ALIPAY_PRIVATE_KEY_FILE: write('app.txt', privatePem(app).replace(/-----.*?-----|\s/g, '')),
          ALIPAY_PUBLIC_KEY_FILE: write('alipay.pem', publicPem(own)),
          ALIPAY_URL: `${url}/gateway.do`,
        }
      },
    }),
    port,
  )
}

/** A trade begins when the payer's browser comes with the signed order. */
function openPage(accounts: Accounts, fields: Record<string, string>, isRight: boolean, address: string): Answer {
  const order = JSON.parse(fields.biz_content ?? '{}')
  const code = fields.method?.includes('wap') ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY'
  if (!isRight || order.product_code !== code || /[/=&]/.test(order.subject)) {
    return { status: 400, body: 'The order was changed' }
  }
  accounts.open({
    paymentId: order.out_trade_no,
    title: order.subject,
    amountFen: fenOf(order.total_amount),
    currency: 'CNY',
    returnUrl: fields.return_url ?? '',
    notifyUrl: fields.notify_url ?? '',
  })
  return { status: 303, headers: { location: `${address}/pay/${order.out_trade_no}` }, body: '' }
}

interface Sent {
  out_trade_no: string
  out_request_no: string
  refund_amount: string
  bill_date: string
}

function answerOf(accounts: Accounts, method: string, sent: Sent, address: string): object {
  if (method === 'alipay.data.dataservice.bill.downloadurl.query') {
    const url = new URL(`${address}/bill.zip?day=${sent.bill_date}`)
    if (tradesOf(accounts, sent.bill_date).length === 0) return refused('isp.bill_not_exist')
    return done({ bill_download_url: url.href })
  }
  const payment = accounts.payments.get(sent.out_trade_no)
  if (!payment) return refused('ACQ.TRADE_NOT_EXIST')
  const trade = { out_trade_no: payment.paymentId, trade_no: payment.id }
  switch (method) {
    case 'alipay.trade.query':
      return done({
        ...trade,
        trade_status: statusOf(payment),
        total_amount: yuanOf(payment.amountFen),
        ...(payment.paidAt && { send_pay_date: chinaTime(payment.paidAt) }),
      })
    case 'alipay.trade.close':
      if (payment.state !== 'waiting') return refused('ACQ.TRADE_STATUS_ERROR')
      payment.state = 'closed'
      return done(trade)
    case 'alipay.trade.refund': {
      const isKnown = payment.refunds.some(({ refundId }) => refundId === sent.out_request_no)
      const made = accounts.refund(payment, sent.out_request_no, fenOf(sent.refund_amount))
      if (!made) return refused('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
      return done({ ...trade, fund_change: isKnown ? 'N' : 'Y', refund_fee: yuanOf(refundedFen(payment)) })
    }
    case 'alipay.trade.fastpay.refund.query': {
      const found = payment.refunds.find(({ refundId }) => refundId === sent.out_request_no)
      if (!found) return done({})
      const [out_request_no, refund_amount] = [found.refundId, yuanOf(found.amountFen)]
      return done({ ...trade, out_request_no, refund_amount, refund_status: 'REFUND_SUCCESS' })
    }
    default:
      return refused('isv.invalid-method')
  }
}

function refundedFen({ refunds }: LocalPayment): number {
  return refunds.reduce((sum, { amountFen }) => sum + amountFen, 0)
}

function statusOf(payment: LocalPayment): string {
  if (payment.state === 'waiting') return 'WAIT_BUYER_PAY'
  return payment.state === 'paid' && refundedFen(payment) < payment.amountFen ? 'TRADE_SUCCESS' : 'TRADE_CLOSED'
}

function done(content: object) {
  return { code: '10000', msg: 'Success', ...content }
}

function refused(code: string) {
  return { code: '40004', msg: 'Business Failed', sub_code: code, sub_msg: code }
}

/** As the manual says: all fields but the signature in order of their names, those without a value left out. */
function signContent(fields: Record<string, string>): string {
  const names = Object.keys(fields).filter((name) => name !== 'sign' && fields[name] !== '')
  return names
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
}

function isRightlySigned(fields: Record<string, string>, key: string): boolean {
  return createVerify('RSA-SHA256')
    .update(signContent(fields))
    .verify(key, fields.sign ?? '', 'base64')
}

const billColumns =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'

function tradesOf({ payments }: Accounts, day: string): Record<string, string>[] {
  const trade = ({ id, paymentId, title }: LocalPayment, at: Date, fen: number, refundId = '') => ({
    支付宝交易号: id,
    商户订单号: paymentId,
    商品名称: title,
    业务类型: refundId ? '退款' : '交易',
    创建时间: chinaTime(at),
    完成时间: chinaTime(at),
    '订单金额（元）': `${fen < 0 ? '-' : ''}${yuanOf(Math.abs(fen))}`,
    '退款批次号/请求号': refundId,
    '服务费（元）': `${fen > 0 ? '-' : ''}${yuanOf(Math.round(Math.abs(fen) * 0.006))}`,
  })
  const all = [...payments.values()].flatMap((payment) => [
    ...(payment.paidAt ? [trade(payment, payment.paidAt, payment.amountFen)] : []),
    ...payment.refunds.map(({ refundId, amountFen, at }) => trade(payment, at, -amountFen, refundId)),
  ])
  return all.filter(({ 完成时间: at }) => at.startsWith(day))
}

/** An archive of two files in GBK. */
function billOf(accounts: Accounts, url: URL): Buffer {
  const trades = tradesOf(accounts, url.searchParams.get('day') ?? '')
  const rows = trades.map((trade) => billColumns.split(',').map((name) => `${trade[name] ?? ''}\t`))
  const lines = ['#支付宝业务明细查询', billColumns, ...rows.map((row) => row.join(',')), '#导出时间']
  const sums = ['#支付宝业务汇总查询', '门店编号,门店名称,交易订单总笔数,退款订单总笔数', `合计,,${rows.length},0`]
  return Buffer.from(zipSync({ 'sums.csv': inGbk(sums.join('\r\n')), 'trades.csv': inGbk(lines.join('\r\n')) }))
}

let gbkBytes: Map<string, number[]> | null = null

/** Node decodes GBK and does not encode it: the table is made by decoding every pair of bytes. */
function inGbk(text: string): Uint8Array {
  if (!gbkBytes) {
    gbkBytes = new Map()
    const decoder = new TextDecoder('gbk')
    for (let high = 0x81; high <= 0xfe; high++) {
      for (let low = 0x40; low <= 0xfe; low++) {
        const character = decoder.decode(Uint8Array.of(high, low))
        if (character.length === 1) gbkBytes.set(character, [high, low])
      }
    }
  }
  const table = gbkBytes
  return Uint8Array.from([...text].flatMap((character) => table.get(character) ?? [character.charCodeAt(0) & 0x7f]))
}
