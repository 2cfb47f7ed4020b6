import { orderPaid } from '@lantern/contract/commerce/events.ts'
import { orderTopic, rightsTopic, shopStaffTopic } from '@lantern/contract/commerce/topics.ts'
import { isLearnAdmin } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { tellOfRemovals } from './bought-item-removed.ts'
import { closePaymentsJob, expireOrders } from './end-order.ts'
import { sendSandboxCallbacks } from './gateways/sandbox/routes.ts'
import { seatLaterJoiners } from './licences/class-seats.ts'
import { tellBuyers } from './order-kinds.ts'
import { askGateway, closePayments, noteAway } from './payments.ts'
import { settleReceipt } from './receipts/issue-receipt.ts'
import { receiptJob } from './receipts/receipts.ts'
import { askForRefund, sendRefund, sendRefundJob } from './send-refund.ts'
import { keepStatements } from './statements/read-statement.ts'

/** What open pages hear of the shop, and what it does by the clock. */
export function keepShop(services: Services): void {
  const { topics, jobs, db } = services
  topics.declare(rightsTopic, { mayFollow: (viewer, { userId }) => viewer.id === userId })
  services.events.listen([orderPaid], (paid) => {
    if (paid) topics.tell(rightsTopic, { userId: paid.userId }, { type: 'RIGHTS' })
  })
  topics.declare(shopStaffTopic, { mayFollow: isLearnAdmin })
  topics.declare(orderTopic, {
    async mayFollow(viewer, { orderId }) {
      if (isLearnAdmin(viewer)) return true
      const own = await db
        .selectFrom('orders')
        .select('id')
        .where('id', '=', orderId)
        .where('user_id', '=', viewer.id)
        .executeTakeFirst()
      return own !== undefined
    },
  })
  jobs.everyMinute('commerce.expire_orders', () => expireOrders(services))
  jobs.everyMinute('commerce.seat_joiners', () => seatLaterJoiners(services))
  jobs.everyMinute('commerce.ask_gateways', () => askForWhatHangs(services))
  jobs.define(closePaymentsJob, async ([data]) => closePayments(services, String(data?.orderId)))
  jobs.define(sendRefundJob, async ([data]) => sendRefund(services, String(data?.refundId)), { isKeyed: true })
  tellBuyers(services)
  tellOfRemovals(services)
  jobs.define(receiptJob, async ([data]) => settleReceipt(services, String(data?.orderId)), { isKeyed: true })
  keepStatements(services)
  sendSandboxCallbacks(services)
}

const askedAtOnce = 100

/**
 * Asks the gateways for payments of which no callback came, a minute after the last question, and for refunds that take
 * long, after ten minutes; less often the older they are.
 */
async function askForWhatHangs(services: Services): Promise<void> {
  const now = services.clock.now()
  const { rows: payments } = await sql<{ id: string }>`
    update payments set asked_at = ${now} where id in (
      select id from payments where state = 'open'
        and coalesce(asked_at, created_at) <= ${now}::timestamptz
          - greatest(interval '1 minute', (${now}::timestamptz - created_at) / 4)
      order by created_at limit ${askedAtOnce} for update skip locked)
    returning id`.execute(services.db)
  for (const { id } of payments) await askGateway(services, id).catch((error: unknown) => noteAway(services, id, error))
  const { rows: refunds } = await sql<{ id: string }>`
    update refunds set asked_at = ${now} where id in (
      select id from refunds where state = 'sending'
        and coalesce(asked_at, decided_at) <= ${now}::timestamptz
          - greatest(interval '10 minutes', (${now}::timestamptz - decided_at) / 4)
      order by decided_at limit ${askedAtOnce} for update skip locked)
    returning id`.execute(services.db)
  for (const { id } of refunds)
    await askForRefund(services, id).catch((error: unknown) => noteAway(services, id, error))
}
