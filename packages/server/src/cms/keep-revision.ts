import type { PageContent } from '@lantern/contract/cms/blocks.ts'
import { changesBetween } from '@lantern/contract/cms/changes.ts'
import type { PageRevision } from '@lantern/contract/cms/pages.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '#kit/sql.ts'
import type { DraftState } from './page-rows.ts'

/** What one person keeps automatically within this time is one revision. */
const oneRevisionMs = 5 * 60_000

interface NextVersion {
  content: PageContent
  kind: PageRevision['kind']
  /** Null for the site itself. */
  by: string | null
  now: Date
}

/** Writes the next version of a draft and its revision. The caller holds the lock and has looked at rights and base. */
export async function keepVersion(trx: Trx, state: DraftState, next: NextVersion): Promise<number> {
  const { pageId, locale } = state
  const version = state.version + 1
  const content = JSON.stringify(next.content)
  await trx
    .updateTable('cms_drafts')
    .set({ version, content, saved_at: next.now, saved_by: next.by })
    .where('page_id', '=', pageId)
    .where('locale', '=', locale)
    .execute()
  const last = await trx
    .selectFrom('cms_revisions')
    .select(['version', 'kind', 'saved_by', 'begun_at'])
    .where('page_id', '=', pageId)
    .where('locale', '=', locale)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const goesOn =
    next.kind === 'autosave' &&
    last?.kind === 'autosave' &&
    last.saved_by === next.by &&
    next.now.getTime() - last.begun_at.getTime() < oneRevisionMs
  if (goesOn && last) {
    const before = await contentAt(trx, pageId, locale, last.version - 1)
    const changes = before ? changesBetween(before, next.content).length : 0
    await trx
      .updateTable('cms_revisions')
      .set({ version, content, saved_at: next.now, change_count: changes })
      .where('page_id', '=', pageId)
      .where('locale', '=', locale)
      .where('version', '=', last.version)
      .execute()
    return version
  }
  await trx
    .insertInto('cms_revisions')
    .values({
      page_id: pageId,
      locale,
      version,
      kind: next.kind,
      content,
      change_count: changesBetween(state.content, next.content).length,
      saved_by: next.by,
      begun_at: next.now,
      saved_at: next.now,
    })
    .execute()
  return version
}

/** The first version of a language of a page. */
export async function keepFirstVersion(
  trx: Trx,
  { pageId, locale, content, by, now }: Omit<NextVersion, 'kind'> & { pageId: string; locale: OfferedLocale },
): Promise<void> {
  const row = { page_id: pageId, locale, version: 1, content: JSON.stringify(content), saved_by: by, saved_at: now }
  await trx.insertInto('cms_drafts').values(row).execute()
  await trx
    .insertInto('cms_revisions')
    .values({ ...row, kind: 'created', begun_at: now })
    .execute()
}

/** The page as it stood in a version: what is kept automatically within minutes has only its last one. */
export async function contentAt(
  db: Db | Trx,
  pageId: string,
  locale: OfferedLocale,
  version: number,
): Promise<PageContent | null> {
  const { rows } = await sql<{ content: PageContent }>`
    select content from cms_revisions where page_id = ${pageId} and locale = ${locale} and version <= ${version}
    order by version desc limit 1`.execute(db)
  return rows[0]?.content ?? null
}
