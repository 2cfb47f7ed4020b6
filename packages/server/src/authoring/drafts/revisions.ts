import { changesBetween } from '@lantern/contract/authoring/changes.ts'
import type { Draft } from '@lantern/contract/authoring/drafts.ts'
import type { DraftPart } from '@lantern/contract/authoring/forms.ts'
import type { Revision, RevisionKind } from '@lantern/contract/documents.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sameContent } from '@lantern/contract/same-content.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { contentAt } from '#kit/revisions/revisions.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { authorJson, type DraftServices, type DraftState, draftOf, lockDraft, openDraft } from './draft-state.ts'
import { draftRevisions, keepVersion } from './keep-version.ts'
import { type AnyForms, partsOf } from './part-forms.ts'
import { withOwnersOf } from './with-owners.ts'

interface RevisionRow {
  version: number
  kind: RevisionKind
  by: Revision['by']
  saved_at: Date
  change_count: number
}

const revisionColumns = sql`r.version, r.kind, r.saved_at, r.change_count,
  (select ${authorJson} from users u where u.id = r.saved_by) as by`

/** Who saved what when, newest first. */
export async function readRevisions(
  services: DraftServices,
  viewer: SignedIn,
  id: string,
  { page = 0, pageSize = 20 }: { page?: number; pageSize?: number },
) {
  const { db } = services
  const { publishedVersion } = await openDraft(services, viewer, { id })
  const { rows } = await sql<RevisionRow>`
    select ${revisionColumns} from draft_revisions r where r.item_id = ${id}
    order by r.version desc limit ${pageSize} offset ${page * pageSize}`.execute(db)
  const { total } = await db
    .selectFrom('draft_revisions')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('item_id', '=', id)
    .executeTakeFirstOrThrow()
  return { results: rows.map((row) => revisionOf(row, publishedVersion)), page, pageSize, total }
}

/** One revision with its forms and what it changed. */
export async function readRevision(
  services: DraftServices,
  viewer: SignedIn,
  { id, version }: { id: string; version: number },
  against: number | undefined,
) {
  const { db } = services
  const { publishedVersion } = await openDraft(services, viewer, { id })
  const { rows } = await sql<RevisionRow & { forms: AnyForms }>`
    select ${revisionColumns}, r.forms from draft_revisions r
    where r.item_id = ${id} and r.version = ${version}`.execute(db)
  const row = rows[0]
  if (!row) throw refuse('not_found')
  const before = await formsAt(db, id, against ?? version - 1)
  if (against !== undefined && !before) throw refuse('not_found')
  return {
    revision: revisionOf(row, publishedVersion),
    forms: row.forms,
    changes: before ? changesBetween(before, row.forms) : [],
  }
}

/** The forms as they stood in a version. */
export function formsAt(db: Db | Trx, id: string, version: number): Promise<AnyForms | null> {
  return contentAt(db, draftRevisions, { item_id: id }, version)
}

/** Makes an old revision the newest again. */
export async function restore(
  services: DraftServices,
  viewer: SignedIn,
  { id, version }: { id: string; version: number },
): Promise<Draft> {
  return inTransaction(services.db, async (trx) => {
    const state = await lockDraft(services, trx, viewer, { id })
    const row = await trx
      .selectFrom('draft_revisions')
      .select('forms')
      .where('item_id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (!row) throw refuse('not_found')
    const forms = withOwnersOf(state, row.forms as unknown as AnyForms)
    const changed = partsOf(state.type).filter((part) => !sameContent(partOf(state.forms, part), partOf(forms, part)))
    if (changed.length === 0) return draftOf(trx, state)
    const next = { forms, changed, kind: 'restore' as const, by: viewer.id, now: services.clock.now() }
    return draftOf(trx, await followPublished(trx, await keepVersion(trx, state, next)))
  })
}

/** What is restored to the words that learners see is not changed any more: they see this revision from now on. */
async function followPublished(trx: Trx, state: DraftState): Promise<DraftState> {
  const { id, version, publishedVersion } = state
  if (!state.published || publishedVersion === null) return state
  const seen = await formsAt(trx, id, publishedVersion)
  if (!seen || !sameContent(seen, state.forms)) return state
  await trx.updateTable('drafts').set({ published_version: version }).where('item_id', '=', id).execute()
  // a translation that was up to date with it still is
  await trx
    .updateTable('drafts')
    .set({ source_version: version })
    .where('source_item_id', '=', id)
    .where('source_version', '=', publishedVersion)
    .execute()
  return { ...state, publishedVersion: version }
}

function partOf(forms: AnyForms, part: DraftPart): object | undefined {
  return (forms as unknown as Partial<Record<DraftPart, object>>)[part]
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
