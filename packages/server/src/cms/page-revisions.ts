import { changesBetween } from '@lantern/contract/cms/changes.ts'
import type { PageDraft } from '@lantern/contract/cms/pages.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sameContent } from '@lantern/contract/same-content.ts'
import { sql } from 'kysely'
import { keepVersion } from '#kit/documents/keep-version.ts'
import * as revisions from '#kit/documents/revisions.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction } from '#kit/sql.ts'
import { pageDocument } from './page-documents.ts'
import { requireEditor } from './page-rights.ts'
import { lockDraft, readDraftState } from './page-rows.ts'
import { type LocaleOfPage, readPageDraft } from './save-page.ts'

/** Who saved what when, newest first. */
export async function readRevisions(db: Db, { id, locale }: LocaleOfPage, query: { page?: number; pageSize?: number }) {
  const state = await readDraftState(db, id, locale)
  if (!state) throw refuse('not_found')
  return revisions.readRevisions(db, pageDocument({ id, locale }), state.publishedVersion, query)
}

/** One revision with what it changed, against the one before or against another. */
export async function readRevision(
  db: Db,
  { id, locale, version }: LocaleOfPage & { version: number },
  against: number | undefined,
) {
  const state = await readDraftState(db, id, locale)
  if (!state) throw refuse('not_found')
  const wanted = { version, against }
  const read = await revisions.readRevision(db, pageDocument({ id, locale }), state.publishedVersion, wanted)
  const { revision, content, before } = read
  return { revision, content, changes: before ? changesBetween(before, content) : [] }
}

/** Makes an old revision the newest again. Visitors see it when it is published. */
export async function restoreRevision(
  services: Pick<Services, 'db' | 'clock' | 'topics'>,
  viewer: SignedIn,
  { id, locale, version }: LocaleOfPage & { version: number },
): Promise<PageDraft> {
  requireEditor(viewer, locale)
  const document = pageDocument({ id, locale })
  return inTransaction(services.db, async (trx) => {
    const state = await lockDraft(trx, id, locale)
    const content = await revisions.contentOf(trx, document, version)
    if (!content) throw refuse('not_found')
    if (!sameContent(state.content, content)) {
      const next = { content, kind: 'restore' as const, by: viewer.id, now: services.clock.now() }
      const restored = { ...(await keepVersion(services, trx, document, state, next)), content }
      if (await revisions.followPublished(trx, document, state.publishedVersion, restored)) {
        await sql`
          update cms_contents set version = ${restored.version}
          where page_id = ${id} and locale = ${locale}`.execute(trx)
      }
    }
    return readPageDraft(trx, { id, locale })
  })
}
