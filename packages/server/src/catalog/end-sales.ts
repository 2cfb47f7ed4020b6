import { itemChanged } from '@lantern/contract/catalog/events.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { withLists } from './listed-in.ts'

/**
 * Ends the sale of all items of a person whose account is being deleted. Who has bought them reads on; everybody else comes
 * upon them no more, unless the membership holds them.
 */
export async function endSales({ events }: Pick<Services, 'events'>, trx: Trx, userId: string): Promise<void> {
  const { rows } = await sql<{ id: string; wasSold: boolean }>`
    update items i set seller_left = true where i.owner_id = ${userId}
    returning i.id, i.with_pay and i.status = 'published' and i.deleted_at is null as "wasSold"`.execute(trx)
  for (const { id, wasSold } of rows) if (wasSold) await events.emit(trx, itemChanged, await withLists(trx, id))
}

/** Whether an item of this owner is not sold: `items.seller_left`. */
export function sellerLeft(ownerId: string): RawBuilder<boolean> {
  return sql<boolean>`(select u.deleted_at is not null from users u where u.id = ${ownerId})`
}
