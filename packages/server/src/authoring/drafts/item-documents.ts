import { changesBetween } from '@lantern/contract/authoring/changes.ts'
import type { AnyForms, DraftPart } from '@lantern/contract/authoring/forms.ts'
import { draftTopic } from '@lantern/contract/authoring/topics.ts'
import { personJson } from '#identity/index.ts'
import type { DocumentAt, DocumentTable } from '#kit/documents/document-table.ts'
import { keepVersion, type NextVersion } from '#kit/documents/keep-version.ts'
import { contentAt } from '#kit/documents/revisions.ts'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'
import type { DraftState } from './draft-state.ts'

/** Items are documents: their drafts hold the forms of their type, part by part. */
export const itemDocuments: DocumentTable<AnyForms, 'item_id'> = {
  drafts: 'drafts',
  revisions: 'draft_revisions',
  schedules: 'item_schedules',
  locked: 'items',
  key: ['item_id'],
  content: 'forms',
  changesBetween,
  onSaved: ({ topics }, trx, { item_id: draftId }, version) =>
    topics.publish(trx, draftTopic, { draftId }, { type: 'SAVED', version }),
  authorOf: personJson,
}

export function itemDocument(id: string): DocumentAt<AnyForms, 'item_id'> {
  return { table: itemDocuments, key: { item_id: id } }
}

/** The forms as they stood in a version. */
export function formsAt(db: Db | Trx, id: string, version: number): Promise<AnyForms | null> {
  return contentAt(db, itemDocument(id), version)
}

/** Columns of a draft that follow from its forms: lists are sorted and searched by them. */
export function formColumns({ general: { title, language } }: AnyForms, partVersions: DraftState['partVersions']) {
  return { title, language, part_versions: JSON.stringify(partVersions) }
}

/** Each part in this version. */
export function allParts(forms: AnyForms, version: number): DraftState['partVersions'] {
  return Object.fromEntries(Object.keys(forms).map((part) => [part, version]))
}

/** Writes the next version of a draft, in which the parts of `changed` are new. The caller holds the lock. */
export async function keepForms(
  services: Pick<Services, 'topics'>,
  trx: Trx,
  state: DraftState,
  { changed, ...next }: NextVersion<AnyForms> & { changed: readonly DraftPart[] },
): Promise<DraftState> {
  const version = state.version + 1
  const partVersions = { ...state.partVersions, ...Object.fromEntries(changed.map((part) => [part, version])) }
  const columns = formColumns(next.content, partVersions)
  const before = { version: state.version, content: state.forms }
  const saved = await keepVersion(services, trx, itemDocument(state.id), before, { ...next, columns })
  return { ...state, ...saved, partVersions, forms: next.content }
}
