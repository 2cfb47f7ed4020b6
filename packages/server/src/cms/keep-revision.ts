import type { PageContent } from '@lantern/contract/cms/blocks.ts'
import { changesBetween } from '@lantern/contract/cms/changes.ts'
import type { Revision } from '@lantern/contract/documents.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { keepRevision, type RevisionTable, contentAt as revisionAt } from '#kit/revisions/revisions.ts'
import type { Db, Trx } from '#kit/sql.ts'
import type { DraftState } from './page-rows.ts'

export const pageRevisions: RevisionTable<PageContent> = {
  revisions: 'cms_revisions',
  drafts: 'cms_drafts',
  key: ['page_id', 'locale'],
  content: 'content',
  changesBetween,
}

interface NextVersion {
  content: PageContent
  kind: Revision['kind']
  /** Null for the site itself. */
  by: string | null
  /** The open editor that keeps it by itself. */
  origin?: string | undefined
  now: Date
}

/** Writes the next version of a draft and its revision. The caller holds the lock and has looked at rights and base. */
export async function keepVersion(trx: Trx, state: DraftState, next: NextVersion): Promise<number> {
  const { pageId, locale } = state
  const { kind, by, origin, now } = next
  const version = state.version + 1
  const content = JSON.stringify(next.content)
  await trx
    .updateTable('cms_drafts')
    .set({ version, content, saved_at: now, saved_by: by })
    .where('page_id', '=', pageId)
    .where('locale', '=', locale)
    .execute()
  const revision = { version, kind, by, origin, now, before: state.content, content: next.content }
  await keepRevision(trx, pageRevisions, { page_id: pageId, locale }, revision)
  return version
}

/** The first version of a language of a page. */
export async function keepFirstVersion(
  trx: Trx,
  {
    pageId,
    locale,
    content,
    by,
    now,
  }: Omit<NextVersion, 'kind' | 'origin'> & { pageId: string; locale: OfferedLocale },
): Promise<void> {
  const row = { page_id: pageId, locale, version: 1, content: JSON.stringify(content), saved_by: by, saved_at: now }
  await trx.insertInto('cms_drafts').values(row).execute()
  await trx
    .insertInto('cms_revisions')
    .values({ ...row, kind: 'created', begun_at: now })
    .execute()
}

/** The page as it stood in a version. */
export function contentAt(
  db: Db | Trx,
  pageId: string,
  locale: OfferedLocale,
  version: number,
): Promise<PageContent | null> {
  return revisionAt(db, pageRevisions, { page_id: pageId, locale }, version)
}
