import type { NamedItem } from '@lantern/contract/authoring/drafts.ts'
import type { listFeatured } from '@lantern/contract/authoring/featured.ts'
import { catalogChanged } from '@lantern/contract/catalog/events.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { type FeaturedList, featuredIds, putFeatured } from '#catalog/index.ts'
import { writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import { idRows } from '#kit/id-lists.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { requireUnchanged } from '#kit/unchanged.ts'

interface FeaturedPage extends FeaturedList {
  page: number
  pageSize: number
}

/** What comes first in a language; an item that was taken back since is in the list and says so. */
export async function readFeatured(
  { db }: Pick<Services, 'db'>,
  { list, language, page, pageSize }: FeaturedPage,
): Promise<ResponseOf<typeof listFeatured>> {
  const itemIds = await featuredIds(db, { list, language })
  const shown = itemIds.slice(page * pageSize, (page + 1) * pageSize)
  const { rows } = await sql<NamedItem>`
    select i.id, i.type, i.title, i.slug, i.language, i.status = 'published' and not i.hidden as published,
      i.thumbnail_url as "thumbnailUrl"
    from ${idRows(shown)} given join items i on i.id = given.id`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const results = shown.flatMap((id) => byId.get(id) ?? [])
  return { list, language, itemIds, results, page, pageSize, total: itemIds.length }
}

/** Only what visitors of the language can find can come first; `details` names the others by their place. */
export async function replaceFeatured(
  { db, clock, events, text }: Pick<Services, 'db' | 'clock' | 'events' | 'text'>,
  viewer: SignedIn,
  {
    list,
    language,
    itemIds,
    locale,
    began,
  }: FeaturedList & {
    itemIds: string[]
    locale: OfferedLocale
    began: string[] | undefined
  },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('featured_items'))`.execute(trx)
    const before = await featuredIds(trx, { list, language })
    const { rows: titles } = await sql<{ title: string }>`
      select i.title from ${idRows(before)} given join items i on i.id = given.id`.execute(trx)
    requireUnchanged(
      before,
      { before: began, wished: itemIds },
      titles.map(({ title }) => title),
    )
    const missing = await putFeatured(trx, { list, language }, itemIds)
    if (missing.length > 0) {
      const message = text(locale, 'authoring.featured_not_found')
      throw refuse('bad_request', {
        details: missing.map((id) => ({ field: `itemIds.${itemIds.indexOf(id)}`, message })),
      })
    }
    await writeAudit(trx, {
      actor: viewer.id,
      act: 'featured_changed',
      detail: { list, language, before, after: itemIds },
      now: clock.now(),
    })
    await events.emit(trx, catalogChanged, { reason: 'featured' })
  })
}
