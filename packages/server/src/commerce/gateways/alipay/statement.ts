import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import { dateOfChinaTime, isStatementDue } from '../../china-time.ts'
import { fenOf } from '../amounts.ts'
import { askGateway } from '../ask.ts'
import { GatewayAway, GatewayRefused, type StatementLine } from '../payment-gateway.ts'
import type { AlipayClient } from './client.ts'

/** Limit for one file in the archive. */
const mostBytes = 256 * 1024 * 1024

/** The trade bill of one day: an archive of two CSV files in GBK, the single trades and their sums. */
export async function* alipayStatement(
  client: AlipayClient,
  day: string,
  { timeoutMs, now }: { timeoutMs: number; now: () => Date },
): AsyncGenerator<StatementLine> {
  if (!isStatementDue(day, now())) throw new GatewayAway('alipay: the statement is not made yet')
  const address = await askForBill(client, day)
  if (!address) return
  const { status, body } = await askGateway('alipay', timeoutMs, address, () => ({}))
  if (status !== 200) throw new GatewayAway(`alipay: the statement answers ${status}`)
  yield* linesOf(tradesIn(body))
}

async function askForBill(client: AlipayClient, day: string): Promise<string | null> {
  try {
    const answer = await client.call('alipay.data.dataservice.bill.downloadurl.query', {
      bill_type: 'trade',
      bill_date: day,
    })
    return answer?.bill_download_url ?? null
  } catch (error) {
    if (error instanceof GatewayRefused && /bill_not_exist$/i.test(error.code)) return null
    throw error
  }
}

/** The text of the file with single trades. The names of the files are in GBK too, so the content tells them apart. */
function tradesIn(archive: Buffer): string {
  let files: Record<string, Uint8Array>
  try {
    files = unzipSync(archive, { filter: ({ originalSize }) => originalSize < mostBytes })
  } catch (error) {
    throw new GatewayAway('alipay: the statement is no archive', { cause: error })
  }
  const texts = Object.values(files).map((bytes) => new TextDecoder('gbk').decode(bytes))
  const trades = texts.find((text) => text.includes('支付宝交易号'))
  if (trades === undefined) throw new GatewayAway('alipay: the statement has no list of trades')
  return trades
}

const needed = [
  '业务类型',
  '商户订单号',
  '支付宝交易号',
  '退款批次号/请求号',
  '订单金额（元）',
  '服务费（元）',
  '完成时间',
] as const

/** Lines with `#` are remarks, of which the last ends the file; fields end with tabs, which keep spreadsheets from reading numbers. */
function* linesOf(csv: string): Generator<StatementLine> {
  const lines = csv.split('\n').filter((line) => line.trim() !== '')
  const rows = lines.filter((line) => !line.startsWith('#')).join('\n')
  const [names = [], ...entries] = Papa.parse<string[]>(rows).data.map((row) => row.map((field) => field.trim()))
  if (!lines.at(-1)?.startsWith('#') || needed.some((name) => !names.includes(name))) {
    throw new GatewayAway('alipay: the statement is cut off or lacks a column')
  }
  for (const row of entries) {
    const field = (name: string) => row[names.indexOf(name)] ?? ''
    const kind = field('业务类型')
    if (kind !== '交易' && kind !== '退款') continue
    const isRefund = kind === '退款'
    yield {
      kind: isRefund ? 'refund' : 'payment',
      paymentId: field('商户订单号'),
      refundId: isRefund ? field('退款批次号/请求号') : null,
      providerId: isRefund ? null : field('支付宝交易号'),
      // a refund's is negative
      amountFen: Math.abs(fenOf(field('订单金额（元）'))),
      // and a fee is what the account lost
      feeFen: -fenOf(field('服务费（元）')) || 0,
      currency: 'CNY',
      at: dateOfChinaTime(field('完成时间')),
    }
  }
}
