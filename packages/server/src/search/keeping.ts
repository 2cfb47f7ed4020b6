import { catalogChanged, itemChanged, itemPublished, itemRemoved } from '@lantern/contract/catalog/events.ts'
import { indexChanged } from '@lantern/contract/search/events.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { indexDocuments, removeDocuments, sweepIndex } from './index-writing.ts'
import { holdersOf, readDocuments } from './item-documents.ts'
import { forgetCard, forgetFound, forgetSearches } from './remembered.ts'

const batch = 200
/** Events indexed in one transaction, during which other writers of the index wait. */
const eventsAtOnce = 50

/** Keeps the index in step with the catalogue: published and changed items are written, removed ones taken out. */
export function keepIndex(services: Services): void {
  const { db, events } = services
  services.stream.subscribe(
    'search',
    [itemPublished, itemChanged, itemRemoved],
    async (batch, trx) => {
      await indexItems(
        { db: trx, events },
        batch.map(({ payload }) => payload.itemId),
      )
    },
    { batchSize: eventsAtOnce },
  )
  events.listen([itemPublished, itemChanged, itemRemoved], (item) => {
    if (item) forgetCard(db, item.itemId)
    else forgetSearches(db)
  })
  events.listen([catalogChanged], () => forgetSearches(db))
  events.listen([indexChanged], (index) => {
    if (index) forgetFound(db, index.languages ?? null)
    else forgetSearches(db)
  })
}

/** Writes these items, and what holds them, as they are now. Where nothing changes, processes keep what they hold. */
export async function indexItems(
  { db, events }: { db: Db | Trx; events: Services['events'] },
  itemIds: readonly string[],
): Promise<{ written: number }> {
  const wanted = [...new Set(itemIds)]
  const all = [...new Set([...wanted, ...(await holdersOf(db, wanted))])]
  const languages = await languagesOf(db, all)
  let written = 0
  let gone = 0
  for (let from = 0; from < all.length; from += batch) {
    const ids = all.slice(from, from + batch)
    const documents = await readDocuments(db, ids)
    const found = new Set(documents.map(({ itemId }) => itemId))
    const { removed } = await removeDocuments(
      db,
      ids.filter((id) => !found.has(id)),
    )
    gone += removed
    written += (await indexDocuments(db, documents)).written
  }
  if (written + gone > 0) await events.emit(db, indexChanged, { items: written + gone, languages })
  return { written }
}

/** The languages that they are in, and those in which the index has them. */
async function languagesOf(db: Db | Trx, itemIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`
    select language from items where id = any(${itemIds}::text[])
    union select language from search_documents where item_id = any(${itemIds}::text[])`.execute(db)
  return rows.map(({ language }) => language)
}

export interface ReindexProgress {
  done: number
  total: number
  written: number
}

/** Goes through the whole catalogue; what has not changed is not written. Safe to stop and to run again. */
export async function reindex(
  services: Pick<Services, 'db' | 'events'>,
  onProgress: (progress: ReindexProgress) => void = () => undefined,
): Promise<ReindexProgress> {
  const { db } = services
  const { rows } = await sql<{ total: number }>`select count(*) as total from items`.execute(db)
  const progress: ReindexProgress = { done: 0, total: rows[0]?.total ?? 0, written: 0 }
  for (let last = ''; ; ) {
    const { rows: items } = await sql<{ id: string }>`
      select id from items where id > ${last} order by id limit ${batch}`.execute(db)
    if (items.length === 0) break
    last = items.at(-1)?.id ?? last
    progress.written += (
      await indexDocuments(
        db,
        await readDocuments(
          db,
          items.map(({ id }) => id),
        ),
      )
    ).written
    progress.done += items.length
    onProgress(progress)
  }
  await sweepIndex(db)
  await services.events.emit(db, indexChanged, { items: progress.total })
  return progress
}
