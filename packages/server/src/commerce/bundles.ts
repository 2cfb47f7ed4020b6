import type { Bundle, readBundle as readBundleCall } from '@lantern/contract/commerce/bundles.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { foundByAll, itemCards } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import { idRows } from '#kit/id-lists.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'

interface BundleRow {
  id: string
  slug: string
  title: string
  owner_id: string
  thumbnail_url: string | null
  status: Bundle['status']
  record_count: number
  price_fen: number
  duration: number
  items_fen: number
  updated_at: Date | null
}

/** The given bundles that visitors may see. */
export async function bundleCards(db: Db, ids: readonly string[]): Promise<Record<string, Bundle>> {
  if (ids.length === 0) return {}
  const rows = await bundleRows(db, sql`b.id in (select given.id from ${idRows(ids)} given) and b.status = 'published'`)
  const found = new Map(rows.map((row) => [row.id, bundleOf(row)]))
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
): Promise<ResponseOf<typeof readBundleCall>> {
  const [row] = await bundleRows(db, sql`b.slug = ${slug}`)
  const isOwner = viewer.kind === 'user' && viewer.id === row?.owner_id
  if (!row || (row.status !== 'published' && !isOwner)) throw refuse('not_found')
  const { rows } = await sql<{ id: string }>`
    select i.id from bundle_items t join items i on i.id = t.item_id
    where t.bundle_id = ${row.id} and ${foundByAll()} order by t.position`.execute(db)
  const itemIds = rows.map(({ id }) => id)
  const { itemMap, userMap } = await itemCards(db, viewer, itemIds)
  return { bundle: bundleOf(row), itemIds, tutorialMap: itemMap, userMap, asOf: clock.now().toISOString() }
}

export async function bundleRows(db: Db | Trx, condition: RawBuilder<unknown>): Promise<BundleRow[]> {
  const { rows } = await sql<BundleRow>`
    select b.id, b.slug, b.title, b.owner_id, b.thumbnail_url, b.status, b.record_count, b.price_fen, b.updated_at,
      coalesce(sum(i.duration), 0)::integer as duration, coalesce(sum(i.price_fen), 0)::integer as items_fen
    from bundles b
    left join bundle_items t on t.bundle_id = b.id
    left join items i on i.id = t.item_id and ${foundByAll()}
    where ${condition} group by b.id`.execute(db)
  return rows
}

export function bundleOf(row: BundleRow): Bundle {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    userId: row.owner_id,
    duration: row.duration,
    recordCount: row.record_count,
    originalAmount: row.items_fen,
    originBundlePrice: row.price_fen,
    thumbnail: { url: row.thumbnail_url },
    status: row.status,
  }
}

export interface BundleDraft {
  /** Where it comes from: the same again is the same bundle. */
  sourceKey: string
  slug: string
  language: string
  title: string
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
    await trx.deleteFrom('bundle_items').where('bundle_id', '=', id).execute()
    const items = draft.itemIds.map((itemId, position) => ({ bundle_id: id, item_id: itemId, position }))
    if (items.length > 0) await trx.insertInto('bundle_items').values(items).execute()
    return id
  })
}
