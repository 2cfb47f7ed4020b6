import { isMaker } from '@lantern/contract/catalog/access.ts'
import { itemChanged } from '@lantern/contract/catalog/events.ts'
import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import type { Discount } from '@lantern/contract/catalog/price.ts'
import { discountPhase } from '@lantern/contract/commerce/discount-rules.ts'
import type {
  DiscountAnswer,
  DiscountList,
  DiscountWish,
  editDiscount as editEndpoint,
} from '@lantern/contract/commerce/discounts.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { discountRuns, entitlementOf, itemCards, shownTo, withLists, yuanIn } from '#catalog/index.ts'
import { type RefusedField, refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { requireUnchanged } from '#kit/unchanged.ts'
import { chinaTime } from './china-time.ts'

interface DiscountQuery {
  userId?: string
  page?: number
  pageSize?: number
}

/** What is reduced for a person now, and what they sell themselves. Of another person there is nothing to see. */
export async function readDiscounts(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  { userId = viewer.id, page = 0, pageSize = 20 }: DiscountQuery,
): Promise<DiscountList> {
  if (userId !== viewer.id) throw refuse('not_found')
  const now = clock.now()
  const offered = await offeredIds(db, viewer, now)
  const own = await ownIds(db, viewer.id, page, pageSize)
  const { items, itemMap, statsMap } = await itemCards(db, viewer, [...new Set([...offered, ...own.ids])])
  const discounts = items.flatMap(({ discount }) => discount ?? [])
  return {
    offered,
    own: own.ids,
    page,
    pageSize,
    total: own.total,
    discountMap: Object.fromEntries(discounts.map((discount) => [discount.itemId, discount])),
    itemMap,
    statsMap,
    asOf: now.toISOString(),
  }
}

const mostOffered = 60

/** Collected or begun, and not to be had already: bought, one's own, or part of the membership. What ends first is first. */
async function offeredIds(db: Db, viewer: SignedIn, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from items i
    where i.id in (select item_id from collections where user_id = ${viewer.id}
        union select item_id from records where user_id = ${viewer.id})
      and ${shownTo(viewer)} and i.with_pay and not i.seller_left
      and ${discountRuns(now)}
      and i.owner_id <> ${viewer.id} and i.author_id <> ${viewer.id}
      and not (i.premium and ${viewer.premium}) and not ${entitlementOf(viewer.id, sql`i.id`)}
    order by i.discount_end, i.id limit ${mostOffered}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A person's own paid item, published or not; the item is `i`. */
export function sellsItem(userId: string): RawBuilder<boolean> {
  return sql<boolean>`(i.owner_id = ${userId} or i.author_id = ${userId}) and i.with_pay and i.price_fen > 0
    and i.deleted_at is null`
}

async function ownIds(
  db: Db,
  userId: string,
  page: number,
  pageSize: number,
): Promise<{ ids: string[]; total: number }> {
  const { rows } = await sql<{ ids: string[]; total: number }>`
    with own as (
      select i.id, i.created_at from items i
      where ${sellsItem(userId)}
    ), paged as (
      select * from own order by created_at desc, id desc limit ${pageSize} offset ${page * pageSize}
    )
    select (select count(*) from own)::integer as total,
      coalesce((select array_agg(id order by created_at desc, id desc) from paged), '{}') as ids`.execute(db)
  return rows[0] ?? { ids: [], total: 0 }
}

/** Sets a discount where there is none, or the last is over. */
export function createDiscount(
  services: DiscountServices,
  viewer: SignedIn,
  wish: DiscountWish,
): Promise<DiscountAnswer> {
  return changeDiscount(services, viewer, wish.itemId, async (trx, item, now) => {
    if (isStanding(item.discount, now)) throw refuse('conflict')
    return { status: 'create', discount: await writeDiscount(trx, item, wish, now) }
  })
}

/** Changes a discount that is to come or running. */
export function editDiscount(
  services: DiscountServices,
  viewer: SignedIn,
  { before, ...wish }: BodyOf<typeof editEndpoint>,
): Promise<DiscountAnswer> {
  return changeDiscount(services, viewer, wish.itemId, async (trx, item, now) => {
    const { discount } = item
    if (!discount || !isStanding(discount, now)) throw refuse('conflict')
    const details = faultsOf(wish, item.priceFen, now)
    if (details.length > 0) throw refuse('bad_request', { details })
    const { discountPrice, startDate, endDate } = discount
    const time = (text: string) => chinaTime(new Date(text)).slice(0, 16)
    requireUnchanged(formOf(discount), { before: before && formOf(before), wished: formOf(wish) }, [
      (locale) => yuanIn(locale, discountPrice),
      `${time(startDate)} – ${time(endDate)}`,
    ])
    return { status: 'edit', discount: await writeDiscount(trx, item, wish, now) }
  })
}

export function cancelDiscount(services: DiscountServices, viewer: SignedIn, itemId: string): Promise<DiscountAnswer> {
  return changeDiscount(services, viewer, itemId, async (trx, item) => {
    await trx
      .updateTable('items')
      .set({ discount_fen: null, discount_start: null, discount_end: null })
      .where('id', '=', item.id)
      .execute()
    return { status: 'cancel', discount: null }
  })
}

type DiscountServices = Pick<Services, 'db' | 'clock' | 'events'>

/** One change of one item by one of its makers: locked before it is read, so that of two at once the second sees the first. */
function changeDiscount(
  { db, clock, events }: DiscountServices,
  viewer: SignedIn,
  itemId: string,
  change: (trx: Trx, item: ItemCard, now: Date) => Promise<DiscountAnswer>,
): Promise<DiscountAnswer> {
  return inTransaction(db, async (trx) => {
    const locked = await trx
      .selectFrom('items')
      .select('id')
      .where('id', '=', itemId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const [item] = locked ? (await itemCards(trx, viewer, [itemId])).items : []
    if (!item) throw refuse('not_found')
    if (!isMaker(viewer, item)) throw refuse('forbidden')
    const answer = await change(trx, item, clock.now())
    await events.emit(trx, itemChanged, await withLists(trx, itemId))
    return answer
  })
}

function isStanding(discount: Discount | null, now: Date): boolean {
  return discount !== null && discountPhase(discount, now) !== 'over'
}

function formOf({ discountPrice, startDate, endDate }: Omit<DiscountWish, 'itemId'>) {
  return { discountPrice, startDate: Date.parse(startDate), endDate: Date.parse(endDate) }
}

async function writeDiscount(trx: Trx, item: ItemCard, wish: DiscountWish, now: Date): Promise<Discount> {
  const details = faultsOf(wish, item.priceFen, now)
  if (details.length > 0) throw refuse('bad_request', { details })
  const [start, end] = [new Date(wish.startDate), new Date(wish.endDate)]
  await trx
    .updateTable('items')
    .set({ discount_fen: wish.discountPrice, discount_start: start, discount_end: end })
    .where('id', '=', item.id)
    .execute()
  return {
    itemId: item.id,
    active: true,
    startDate: start.toISOString(),
    endDate: end.toISOString(),
    origPrice: item.priceFen ?? 0,
    discountPrice: wish.discountPrice,
  }
}

/** What cannot be: a price that is none or no reduction, times that are none, in the wrong order or over. */
function faultsOf({ discountPrice, startDate, endDate }: DiscountWish, priceFen: number | null, now: Date) {
  const faults: RefusedField[] = []
  if (!priceFen) faults.push({ field: 'itemId', message: 'commerce.discount_not_for_sale' })
  else if (discountPrice <= 0 || discountPrice >= priceFen) {
    const values = { price: (locale: OfferedLocale) => yuanIn(locale, priceFen) }
    faults.push({ field: 'discountPrice', message: 'commerce.discount_price_wrong', values })
  }
  const [start, end] = [momentOf(startDate), momentOf(endDate)]
  if (start === null) faults.push({ field: 'startDate', message: 'commerce.discount_no_time' })
  if (end === null) faults.push({ field: 'endDate', message: 'commerce.discount_no_time' })
  else if (end <= now.getTime()) faults.push({ field: 'endDate', message: 'commerce.discount_end_past' })
  else if (start !== null && start >= end) faults.push({ field: 'endDate', message: 'commerce.discount_end_first' })
  return faults
}

/** Milliseconds of an ISO moment with its offset, of the years 2000 to 2099; null: it is none. */
export function momentOf(text: string): number | null {
  const isMoment = /^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
  const time = Date.parse(text)
  return isMoment && !Number.isNaN(time) ? time : null
}
