import { createHash } from 'node:crypto'
import Papa from 'papaparse'
import { dateOfChinaTime, isStatementDue } from '../../china-time.ts'
import { fenOf } from '../amounts.ts'
import { GatewayAway, GatewayRefused, type StatementLine } from '../payment-gateway.ts'
import type { WechatClient } from './client.ts'

interface TradeBill {
  hash_type: string
  hash_value: string
  download_url: string
}

/** The trade bill of one day: every payment and every refund that was accepted on it. */
export async function* wechatStatement(
  client: WechatClient,
  day: string,
  now: () => Date,
): AsyncGenerator<StatementLine> {
  if (!isStatementDue(day, now())) throw new GatewayAway('wechat: the statement is not made yet')
  const bill = await askForBill(client, day)
  if (!bill) return
  const file = await client.download(bill.download_url)
  if (bill.hash_type !== 'SHA1' || createHash('sha1').update(file).digest('hex') !== bill.hash_value.toLowerCase()) {
    throw new GatewayAway('wechat: the statement was changed on its way')
  }
  yield* linesOf(file.toString('utf8'))
}

async function askForBill(client: WechatClient, day: string): Promise<TradeBill | null> {
  try {
    return (await client.call(`/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`)) as TradeBill | null
  } catch (error) {
    if (error instanceof GatewayRefused && error.code === 'NO_STATEMENT_EXIST') return null
    throw error
  }
}

const needed = [
  '交易状态',
  '商户订单号',
  '商户退款单号',
  '订单金额',
  '申请退款金额',
  '手续费',
  '货币种类',
  '交易时间',
] as const

/** The columns are found by name, since their order changes; each field begins with a grave accent. */
function* linesOf(csv: string): Generator<StatementLine> {
  const [names = [], ...rows] = Papa.parse<string[]>(csv.replace(/^\uFEFF/, ''), { skipEmptyLines: true }).data
  if (needed.some((name) => !names.includes(name))) throw new GatewayAway('wechat: the statement lacks a column')
  for (const row of rows) {
    // the sums at the end have a head of their own
    if (!row[0]?.startsWith('`')) return
    const field = (name: string) => (row[names.indexOf(name)] ?? '').replace(/^`/, '').trim()
    const state = field('交易状态')
    if (state !== 'SUCCESS' && state !== 'REFUND') continue
    const isRefund = state === 'REFUND'
    yield {
      kind: isRefund ? 'refund' : 'payment',
      paymentId: field('商户订单号'),
      refundId: isRefund ? field('商户退款单号') : null,
      providerId: field(isRefund ? '微信退款单号' : '微信订单号'),
      amountFen: fenOf(field(isRefund ? '申请退款金额' : '订单金额')),
      // five digits after the point; the sum is what is charged
      feeFen: Math.round(Number(field('手续费')) * 100),
      currency: field('货币种类'),
      at: dateOfChinaTime(field('交易时间')),
    }
  }
}
