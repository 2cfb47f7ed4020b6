import { shopStaffTopic } from '@lantern/contract/commerce/topics.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { dayAtSite } from '#kit/site-time.ts'
import { inTransaction } from '#kit/sql.ts'
import { chinaDay, isStatementDue } from '../china-time.ts'
import { GatewayAway, type PaymentGateway, type StatementLine } from '../gateways/payment-gateway.ts'
import { gatewayOf, paymentGateways } from '../gateways/payment-gateways.ts'
import { post } from '../ledger.ts'
import { comparePayments, compareRefunds, findUnstated } from './compare.ts'
import { mendByItself } from './mend.ts'

const readJob = 'commerce.read_statement'
/** A gateway that was away for longer is for people: its days stay without a statement in the list. */
const daysBack = 7
const linesAtOnce = 500

/** Reads the statement of each day once the gateways have made it. */
export function keepStatements(services: Services): void {
  services.jobs.everyMinute('commerce.statements', () => askForStatements(services))
  services.jobs.define(
    readJob,
    async ([data]) => readStatement(services, gatewayOf(services, String(data?.gateway)), String(data?.day)),
    { isKeyed: true },
  )
}

async function askForStatements(services: Services): Promise<void> {
  const { db, clock, jobs } = services
  const now = clock.now()
  const days = Array.from({ length: daysBack }, (_, back) =>
    dayAtSite(new Date(now.getTime() - (back + 1) * 86_400_000)),
  ).filter((day) => isStatementDue(day, now))
  const { rows } = await sql<{ gateway: string; day: string }>`
    select gateway, day::text as day from unnest(${[...paymentGateways(services).keys()]}::text[]) gateway
    cross join unnest(${days}::date[]) day
    where not exists (select from payment_statements s where s.gateway = gateway.gateway and s.day = day.day)`.execute(
    db,
  )
  for (const { gateway, day } of rows) await jobs.send(db, readJob, { gateway, day }, { key: `${gateway}:${day}` })
}

/** Compares every line with the books and keeps what does not agree; fees become entries. Again it changes nothing. */
async function readStatement(services: Services, gateway: PaymentGateway, day: string): Promise<void> {
  const sums = { captured: 0, refunded: 0, fee: 0 }
  let lines: StatementLine[] = []
  const compare = async () => {
    const about = { gateway: gateway.name, day, now: services.clock.now() }
    await inTransaction(services.db, async (trx) => {
      await comparePayments(
        trx,
        about,
        lines.filter(({ kind }) => kind === 'payment'),
      )
      await compareRefunds(
        trx,
        about,
        lines.filter(({ kind }) => kind === 'refund'),
      )
    })
    lines = []
  }
  let isEmpty = true
  for await (const line of gateway.statement(day)) {
    isEmpty = false
    // the books are kept in one currency: money in another is a difference, and its fee is not ours to enter
    if (line.currency === gateway.currency) {
      sums[line.kind === 'payment' ? 'captured' : 'refunded'] += line.amountFen
      sums.fee += line.feeFen
    }
    lines.push(line)
    if (lines.length === linesAtOnce) await compare()
  }
  await compare()
  if (isEmpty && (await isStillExpected(services, gateway, day))) {
    throw new GatewayAway(`${gateway.name}: the statement of ${day} is empty, and the books are not`)
  }
  await inTransaction(services.db, async (trx) => {
    const now = services.clock.now()
    const fresh = await trx
      .insertInto('payment_statements')
      .values({
        gateway: gateway.name,
        day,
        read_at: now,
        captured_fen: sums.captured,
        refunded_fen: sums.refunded,
        fee_fen: sums.fee,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('day')
      .executeTakeFirst()
    if (!fresh) return
    await findUnstated(trx, { gateway: gateway.name, day, now })
    const entries = [
      ['fees', sums.fee],
      [`cash:${gateway.name}`, -sums.fee],
    ] as const
    await post(trx, { transaction: `fees:${gateway.name}:${day}`, orderId: null, at: now, entries })
    await services.topics.publish(trx, shopStaffTopic, {}, { type: 'DIFFERENCES' })
  })
  await mendByItself(services, gateway)
}

/**
 * Gateways that are late with a statement answer as for a day without trade. Where the books have payments of the day, an
 * empty one is believed a day later.
 */
async function isStillExpected({ db, clock }: Services, { name }: PaymentGateway, day: string): Promise<boolean> {
  const { from, until } = chinaDay(day)
  if (isStatementDue(dayAtSite(until), clock.now())) return false
  const moved = await db
    .selectFrom('payments')
    .select('id')
    .where('gateway', '=', name)
    .where('state', '=', 'captured')
    .where('captured_at', '>=', from)
    .where('captured_at', '<', until)
    .limit(1)
    .executeTakeFirst()
  return moved !== undefined
}
