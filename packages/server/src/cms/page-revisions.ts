import type { PageContent } from '@lantern/contract/cms/blocks.ts'
import { changesBetween } from '@lantern/contract/cms/changes.ts'
import type { PageDraft } from '@lantern/contract/cms/pages.ts'
import type { Revision } from '@lantern/contract/documents.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sameContent } from '@lantern/contract/same-content.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { contentAt, keepVersion } from './keep-revision.ts'
import { requireEditor } from './page-rights.ts'
import { type DraftState, editorJson, lockDraft, readDraftState } from './page-rows.ts'
import { type LocaleOfPage, readPageDraft } from './save-page.ts'

interface RevisionRow {
  version: number
  kind: Revision['kind']
  by: Revision['by']
  saved_at: Date
  change_count: number
}

const revisionColumns = sql`r.version, r.kind, r.saved_at, r.change_count,
  (select ${editorJson} from users u where u.id = r.saved_by) as by`

/** Who saved what when, newest first. */
export async function readRevisions(
  db: Db,
  { id, locale }: LocaleOfPage,
  { page = 0, pageSize = 20 }: { page?: number; pageSize?: number },
) {
  const state = await readDraftState(db, id, locale)
  if (!state) throw refuse('not_found')
  const { rows } = await sql<RevisionRow>`
    select ${revisionColumns} from cms_revisions r where r.page_id = ${id} and r.locale = ${locale}
    order by r.version desc limit ${pageSize} offset ${page * pageSize}`.execute(db)
  const { total } = await db
    .selectFrom('cms_revisions')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('page_id', '=', id)
    .where('locale', '=', locale)
    .executeTakeFirstOrThrow()
  return { results: rows.map((row) => revisionOf(row, state.publishedVersion)), page, pageSize, total }
}

/** One revision with what it changed, against the one before or against another. */
export async function readRevision(
  db: Db,
  { id, locale, version }: LocaleOfPage & { version: number },
  against: number | undefined,
) {
  const state = await readDraftState(db, id, locale)
  if (!state) throw refuse('not_found')
  const { rows } = await sql<RevisionRow & { content: PageContent }>`
    select ${revisionColumns}, r.content from cms_revisions r
    where r.page_id = ${id} and r.locale = ${locale} and r.version = ${version}`.execute(db)
  const row = rows[0]
  if (!row) throw refuse('not_found')
  const before = await contentAt(db, id, locale, against ?? version - 1)
  if (against !== undefined && !before) throw refuse('not_found')
  return {
    revision: revisionOf(row, state.publishedVersion),
    content: row.content,
    changes: before ? changesBetween(before, row.content) : [],
  }
}

/** Makes an old revision the newest again. Visitors see it when it is published. */
export async function restoreRevision(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  { id, locale, version }: LocaleOfPage & { version: number },
): Promise<PageDraft> {
  requireEditor(viewer, locale)
  return inTransaction(db, async (trx) => {
    const state = await lockDraft(trx, id, locale)
    const row = await trx
      .selectFrom('cms_revisions')
      .select('content')
      .where('page_id', '=', id)
      .where('locale', '=', locale)
      .where('version', '=', version)
      .executeTakeFirst()
    if (!row) throw refuse('not_found')
    // written by saving alone
    const content = row.content as unknown as PageContent
    if (!sameContent(state.content, content)) {
      const restored = await keepVersion(trx, state, { content, kind: 'restore', by: viewer.id, now: clock.now() })
      await followPublished(trx, state, { content, version: restored })
    }
    return readPageDraft(trx, { id, locale })
  })
}

function revisionOf(row: RevisionRow, publishedVersion: number | null): Revision {
  return {
    version: row.version,
    kind: row.kind,
    by: row.by,
    at: row.saved_at.toISOString(),
    changeCount: row.change_count,
    published: row.version === publishedVersion,
  }
}

/** What is restored to the words that visitors see is not changed any more: they see this revision from now on. */
async function followPublished(
  trx: Trx,
  { pageId, locale, publishedVersion }: DraftState,
  { content, version }: { content: PageContent; version: number },
): Promise<void> {
  if (publishedVersion === null) return
  const seen = await contentAt(trx, pageId, locale, publishedVersion)
  if (!seen || !sameContent(seen, content)) return
  await sql`update cms_contents set version = ${version} where page_id = ${pageId} and locale = ${locale}`.execute(trx)
  await trx
    .updateTable('cms_drafts')
    .set({ published_version: version })
    .where('page_id', '=', pageId)
    .where('locale', '=', locale)
    .execute()
}
