import { changesBetween } from '@lantern/contract/authoring/changes.ts'
import type { DraftPart } from '@lantern/contract/authoring/forms.ts'
import type { RevisionKind } from '@lantern/contract/documents.ts'
import { sql } from 'kysely'
import { keepRevision, type RevisionTable } from '#kit/revisions/revisions.ts'
import type { Trx } from '#kit/sql.ts'
import { authorJson, type DraftState } from './draft-state.ts'
import type { AnyForms } from './part-forms.ts'

export const draftRevisions: RevisionTable<AnyForms> = {
  revisions: 'draft_revisions',
  drafts: 'drafts',
  key: ['item_id'],
  content: 'forms',
  changesBetween,
}

interface NextVersion {
  forms: AnyForms
  /** The parts that are different from before. */
  changed: readonly DraftPart[]
  kind: RevisionKind
  by: string
  /** The open editor that keeps it by itself. */
  origin?: string
  now: Date
}

/** Writes the next version of a draft and its revision. The caller holds the lock and has looked at rights and base. */
export async function keepVersion(trx: Trx, state: DraftState, next: NextVersion): Promise<DraftState> {
  const { forms, changed, kind, by, origin, now } = next
  const version = state.version + 1
  const partVersions = { ...state.partVersions, ...Object.fromEntries(changed.map((part) => [part, version])) }
  const json = JSON.stringify(forms)
  const { rows } = await sql<{ saved_by: DraftState['savedBy'] }>`
    update drafts d set version = ${version}, part_versions = ${JSON.stringify(partVersions)}, forms = ${json},
      title = ${forms.general.title}, language = ${forms.general.language}, saved_at = ${now}, saved_by = ${by}
    where item_id = ${state.id}
    returning (select ${authorJson} from users u where u.id = d.saved_by) as saved_by`.execute(trx)
  const revision = { version, kind, by, origin, now, before: state.forms, content: forms }
  await keepRevision(trx, draftRevisions, { item_id: state.id }, revision)
  return { ...state, forms, version, partVersions, savedAt: now, savedBy: rows[0]?.saved_by ?? null }
}
