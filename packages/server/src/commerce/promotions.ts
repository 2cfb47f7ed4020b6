import type {
  editPromotion as editEndpoint,
  Promotion,
  PromotionWish,
  readPromotion as readPromotionCall,
} from '@lantern/contract/commerce/promotions.ts'
import type { BodyOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { visibleTo, yuanIn } from '#catalog/index.ts'
import { type RefusalValue, type RefusedField, refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { requireUnchanged } from '#kit/unchanged.ts'
import { chinaTime } from './china-time.ts'
import { couponUses } from './coupon-batches.ts'
import { momentOf } from './discounts.ts'
import { lockPromotion, promotionNamed, promotionRows } from './promotion-rows.ts'

interface PageWish {
  page?: number
  pageSize?: number
}

export async function listPromotions(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { page = 0, pageSize = 20 }: PageWish,
) {
  const promotions = await promotionRows(
    db,
    sql`true`,
    sql`order by p.created_at desc, p.id desc limit ${pageSize} offset ${page * pageSize}`,
  )
  const { total } = await db
    .selectFrom('promotions')
    .select((given) => given.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { results: promotions, page, pageSize, total: Number(total), asOf: clock.now().toISOString() }
}

/** A promotion with the names of what it is for, and one page of its uses. */
export async function readPromotion(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  id: string,
  { page = 0, pageSize = 20 }: PageWish,
): Promise<ResponseOf<typeof readPromotionCall>> {
  const promotion = await promotionNamed(db, id)
  const { rows: items } = await sql<{ id: string; title: string }>`
    select i.id, i.title from unnest(${promotion.itemIds}::text[]) with ordinality given (id, place)
    join items i on i.id = given.id order by given.place`.execute(db)
  const owner = promotion.ownerId
    ? await db.selectFrom('users').select('name').where('id', '=', promotion.ownerId).executeTakeFirst()
    : undefined
  const { uses, total } = await couponUses(db, id, { page, pageSize })
  return {
    promotion,
    items,
    ownerName: owner?.name ?? null,
    uses,
    page,
    pageSize,
    total,
    asOf: clock.now().toISOString(),
  }
}

/** Makes a promotion. The id is the caller's, so that a form which is sent twice makes one. */
export function createPromotion(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  { id, ...wish }: PromotionWish & { id: string },
): Promise<Promotion> {
  return inTransaction(db, async (trx) => {
    const columns = await columnsOf(trx, viewer, wish, 0)
    const made = await trx
      .insertInto('promotions')
      .values({ id, ...columns, created_by: viewer.id, created_at: clock.now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    const promotion = await promotionNamed(trx, id)
    // the id exists: the same title is the same form sent twice, another one is another promotion
    if (!made && promotion.title !== columns.title) throw refuse('conflict')
    return promotion
  })
}

export function editPromotion(
  { db }: Pick<Services, 'db'>,
  viewer: SignedIn,
  { id, before, ...wish }: BodyOf<typeof editEndpoint>,
): Promise<Promotion> {
  return inTransaction(db, async (trx) => {
    const { used } = await lockPromotion(trx, id)
    const columns = await columnsOf(trx, viewer, wish, used)
    const stands = await promotionNamed(trx, id)
    await trx.updateTable('promotions').set(columns).where('id', '=', id).execute()
    const edited = await promotionNamed(trx, id)
    requireUnchanged(formOf(stands), { before: before && formOf(before), wished: formOf(edited) }, wordsOf(stands))
    return edited
  })
}

function formOf({ title, kind, value, least, itemIds, ownerId, ...more }: PromotionWish) {
  const { firstOrderOnly, perPerson, most, startDate, endDate } = more
  return {
    ...{ title, kind, value, least, itemIds, ownerId, firstOrderOnly, perPerson, most },
    startDate: Date.parse(startDate),
    endDate: endDate && Date.parse(endDate),
  }
}

function wordsOf({ title, kind, value, startDate, endDate }: PromotionWish): RefusalValue[] {
  const time = (text: string | null) => (text === null ? '' : chinaTime(new Date(text)).slice(0, 16))
  const off = kind === 'percent' ? `${value} %` : (locale: OfferedLocale) => `¥${yuanIn(locale, value)}`
  return [title, off, `${time(startDate)} – ${time(endDate)}`]
}

export function disablePromotion(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id, disabled }: { id: string; disabled: boolean },
): Promise<Promotion> {
  return inTransaction(db, async (trx) => {
    await lockPromotion(trx, id)
    await sql`update promotions set disabled_at = case when ${disabled} then coalesce(disabled_at, ${clock.now()}) end
      where id = ${id}`.execute(trx)
    return promotionNamed(trx, id)
  })
}

/** The columns of a wish. Every field that cannot be is refused by name. `used`: uses that there are already. */
async function columnsOf(trx: Trx, viewer: SignedIn, wish: PromotionWish, used: number) {
  const faults: RefusedField[] = []
  const title = wish.title.trim()
  if (title === '') faults.push({ field: 'title', message: 'shape.required' })
  if (wish.value < 1) faults.push({ field: 'value', message: 'commerce.discount_price_unclear' })
  if (wish.kind === 'percent' && wish.value > 100) faults.push({ field: 'value', message: 'shop_error.percent' })
  if (wish.most !== null && wish.most < used) {
    faults.push({ field: 'most', message: 'shop_error.uses_above', values: { used } })
  }
  const start = momentOf(wish.startDate)
  const end = wish.endDate === null ? null : momentOf(wish.endDate)
  if (start === null) faults.push({ field: 'startDate', message: 'commerce.discount_no_time' })
  if (wish.endDate !== null) {
    if (end === null) faults.push({ field: 'endDate', message: 'commerce.discount_no_time' })
    else if (start !== null && start >= end) faults.push({ field: 'endDate', message: 'commerce.discount_end_first' })
  }
  const itemIds = await idsOfItems(trx, viewer, wish.itemIds, faults)
  if (wish.ownerId !== null) {
    const owner = await trx.selectFrom('users').select('id').where('id', '=', wish.ownerId).executeTakeFirst()
    if (!owner) faults.push({ field: 'ownerId', message: 'shop_error.no_person' })
  }
  if (faults.length > 0) throw refuse('bad_request', { details: faults })
  return {
    title,
    kind: wish.kind,
    value: wish.value,
    least_fen: wish.least,
    item_ids: itemIds,
    owner_id: wish.ownerId,
    first_order_only: wish.firstOrderOnly,
    per_person: wish.perPerson,
    most_uses: wish.most,
    starts_at: new Date(start ?? 0),
    ends_at: end === null ? null : new Date(end),
  }
}

/** Ids of items that are named by id or slug, each once; the first that the viewer does not know of is a fault. */
async function idsOfItems(
  trx: Trx,
  viewer: SignedIn,
  names: readonly string[],
  faults: RefusedField[],
): Promise<string[]> {
  if (names.length === 0) return []
  const { rows } = await sql<{ name: string; ids: string[] }>`
    select given.name, coalesce((select array_agg(i.id) from items i
      where (i.id = given.name or i.slug = given.name) and ${visibleTo(viewer)}), '{}') as ids
    from unnest(${[...new Set(names)]}::text[]) with ordinality given (name, place) order by given.place`.execute(trx)
  const unknown = rows.find(({ ids }) => ids.length === 0)
  if (unknown) faults.push({ field: 'itemIds', message: 'shop_error.no_item', values: { name: unknown.name } })
  return [...new Set(rows.flatMap(({ ids }) => ids))]
}
