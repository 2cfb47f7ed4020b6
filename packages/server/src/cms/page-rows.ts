import type { Namespace, PageContent } from '@lantern/contract/cms/blocks.ts'
import type { PageDraft, PageLocale, PageRow } from '@lantern/contract/cms/pages.ts'
import type { Schedule } from '@lantern/contract/documents.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { sql } from 'kysely'
import { personJson } from '#identity/index.ts'
import { lockDocument } from '#kit/documents/document-table.ts'
import { isOpenSchedule } from '#kit/documents/schedules.ts'
import { refuse } from '#kit/errors.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { pageDocument } from './page-documents.ts'

// How pages and drafts are read for the builder.

const scheduleJson = sql`json_build_object('id', s.id, 'action', s.action, 'version', s.version,
  'at', s.at, 'timeZone', s.time_zone, 'failure', s.failure,
  'by', ${personJson(sql`s.created_by`)})`

const localeJson = sql`json_build_object('locale', d.locale, 'version', d.version,
  'publishedVersion', d.published_version, 'savedAt', d.saved_at,
  'savedBy', ${personJson(sql`d.saved_by`)},
  'schedule', coalesce((select json_agg(${scheduleJson} order by s.at, s.id) from cms_schedules s
    where s.page_id = d.page_id and s.locale = d.locale and ${isOpenSchedule}), '[]'))`

/** The columns of a page `p` as `pageRowOf` reads them. */
export const pageColumns = sql`p.id, p.namespace, p.slug, p.name, p.is_own,
  coalesce((select json_agg(${localeJson} order by d.locale) from cms_drafts d where d.page_id = p.id), '[]') as locales`

export interface ListedPage {
  id: string
  namespace: Namespace
  slug: string
  name: string
  is_own: boolean
  locales: PageLocale[]
}

export function pageRowOf(row: ListedPage): PageRow {
  return {
    id: row.id,
    namespace: row.namespace,
    slug: row.slug,
    name: row.name,
    isOwn: row.is_own,
    locales: row.locales.map((locale) => ({
      ...locale,
      savedAt: isoOf(locale.savedAt),
      schedule: locale.schedule.map((entry): Schedule => ({ ...entry, at: isoOf(entry.at) })),
    })),
  }
}

/** Times that come out of JSON are written in the database's way. */
function isoOf(time: string): string {
  return new Date(time).toISOString()
}

export async function readPage(db: Db | Trx, id: string): Promise<PageRow> {
  const { rows } = await sql<ListedPage>`
    select ${pageColumns} from cms_pages p where p.id = ${id} and p.deleted_at is null`.execute(db)
  if (!rows[0]) throw refuse('not_found')
  return pageRowOf(rows[0])
}

/** A page in one language, as the acts on it need it. */
export interface DraftState {
  pageId: string
  namespace: Namespace
  slug: string
  name: string
  locale: OfferedLocale
  version: number
  publishedVersion: number | null
  savedAt: Date
  savedBy: PageDraft['savedBy']
  content: PageContent
}

interface StateRow extends Omit<DraftState, 'pageId' | 'publishedVersion' | 'savedAt' | 'savedBy'> {
  page_id: string
  published_version: number | null
  saved_at: Date
  saved_by: PageDraft['savedBy']
}

export async function readDraftState(db: Db | Trx, id: string, locale: OfferedLocale): Promise<DraftState | null> {
  const { rows } = await sql<StateRow>`
    select p.id as page_id, p.namespace, p.slug, p.name, d.locale, d.version, d.published_version, d.saved_at, d.content,
      ${personJson(sql`d.saved_by`)} as saved_by
    from cms_pages p join cms_drafts d on d.page_id = p.id
    where p.id = ${id} and d.locale = ${locale} and p.deleted_at is null`.execute(db)
  const row = rows[0]
  if (!row) return null
  const { page_id: pageId, published_version: publishedVersion, saved_at: savedAt, saved_by: savedBy, ...rest } = row
  return { ...rest, pageId, publishedVersion, savedAt, savedBy }
}

/** The draft, which nobody else changes until the transaction is over. */
export async function lockDraft(trx: Trx, id: string, locale: OfferedLocale): Promise<DraftState> {
  await lockDocument(trx, pageDocument({ id, locale }))
  const state = await readDraftState(trx, id, locale)
  if (!state) throw refuse('not_found')
  return state
}

export function documentOf({ pageId, locale }: Pick<DraftState, 'pageId' | 'locale'>) {
  return pageDocument({ id: pageId, locale })
}
