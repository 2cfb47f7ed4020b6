import type { Bundle, readBundle as readBundleCall } from '@lantern/contract/commerce/bundles.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import { contentLanguage, type OfferedLocale } from '@lantern/contract/locales.ts'
import type { RichDoc } from '@lantern/contract/media/rich-schema.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { foundByAll, itemCards, priceNow } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import { idRows } from '#kit/id-lists.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { descriptionHtml, type StoredTexts, textFor } from './bundle-text.ts'

interface BundleRow extends StoredTexts {
  id: string
  slug: string
  owner_id: string
  thumbnail_url: string | null
  status: Bundle['status']
  record_count: number
  price_fen: number
  duration: number
  items_fen: number
  is_whole: boolean
  cover_image_id: string | null
  sold_from: Date | null
  sold_until: Date | null
  updated_at: Date | null
}

/** The given bundles that visitors may see, with their titles in the reader's language. */
export async function bundleCards(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  ids: readonly string[],
  language?: string,
): Promise<Record<string, Bundle>> {
  if (ids.length === 0) return {}
  const isAsked = sql`b.id in (select given.id from ${idRows(ids)} given) and b.status = 'published'`
  const rows = await bundleRows(db, isAsked, clock.now())
  const found = new Map(rows.map((row) => [row.id, bundleOf(row, language)]))
  return Object.fromEntries(
    ids.flatMap((id) => {
      const bundle = found.get(id)
      return bundle ? [[id, bundle]] : []
    }),
  )
}

/** A bundle with the items in it that everybody finds. One that is not published exists for its owner alone. */
export async function readBundle(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: Viewer,
  slug: string,
  locale: OfferedLocale,
): Promise<ResponseOf<typeof readBundleCall>> {
  const [row] = await bundleRows(db, sql`b.slug = ${slug}`, clock.now())
  const isOwner = viewer.kind === 'user' && viewer.id === row?.owner_id
  if (!row || (row.status !== 'published' && !isOwner)) throw refuse('not_found')
  const { rows } = await sql<{ id: string }>`
    select i.id from bundle_items t join items i on i.id = t.item_id
    where t.bundle_id = ${row.id} and ${foundByAll()} order by t.position`.execute(db)
  const itemIds = rows.map(({ id }) => id)
  const { itemMap, userMap } = await itemCards(db, viewer, itemIds)
  const text = textFor(row, contentLanguage(locale))
  return {
    bundle: bundleOf(row, text.language),
    description: await descriptionHtml(db, text.description, text.language),
    itemIds,
    tutorialMap: itemMap,
    userMap,
    asOf: clock.now().toISOString(),
  }
}

/** Bundles as they stand at `now`: compared with what their items cost one by one then. */
export async function bundleRows(db: Db | Trx, condition: RawBuilder<unknown>, now: Date): Promise<BundleRow[]> {
  const { rows } = await sql<BundleRow>`
    select b.id, b.slug, b.title, b.owner_id, b.thumbnail_url, b.status, b.record_count, b.price_fen, b.updated_at,
      b.language, b.description, b.translations, b.cover_image_id, b.sold_from, b.sold_until,
      coalesce(sum(i.duration), 0)::integer as duration, coalesce(sum(${priceNow(now)}), 0)::integer as items_fen,
      coalesce(bool_and(i.id is not null and ${priceNow(now)} > 0
        and i.owner_id = t.seller_id and not i.seller_left), false) as is_whole
    from bundles b
    left join bundle_items t on t.bundle_id = b.id
    left join items i on i.id = t.item_id and ${foundByAll()}
    where ${condition} group by b.id`.execute(db)
  return rows
}

/** With the title in the given language where it has one, else in the bundle's own. */
export function bundleOf(row: BundleRow, wanted?: string): Bundle {
  const { title, language } = textFor(row, wanted)
  return {
    id: row.id,
    title,
    language,
    slug: row.slug,
    userId: row.owner_id,
    duration: row.duration,
    recordCount: row.record_count,
    originalAmount: row.items_fen,
    originBundlePrice: row.price_fen,
    thumbnail: { url: row.thumbnail_url },
    status: row.status,
    isWhole: row.is_whole,
    soldFrom: row.sold_from?.toISOString() ?? null,
    soldUntil: row.sold_until?.toISOString() ?? null,
  }
}

export interface BundleDraft {
  /** Where it comes from: the same again is the same bundle. */
  sourceKey: string
  slug: string
  language: string
  title: string
  description: RichDoc | null
  ownerId: string
  thumbnailUrl: string | null
  priceFen: number
  recordCount: number
  itemIds: readonly string[]
}

/** Writes a bundle that comes with the site, and answers its id. */
export async function saveBundle(db: Db | Trx, draft: BundleDraft, now: Date): Promise<string> {
  return inTransaction(db, async (trx) => {
    const row = {
      slug: draft.slug,
      language: draft.language,
      title: draft.title,
      description: draft.description && JSON.stringify(draft.description),
      owner_id: draft.ownerId,
      thumbnail_url: draft.thumbnailUrl,
      status: 'published',
      price_fen: draft.priceFen,
      record_count: draft.recordCount,
      updated_at: now,
    }
    const { id } = await trx
      .insertInto('bundles')
      .values({ id: newId('bundle', now.getTime()), ...row, source_key: draft.sourceKey, created_at: now })
      .onConflict((conflict) => conflict.column('source_key').doUpdateSet(row))
      .returning('id')
      .executeTakeFirstOrThrow()
    await putIntoBundle(trx, id, draft.itemIds)
    return id
  })
}

/** The items of a bundle in their order, each with whose it is now: who is paid for it. */
export async function putIntoBundle(trx: Trx, bundleId: string, itemIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('bundle_items').where('bundle_id', '=', bundleId).execute()
  await sql`
    insert into bundle_items (bundle_id, item_id, position, seller_id)
    select ${bundleId}, i.id, given.position - 1, i.owner_id
    from unnest(${itemIds}::text[]) with ordinality as given (id, position) join items i on i.id = given.id`.execute(
    trx,
  )
}
