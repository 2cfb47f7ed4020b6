import { emptyForms } from '@lantern/contract/authoring/empty-forms.ts'
import type { Fault } from '@lantern/contract/authoring/fault-rules.ts'
import type { AnyForms, DraftPart, EditedType } from '@lantern/contract/authoring/forms.ts'
import { mayGiveAway, mayStart } from '@lantern/contract/authoring/rights.ts'
import type { RevisionKind } from '@lantern/contract/documents.ts'
import { newId } from '@lantern/contract/ids.ts'
import { isContentLanguage, type SignedIn } from '@lantern/contract/roles.ts'
import { sameContent } from '@lantern/contract/same-content.ts'
import { freeSlug, publishItem } from '#catalog/index.ts'
import { keepFirstVersion } from '#kit/documents/keep-version.ts'
import { refuse } from '#kit/errors.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { isLanguageTaken } from '../publishing/check-references.ts'
import { thumbnailOf } from '../publishing/known-item.ts'
import { slugOf } from '../slug.ts'
import { type DraftServices, type DraftState, lockDraft } from './draft-state.ts'
import { formColumns, itemDocument, keepForms } from './item-documents.ts'
import { partsOf } from './part-forms.ts'

export interface PartSave {
  id: string
  type?: EditedType
  campus?: boolean
  /** Parts as readPart gives them. */
  parts: Partial<Record<DraftPart, object>>
  /** What the text is based on: a part version for one part, the version of the whole draft for several. */
  baseVersion?: number
  kind: RevisionKind
  /** The open editor that keeps it by itself. */
  origin?: string
}

/**
 * The one act of saving. The same again writes nothing; what is based on an older text than the stored one is refused and
 * nothing is written; everything else is the next version and a revision.
 */
export async function savePart(services: DraftServices, viewer: SignedIn, save: PartSave): Promise<DraftState> {
  return inTransaction(services.db, (trx) => savePartIn(services, trx, viewer, save))
}

export async function savePartIn(
  services: DraftServices,
  trx: Trx,
  viewer: SignedIn,
  save: PartSave,
): Promise<DraftState> {
  const state = await lockDraft(services, trx, viewer, save)
  const { parts, baseVersion, kind, origin } = save
  const stored = state.forms as unknown as Partial<Record<DraftPart, object>>
  const changed = (Object.keys(parts) as DraftPart[]).filter((part) => !sameContent(stored[part], parts[part]))
  if (changed.length === 0) return state
  const isOld = (part: DraftPart) => {
    const at = state.partVersions[part] ?? 0
    return Object.keys(parts).length > 1 ? at > (baseVersion ?? at) : at !== (baseVersion ?? at)
  }
  if (changed.some(isOld)) throw refuse('draft_conflict')
  const forms = { ...state.forms, ...parts } as AnyForms
  requireOwnHands(viewer, state, forms)
  const now = services.clock.now()
  const saved = await keepForms(services, trx, state, { content: forms, changed, kind, by: viewer.id, origin, now })
  const isNamed = changed.includes('general') && state.publishedVersion === null
  return isNamed ? nameItem(trx, saved, state.forms.general.title) : saved
}

/** An owner without the author's right cannot change the author. */
function requireOwnHands(viewer: SignedIn, state: DraftState, forms: AnyForms): void {
  const allowed = [viewer.id, state.ownerId, state.authorId]
  const { ownerId } = forms.general
  const authorId = 'authorId' in forms.details ? forms.details.authorId : ownerId
  if (allowed.includes(ownerId) && allowed.includes(authorId)) return
  const before = state.forms
  const isKept =
    before.general.ownerId === ownerId && (!('authorId' in before.details) || before.details.authorId === authorId)
  if (!isKept && !mayGiveAway(viewer, state)) throw refuse('forbidden')
}

/** Until the first publication the item is called as its draft is, so that links and lists say so. */
async function nameItem(trx: Trx, state: DraftState, titleBefore: string): Promise<DraftState> {
  const { title, language, ownerId, thumbnailId } = state.forms.general
  if (title.trim() === '') return state
  const isUser = await trx.selectFrom('users').select('id').where('id', '=', ownerId).executeTakeFirst()
  const mayHave = isContentLanguage(language) && !(await isLanguageTaken(trx, state.id, language))
  const named = {
    title,
    slug: await slugAfter(trx, state, titleBefore),
    owner_id: isUser ? ownerId : state.ownerId,
    language: mayHave ? language : state.language,
    thumbnail_url: await thumbnailOf(trx, thumbnailId),
  }
  await trx.updateTable('items').set(named).where('id', '=', state.id).execute()
  return { ...state, slug: named.slug, ownerId: named.owner_id, language: named.language }
}

/** The address follows the title while nobody can have it, unless it was given otherwise. */
async function slugAfter(trx: Trx, state: DraftState, titleBefore: string): Promise<string> {
  const { id, type, slug, language, forms } = state
  const [before, after] = [slugOf(titleBefore), slugOf(forms.general.title)]
  if (before === after || !slug.startsWith(before)) return slug
  const item = await trx.selectFrom('items').select('published_at').where('id', '=', id).executeTakeFirstOrThrow()
  return item.published_at === null ? freeSlug(trx, { type, slug: after, language }, id) : slug
}

export interface NewDraft {
  type: EditedType
  /** The owning organisation; null: the site. */
  organisationId: string | null
  general: object
  /** Beside the general form; empty where it is left out. */
  forms?: AnyForms
  /** The open editor that begins it. */
  origin?: string
  translationOf?: {
    group: string
    itemId: string
    version: number
    /** The step, chapter, question or option of the original by the id of its translation. */
    ids: Readonly<Record<string, string>>
  }
}

/** A new item that nobody sees yet, with its draft. */
export async function createDraft(
  services: DraftServices,
  trx: Trx,
  viewer: SignedIn,
  { type, organisationId, general, forms: given, origin, translationOf }: NewDraft,
): Promise<DraftState> {
  if (!mayStart(viewer, organisationId)) throw refuse('forbidden')
  const now = services.clock.now()
  const id = newId(type, now.getTime())
  const forms = { ...(given ?? emptyForms(type, viewer.id)), general } as AnyForms
  const { title, language, ownerId } = forms.general
  const authorId = 'authorId' in forms.details ? forms.details.authorId : ownerId
  const isOwn = ownerId === viewer.id && authorId === viewer.id
  if (!isOwn && !mayGiveAway(viewer, { language, organisationId })) throw refuse('forbidden')
  const isUser = await trx.selectFrom('users').select('id').where('id', '=', ownerId).executeTakeFirst()
  await publishItem({ ...services, db: trx }, id, {
    type,
    slug: slugOf(title),
    language,
    translationGroup: translationOf?.group ?? id,
    title,
    ownerId: isUser ? ownerId : viewer.id,
    thumbnailUrl: await thumbnailOf(trx, forms.general.thumbnailId),
    status: 'draft',
    organisationId,
  })
  const columns = {
    ...formColumns(forms, Object.fromEntries(partsOf(type).map((part) => [part, 1]))),
    source_item_id: translationOf?.itemId ?? null,
    source_version: translationOf?.version ?? null,
    source_ids: JSON.stringify(translationOf?.ids ?? {}),
  }
  const first = { content: forms, kind: 'created' as const, by: viewer.id, origin, now, columns }
  await keepFirstVersion(trx, itemDocument(id), first)
  return lockDraft(services, trx, viewer, { id })
}

/** Limits with an error code of their own. A form that breaks one is refused with that code, also beside other faults. */
const limitCodes = [
  'tutorial_exceed_lab_limit_1',
  'tutorial_exercise_exceed_submission_limit_1',
  'live_session_project_limit_1',
] as const

/** The answer for fields that are not as they must be. */
export function refuseFaults(faults: readonly Fault[]): void {
  const limit = limitCodes.find((code) => faults.some(({ message }) => message === code))
  if (limit) throw refuse(limit)
  if (faults.length > 0) {
    throw refuse('bad_request', { details: faults.map(({ field, message }) => ({ field, message })) })
  }
}
