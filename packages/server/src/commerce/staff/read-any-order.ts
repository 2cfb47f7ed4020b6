import type { OrderState } from '@lantern/contract/commerce/order-rules.ts'
import type { Purchaser } from '@lantern/contract/commerce/purchasers.ts'
import type {
  Buyer,
  LedgerEntry,
  OrderEvent,
  OrderPayment,
  readAnyOrder,
} from '@lantern/contract/commerce/staff-orders.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import { readOrders } from '../order-rows.ts'

/** All that the site knows of one order, for staff. */
export async function readOrderForStaff(
  services: Pick<Services, 'db' | 'config'>,
  viewer: SignedIn,
  { id, language }: { id: string; language: string },
): Promise<ResponseOf<typeof readAnyOrder>> {
  const { db } = services
  const order = (await readOrders(services, db, viewer, { ids: [id], language }))[id]
  if (!order) throw refuse('not_found')
  const { rows } = await sql<{ purchaser: Purchaser | null; buyer: Buyer | null }>`
    select o.purchaser, (select json_build_object('id', u.id, 'name', u.name, 'phone', u.phone)
      from users u where u.id = o.user_id and u.deleted_at is null) as buyer
    from orders o where o.id = ${id}`.execute(db)
  return {
    order,
    buyer: rows[0]?.buyer ?? null,
    purchaser: rows[0]?.purchaser ?? null,
    payments: await paymentsOf(db, id),
    events: await eventsOf(db, id),
    entries: await entriesOf(db, id),
  }
}

/** An author's account, `author:<id>`, with the name: an order may hold lines of several authors. */
async function entriesOf(db: Db, orderId: string): Promise<LedgerEntry[]> {
  const { rows } = await sql<{ at: Date; transaction: string; account: string; owner: string | null; fen: number }>`
    select e.at, e.transaction, e.account, u.name as owner, e.amount_fen as fen
    from ledger_entries e left join users u
      on e.account like 'author:%' and u.id = substr(e.account, length('author:') + 1) and u.deleted_at is null
    where e.order_id = ${orderId} order by e.at, e.transaction, e.account`.execute(db)
  return rows.map(({ at, transaction, account, owner, fen }) => ({
    time: at.toISOString(),
    transaction,
    account,
    owner,
    amount: fen,
  }))
}

async function paymentsOf(db: Db, orderId: string): Promise<OrderPayment[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    gateway: row.gateway,
    amount: row.amount_fen,
    // the table allows these states and no other
    state: row.state as OrderPayment['state'],
    isSurplus: row.is_surplus,
    providerId: row.provider_id,
    createdTime: row.created_at.toISOString(),
    capturedTime: row.captured_at?.toISOString() ?? null,
  }))
}

interface EventRow {
  at: Date
  act: string
  by: OrderEvent['by']
  actor: string | null
  state: OrderState | null
}

/** The order's audit and the callbacks of its payments, in time. */
async function eventsOf(db: Db, orderId: string): Promise<OrderEvent[]> {
  const { rows } = await sql<EventRow>`
    select a.at, a.act, case when a.actor_id is null then 'site' else 'person' end as by, u.name as actor,
      case when a.state_before is distinct from a.state_after then a.state_after end as state
    from order_audit a left join users u on u.id = a.actor_id where a.order_id = ${orderId}
    union all
    select e.at, e.kind, 'gateway', e.gateway, null
    from payments p join payment_events e on e.payment_id = p.id and e.gateway = p.gateway where p.order_id = ${orderId}
    order by 1, 2`.execute(db)
  return rows.map(({ at, ...event }) => ({ time: at.toISOString(), ...event }))
}
