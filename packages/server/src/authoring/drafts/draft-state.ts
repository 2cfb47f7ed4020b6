import type { Draft, SavedDraft } from '@lantern/contract/authoring/drafts.ts'
import type { AnyForms, DraftPart, EditedType } from '@lantern/contract/authoring/forms.ts'
import { editedTypes } from '@lantern/contract/authoring/forms.ts'
import { mayEdit } from '@lantern/contract/authoring/rights.ts'
import type { LearnOptionType } from '@lantern/contract/catalog/item-types.ts'
import { editLink, itemPath } from '@lantern/contract/links.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { visibleIds } from '#catalog/index.ts'
import { personJson } from '#identity/index.ts'
import { lockDocument } from '#kit/documents/document-table.ts'
import { keepFirstVersion } from '#kit/documents/keep-version.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { requireEditor } from '../require-editor.ts'
import { formsOfItem } from './forms-of-item.ts'
import { allParts, formColumns, itemDocument } from './item-documents.ts'

/** An item with the draft behind it. */
export interface DraftState {
  id: string
  type: EditedType
  slug: string
  language: string
  learnOptionType: LearnOptionType
  organisationId: string | null
  ownerId: string
  authorId: string
  /** Learners see it. */
  published: boolean
  version: number
  partVersions: Partial<Record<DraftPart, number>>
  publishedVersion: number | null
  sourceItemId: string | null
  sourceVersion: number | null
  savedAt: Date
  savedBy: Draft['savedBy']
  forms: AnyForms
}

export type DraftServices = Pick<Services, 'db' | 'clock' | 'events' | 'topics' | 'text' | 'config'>

interface Wanted {
  id: string
  /** Another type is not found. */
  type?: EditedType
  /** Asked for under /campus/: what is not the campus's is not found. */
  campus?: boolean
}

/** The draft of an item, for its editors. An item without a draft gets one made from what learners see. */
export async function openDraft(services: DraftServices, viewer: SignedIn, wanted: Wanted): Promise<DraftState> {
  const state = await readState(services.db, wanted)
  if (!state) throw refuse('not_found')
  await requireEditor(services.db, viewer, state)
  if (isDrafted(state)) return state
  return inTransaction(services.db, (trx) => lockDraft(services, trx, viewer, wanted))
}

/** The same, and nobody else changes it until the transaction is over. Rights are looked at under the lock. */
export async function lockDraft(
  services: DraftServices,
  trx: Trx,
  viewer: SignedIn,
  wanted: Wanted,
): Promise<DraftState> {
  await lockDocument(trx, itemDocument(wanted.id))
  const state = await readState(trx, wanted)
  if (!state) throw refuse('not_found')
  await requireEditor(trx, viewer, state)
  if (isDrafted(state)) return state
  await beginDraft(services, trx, state)
  const begun = await readState(trx, wanted)
  if (!begun || !isDrafted(begun)) throw refuse('not_found')
  return begun
}

/** Whether this person may open the draft of an item now. Begins none. */
export async function mayOpenDraft(db: Db, viewer: SignedIn, id: string): Promise<boolean> {
  const state = await readState(db, { id })
  return state !== null && mayEdit(viewer, state)
}

/** What every save answers. */
export function savedDraft(state: DraftState): SavedDraft {
  return {
    id: state.id,
    slug: state.slug,
    version: state.version,
    partVersions: state.partVersions,
    savedAt: state.savedAt.toISOString(),
    savedBy: state.savedBy,
  }
}

export async function draftOf(db: Db | Trx, viewer: SignedIn, state: DraftState): Promise<Draft> {
  const source = await sourceOf(db, state)
  return {
    ...savedDraft(state),
    type: state.type,
    learnOptionType: state.learnOptionType,
    organisationId: state.organisationId,
    published: state.published,
    publishedVersion: state.publishedVersion,
    source: source && { ...source, path: await sourcePath(db, viewer, source.itemId) },
    forms: state.forms,
  }
}

/** What it was translated from, and the revision of it that learners see now. */
export async function sourceOf(
  db: Db | Trx,
  { sourceItemId, sourceVersion }: Pick<DraftState, 'sourceItemId' | 'sourceVersion'>,
): Promise<Omit<NonNullable<Draft['source']>, 'path'> | null> {
  if (sourceItemId === null) return null
  const { rows } = await sql<{ title: string; language: string; published: boolean; latest: number | null }>`
    select i.title, i.language, i.status = 'published' as published, d.published_version as latest
    from items i left join drafts d on d.item_id = i.id
    where i.id = ${sourceItemId}`.execute(db)
  const row = rows[0]
  const revision = sourceVersion ?? 0
  if (!row) return null
  const { title, language, published } = row
  return { itemId: sourceItemId, title, language, revision, latestRevision: row.latest ?? revision, published }
}

/** A translator of another language may not edit the original: they read what learners do. */
async function sourcePath(db: Db | Trx, viewer: SignedIn, id: string): Promise<string | null> {
  const original = await readState(db, { id })
  if (!original) return null
  if (mayEdit(viewer, original)) return editLink(original, { campus: original.learnOptionType === 'campus' })
  const visible = await visibleIds(db, viewer, [id])
  return visible.has(id) ? itemPath(original, original.slug) : null
}

interface StateRow {
  id: string
  type: string
  slug: string
  language: string
  learn_option_type: LearnOptionType
  organisation_id: string | null
  owner_id: string
  author_id: string
  status: 'draft' | 'published'
  version: number | null
  part_versions: Partial<Record<DraftPart, number>> | null
  published_version: number | null
  source_item_id: string | null
  source_version: number | null
  saved_at: Date | null
  saved_by: Draft['savedBy']
  forms: AnyForms | null
}

type MaybeDrafted = Omit<DraftState, 'forms'> & { forms: AnyForms | null }

function isDrafted(state: MaybeDrafted): state is DraftState {
  return state.forms !== null
}

async function readState(db: Db | Trx, { id, type, campus }: Wanted): Promise<MaybeDrafted | null> {
  const { rows } = await sql<StateRow>`
    select i.id, i.type, i.slug, i.language, i.learn_option_type, i.organisation_id, i.owner_id,
      i.author_id, i.status,
      d.version, d.part_versions, d.published_version, d.source_item_id, d.source_version, d.saved_at, d.forms,
      ${personJson(sql`d.saved_by`)} as saved_by
    from items i left join drafts d on d.item_id = i.id
    where i.id = ${id} and i.deleted_at is null`.execute(db)
  const row = rows[0]
  if (!row || !isEdited(row.type) || (type && row.type !== type)) return null
  if (campus && row.learn_option_type !== 'campus') return null
  return {
    id: row.id,
    type: row.type,
    slug: row.slug,
    language: row.language,
    learnOptionType: row.learn_option_type,
    organisationId: row.organisation_id,
    ownerId: row.owner_id,
    authorId: row.author_id,
    published: row.status === 'published',
    version: row.version ?? 0,
    partVersions: row.part_versions ?? {},
    publishedVersion: row.published_version,
    sourceItemId: row.source_item_id,
    sourceVersion: row.source_version,
    savedAt: row.saved_at ?? new Date(0),
    savedBy: row.saved_by,
    forms: row.forms,
  }
}

function isEdited(type: string): type is EditedType {
  return (editedTypes as readonly string[]).includes(type)
}

/** An item that was published without an editor gets a draft of what learners see. */
async function beginDraft(services: DraftServices, trx: Trx, state: MaybeDrafted): Promise<void> {
  const content = await formsOfItem(trx, state.id, state.type)
  const columns = {
    ...formColumns(content, allParts(content, 1)),
    published_version: state.published ? 1 : null,
  }
  const now = services.clock.now()
  await keepFirstVersion(trx, itemDocument(state.id), { content, kind: 'import', by: null, now, columns })
}
