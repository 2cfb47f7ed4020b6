import { addressTable, familyTable } from '@lantern/contract/access-table.ts'
import { isSegment, type Namespace } from '@lantern/contract/cms/blocks.ts'
import { cmsChanged } from '@lantern/contract/cms/events.ts'
import { emptyContent } from '@lantern/contract/cms/page-content.ts'
import type { PageRow, renamePage as renameEndpoint } from '@lantern/contract/cms/pages.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import { defaultLocale, type OfferedLocale } from '@lantern/contract/locales.ts'
import { pageTable } from '@lantern/contract/page-access-table.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { deleteInBatches } from '#kit/delete-in-batches.ts'
import { refuse } from '#kit/errors.ts'
import { likeText } from '#kit/like-text.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { requireUnchanged } from '#kit/unchanged.ts'
import { requireEditor, requirePageManager } from './page-rights.ts'
import { type ListedPage, pageColumns, pageRowOf, readPage } from './page-rows.ts'
import { takeBack } from './publish-page.ts'
import { beginDraft } from './save-page.ts'

const daysKept = 30

export interface PageQuery {
  q?: string
  namespace?: Namespace
  status?: 'draft' | 'published' | 'deleted'
  page?: number
  pageSize?: number
}

/** Every page, last changed first. One counts as published when visitors see it in any language. */
export async function listPages(db: Db, { q, namespace, status, page = 0, pageSize = 20 }: PageQuery) {
  const pattern = `%${likeText((q ?? '').trim())}%`
  const isSeen = sql`exists (select from cms_contents c where c.page_id = p.id)`
  const where = sql.join(
    [
      status === 'deleted' ? sql`p.deleted_at is not null` : sql`p.deleted_at is null`,
      ...(q?.trim() ? [sql`(p.name ilike ${pattern} or p.slug ilike ${pattern})`] : []),
      ...(namespace ? [sql`p.namespace = ${namespace}`] : []),
      ...(status === 'published' ? [isSeen] : []),
      ...(status === 'draft' ? [sql`not ${isSeen}`] : []),
    ],
    sql` and `,
  )
  const changed = sql`(select max(d.saved_at) from cms_drafts d where d.page_id = p.id)`
  const { rows } = await sql<ListedPage>`
    select ${pageColumns} from cms_pages p where ${where}
    order by coalesce(${changed}, p.created_at) desc, p.id limit ${pageSize} offset ${page * pageSize}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from cms_pages p where ${where}`.execute(db)
  return { results: rows.map(pageRowOf), page, pageSize, total: counted[0]?.total ?? 0 }
}

export interface NewPage {
  namespace: Namespace
  slug: string
  name: string
  locale: OfferedLocale
}

export async function createPage(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  { namespace, slug, name, locale }: NewPage,
): Promise<{ id: string }> {
  requireEditor(viewer, locale)
  requireSlug({ namespace, slug })
  const now = clock.now()
  const id = newId('page', now.getTime())
  return inTransaction(db, async (trx) => {
    await takeSlug(trx, { namespace, slug })
    await trx
      .insertInto('cms_pages')
      .values({ id, namespace, slug, name, created_at: now, created_by: viewer.id })
      .execute()
    await beginDraft(trx, { id, locale }, { content: emptyContent(name), by: viewer.id, now })
    return { id }
  })
}

/** Under another name or address everything else of the page stays as it is. */
export async function renamePage(
  { db, events }: Pick<Services, 'db' | 'events'>,
  viewer: SignedIn,
  { id, name, slug, before }: BodyOf<typeof renameEndpoint> & { id: string },
): Promise<{ page: PageRow }> {
  return inTransaction(db, async (trx) => {
    const page = await lockPage(trx, id)
    requirePageManager(viewer)
    const stands = { name: page.name, slug: page.slug }
    requireUnchanged(stands, { before, wished: { name, slug } }, [page.name, page.slug])
    if (slug !== page.slug) {
      if (page.isOwn) throw refuse('forbidden')
      requireSlug({ ...page, slug })
      await takeSlug(trx, { ...page, slug })
    }
    if (slug !== page.slug || name !== page.name) {
      await trx.updateTable('cms_pages').set({ name, slug }).where('id', '=', id).execute()
      for (const address of new Set([page.slug, slug])) await tell(events, trx, { ...page, slug: address })
    }
    return { page: await readPage(trx, id) }
  })
}

/** Visitors see it no more, and its schedule is cancelled. For a month it can be brought back. */
export async function deletePage(
  { db, clock, events }: Pick<Services, 'db' | 'clock' | 'events'>,
  viewer: SignedIn,
  id: string,
): Promise<{ deleted: boolean }> {
  return inTransaction(db, async (trx) => {
    const page = await lockPage(trx, id)
    requirePageManager(viewer)
    if (page.isOwn) throw refuse('forbidden')
    const drafts = await trx.selectFrom('cms_drafts').select('locale').where('page_id', '=', id).execute()
    for (const { locale } of drafts) {
      await takeBack({ events }, trx, { ...page, pageId: id, locale: locale as OfferedLocale })
    }
    await trx.deleteFrom('cms_schedules').where('page_id', '=', id).where('done_at', 'is', null).execute()
    await trx.deleteFrom('cms_previews').where('page_id', '=', id).execute()
    await trx.updateTable('cms_pages').set({ deleted_at: clock.now() }).where('id', '=', id).execute()
    return { deleted: true }
  })
}

/** Brings a page back, unpublished. One that is there already stays as it is. */
export async function undeletePage(
  { db }: Pick<Services, 'db'>,
  viewer: SignedIn,
  id: string,
): Promise<{ page: PageRow }> {
  return inTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('cms_pages')
      .select(['namespace', 'slug', 'deleted_at'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) throw refuse('not_found')
    requirePageManager(viewer)
    if (row.deleted_at !== null) {
      await takeSlug(trx, row)
      await trx.updateTable('cms_pages').set({ deleted_at: null }).where('id', '=', id).execute()
    }
    return { page: await readPage(trx, id) }
  })
}

export async function sweepDeletedPages(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - daysKept * 86_400_000)
  // what comes with the site is remembered, so that it does not come again
  await deleteInBatches(db, 'cms_pages', sql`deleted_at < ${before} and source_key is null`)
}

interface LockedPage {
  namespace: Namespace
  slug: string
  name: string
  isOwn: boolean
}

async function lockPage(trx: Trx, id: string): Promise<LockedPage> {
  const row = await trx
    .selectFrom('cms_pages')
    .select(['namespace', 'slug', 'name', 'is_own as isOwn'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw refuse('not_found')
  // the column allows these words alone
  return { ...row, namespace: row.namespace as Namespace }
}

/** Two editors who want the same address at once come one after the other, and the second is told. */
async function takeSlug(trx: Trx, { namespace, slug }: { namespace: string; slug: string }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cms ${namespace}/${slug}`}, 0))`.execute(trx)
  const taken = await trx
    .selectFrom('cms_pages')
    .select('id')
    .where('namespace', '=', namespace)
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (taken) throw refuse('page_slug_taken')
}

/** Addresses of the site's own pages and calls are taken, and so are its segments. */
function requireSlug({ namespace, slug }: { namespace: Namespace; slug: string }): void {
  const isOwn = namespace === 'learn' && ownSegments.has(slug.toLowerCase())
  if (isSegment(slug) || isOwn) throw refuse('page_slug_taken')
}

/** Pages of editors that have pages of the site below them, as everybody's discounts have one's own. */
const sharedSegments: readonly string[] = ['discount']

/** The first part of every address, but for what stands for any word. Pages are found in capitals too. */
const ownSegments = new Set(
  [...Object.keys(pageTable), ...Object.keys(addressTable), ...Object.keys(familyTable)]
    .flatMap((address) => /^(?:[A-Z]+ )?\/([\w-]+)/.exec(address)?.[1]?.toLowerCase() ?? [])
    .filter((segment) => !sharedSegments.includes(segment)),
)

function tell(events: Services['events'], trx: Trx, { namespace, slug }: LockedPage): Promise<void> {
  return events.emit(trx, cmsChanged, { namespace, slug, locale: defaultLocale })
}
