import type { Promotion } from '@lantern/contract/commerce/promotions.ts'
import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Db, Trx } from '#kit/sql.ts'

interface PromotionRow {
  id: string
  title: string
  kind: Promotion['kind']
  value: number
  least_fen: number
  item_ids: string[]
  owner_id: string | null
  first_order_only: boolean
  per_person: number
  most_uses: number | null
  used: number
  starts_at: Date
  ends_at: Date | null
  disabled_at: Date | null
  created_at: Date
  coupon_count: number
}

/** Locked as a claim of a use locks it: the limit and the uses are read together. */
export async function lockPromotion(trx: Trx, id: string): Promise<{ used: number }> {
  const row = await trx.selectFrom('promotions').select('used').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw refuse('not_found')
  return row
}

export async function promotionNamed(db: Db | Trx, id: string): Promise<Promotion> {
  const [promotion] = await promotionRows(db, sql`p.id = ${id}`)
  if (!promotion) throw refuse('not_found')
  return promotion
}

export async function promotionRows(
  db: Db | Trx,
  condition: RawBuilder<unknown>,
  end: RawBuilder<unknown> = sql``,
): Promise<Promotion[]> {
  const { rows } = await sql<PromotionRow>`
    select p.id, p.title, p.kind, p.value, p.least_fen, p.item_ids, p.owner_id, p.first_order_only, p.per_person,
      p.most_uses, p.used, p.starts_at, p.ends_at, p.disabled_at, p.created_at,
      (select count(*)::integer from coupons c where c.promotion_id = p.id) as coupon_count
    from promotions p where ${condition} ${end}`.execute(db)
  return rows.map(promotionOf)
}

function promotionOf(row: PromotionRow): Promotion {
  return {
    id: row.id,
    title: row.title,
    kind: row.kind,
    value: row.value,
    least: row.least_fen,
    itemIds: row.item_ids,
    ownerId: row.owner_id,
    firstOrderOnly: row.first_order_only,
    perPerson: row.per_person,
    most: row.most_uses,
    startDate: row.starts_at.toISOString(),
    endDate: row.ends_at?.toISOString() ?? null,
    disabled: row.disabled_at !== null,
    couponCount: row.coupon_count,
    used: row.used,
    createdTime: row.created_at.toISOString(),
  }
}
