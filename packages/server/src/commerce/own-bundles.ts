import { isMaker } from '@lantern/contract/catalog/access.ts'
import type {
  BundleWish,
  listOwnBundles as listOwnBundlesCall,
  OwnBundle,
} from '@lantern/contract/commerce/own-bundles.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { contentLanguage } from '@lantern/contract/locales.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { itemCards, visibleTo } from '#catalog/index.ts'
import { type RefusedField, refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { bundleOf, bundleRows } from './bundles.ts'

const pageSize = 20

export async function listOwnBundles(
  db: Db,
  viewer: SignedIn,
  page = 0,
): Promise<ResponseOf<typeof listOwnBundlesCall>> {
  const { rows } = await sql<{ ids: string[]; total: number }>`
    with own as (select id, created_at from bundles where owner_id = ${viewer.id}),
    paged as (select * from own order by created_at desc, id desc limit ${pageSize} offset ${page * pageSize})
    select (select count(*) from own)::integer as total,
      coalesce((select array_agg(id order by created_at desc, id desc) from paged), '{}') as ids`.execute(db)
  const { ids, total } = rows[0] ?? { ids: [], total: 0 }
  const found = await ownBundles(db, viewer, sql`b.id = any(${ids}::text[])`)
  const results = ids.flatMap((id) => found.find(({ bundle }) => bundle.id === id) ?? [])
  return { results, page, pageSize, total }
}

/** One of the own bundles; of another person nothing is found. */
export async function readOwnBundle(db: Db | Trx, viewer: SignedIn, id: string): Promise<OwnBundle> {
  const [own] = await ownBundles(db, viewer, sql`b.id = ${id}`)
  if (!own) throw refuse('not_found')
  return own
}

async function ownBundles(db: Db | Trx, viewer: SignedIn, condition: RawBuilder<unknown>): Promise<OwnBundle[]> {
  const rows = await bundleRows(db, sql`b.owner_id = ${viewer.id} and ${condition}`)
  const { rows: items } = await sql<{ bundle_id: string; id: string; title: string }>`
    select t.bundle_id, i.id, i.title from bundle_items t join items i on i.id = t.item_id
    where t.bundle_id = any(${rows.map(({ id }) => id)}::text[]) order by t.position`.execute(db)
  return rows.map((row) => ({
    bundle: bundleOf(row),
    items: items.filter(({ bundle_id }) => bundle_id === row.id).map(({ id, title }) => ({ id, title })),
    updatedTime: row.updated_at?.toISOString() ?? null,
  }))
}

/** Makes or changes a bundle. Two editors at once: the second is told. */
export function saveOwnBundle(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  { id, seen, locale, ...wish }: BundleWish & { id: string; seen: string | null; locale: OfferedLocale },
): Promise<OwnBundle> {
  return inTransaction(db, async (trx) => {
    const known = await trx
      .selectFrom('bundles')
      .select(['owner_id', 'updated_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (known && known.owner_id !== viewer.id) throw refuse('not_found')
    const items = await checkedItems(trx, viewer, id, wish)
    if (known && (known.updated_at?.toISOString() ?? null) !== seen) throw refuse('conflict')
    const now = clock.now()
    const row = {
      title: wish.title.trim(),
      slug: wish.slug.trim(),
      price_fen: wish.price,
      status: wish.published ? 'published' : 'unPublished',
      thumbnail_url: items[0]?.thumbnail.url ?? null,
      language: items[0]?.language ?? contentLanguage(locale),
      updated_at: now,
    }
    await trx
      .insertInto('bundles')
      .values({ id, ...row, owner_id: viewer.id, created_at: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    await trx.deleteFrom('bundle_items').where('bundle_id', '=', id).execute()
    await trx
      .insertInto('bundle_items')
      .values(items.map((item, position) => ({ bundle_id: id, item_id: item.id, position })))
      .execute()
    return readOwnBundle(trx, viewer, id)
  })
}

const fewestItems = 2

/** The items of a wish in order. What cannot be is refused by field; an item is named as it was sent. */
async function checkedItems(trx: Trx, viewer: SignedIn, id: string, wish: BundleWish) {
  const faults: RefusedField[] = []
  const slug = wish.slug.trim()
  if (wish.title.trim() === '') faults.push({ field: 'title', message: 'shape.required' })
  if (!/^[A-Za-z0-9_-]{1,160}$/.test(slug)) faults.push({ field: 'slug', message: 'shop_error.slug' })
  else {
    const other = await trx
      .selectFrom('bundles')
      .select('id')
      .where('slug', '=', slug)
      .where('id', '<>', id)
      .executeTakeFirst()
    if (other) faults.push({ field: 'slug', message: 'error.page_slug_taken' })
  }
  if (wish.price < 1) faults.push({ field: 'price', message: 'commerce.discount_price_unclear' })
  const names = [...new Set(wish.itemIds)]
  const { rows } = await sql<{ name: string; id: string | null }>`
    select given.name, (select i.id from items i where (i.id = given.name or i.slug = given.name)
      and ${visibleTo(viewer)} order by i.id limit 1) as id
    from unnest(${names}::text[]) with ordinality given (name, place) order by given.place`.execute(trx)
  const { itemMap } = await itemCards(
    trx,
    viewer,
    rows.flatMap((row) => row.id ?? []),
  )
  const items = rows.map((row) => ({ name: row.name, card: itemMap[row.id ?? ''] }))
  const wrong = items.find(({ card }) => !card || !isMaker(viewer, card) || !card.priceFen)
  if (wrong) {
    const message = wrong.card && isMaker(viewer, wrong.card) ? 'shop_error.item_free' : 'shop_error.no_item'
    faults.push({ field: 'itemIds', message, values: { name: wrong.name } })
  } else if (new Set(items.map(({ card }) => card?.id)).size < fewestItems) {
    faults.push({ field: 'itemIds', message: 'shop_error.bundle_few' })
  }
  if (faults.length > 0) throw refuse('bad_request', { details: faults })
  return [...new Map(items.flatMap(({ card }) => (card ? [[card.id, card] as const] : []))).values()]
}
