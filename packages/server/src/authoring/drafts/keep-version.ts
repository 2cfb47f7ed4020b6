import { changesBetween } from '@lantern/contract/authoring/changes.ts'
import type { revisionKinds } from '@lantern/contract/authoring/drafts.ts'
import type { DraftPart } from '@lantern/contract/authoring/forms.ts'
import { sql } from 'kysely'
import type { Trx } from '#kit/sql.ts'
import { authorJson, type DraftState } from './draft-state.ts'
import type { AnyForms } from './part-forms.ts'

export type RevisionKind = (typeof revisionKinds)[number]

/** What one person keeps automatically within this time is one revision. */
const oneRevisionMs = 5 * 60_000

interface NextVersion {
  forms: AnyForms
  /** The parts that are different from before. */
  changed: readonly DraftPart[]
  kind: RevisionKind
  by: string
  now: Date
}

/** Writes the next version of a draft and its revision. The caller holds the lock and has looked at rights and base. */
export async function keepVersion(trx: Trx, state: DraftState, next: NextVersion): Promise<DraftState> {
  const { forms, changed, by, now } = next
  const version = state.version + 1
  const partVersions = { ...state.partVersions, ...Object.fromEntries(changed.map((part) => [part, version])) }
  const json = JSON.stringify(forms)
  const { rows } = await sql<{ saved_by: DraftState['savedBy'] }>`
    update drafts d set version = ${version}, part_versions = ${JSON.stringify(partVersions)}, forms = ${json},
      title = ${forms.general.title}, language = ${forms.general.language}, saved_at = ${now}, saved_by = ${by}
    where item_id = ${state.id}
    returning (select ${authorJson} from users u where u.id = d.saved_by) as saved_by`.execute(trx)
  await keepRevision(trx, state, { ...next, version, json })
  return { ...state, forms, version, partVersions, savedAt: now, savedBy: rows[0]?.saved_by ?? null }
}

async function keepRevision(
  trx: Trx,
  state: DraftState,
  { kind, by, now, forms, version, json }: NextVersion & { version: number; json: string },
): Promise<void> {
  const last = await trx
    .selectFrom('draft_revisions')
    .select(['version', 'kind', 'saved_by', 'begun_at'])
    .where('item_id', '=', state.id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const goesOn =
    kind === 'autosave' &&
    last?.kind === 'autosave' &&
    last.saved_by === by &&
    now.getTime() - last.begun_at.getTime() < oneRevisionMs
  if (goesOn && last) {
    const before = await formsBefore(trx, state.id, last.version)
    await trx
      .updateTable('draft_revisions')
      .set({ version, forms: json, saved_at: now, change_count: before ? changesBetween(before, forms).length : 0 })
      .where('item_id', '=', state.id)
      .where('version', '=', last.version)
      .execute()
    return
  }
  await trx
    .insertInto('draft_revisions')
    .values({
      item_id: state.id,
      version,
      kind,
      forms: json,
      change_count: changesBetween(state.forms, forms).length,
      saved_by: by,
      begun_at: now,
      saved_at: now,
    })
    .execute()
}

async function formsBefore(trx: Trx, itemId: string, version: number): Promise<AnyForms | null> {
  const { rows } = await sql<{ forms: AnyForms }>`
    select forms from draft_revisions where item_id = ${itemId} and version < ${version}
    order by version desc limit 1`.execute(trx)
  return rows[0]?.forms ?? null
}
