import { changesBetween } from '@lantern/contract/authoring/changes.ts'
import type { Draft } from '@lantern/contract/authoring/drafts.ts'
import type { AnyForms, DraftPart } from '@lantern/contract/authoring/forms.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sameContent } from '@lantern/contract/same-content.ts'
import * as revisions from '#kit/documents/revisions.ts'
import { refuse } from '#kit/errors.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { type DraftServices, type DraftState, draftOf, lockDraft, openDraft } from './draft-state.ts'
import { itemDocument, keepForms } from './item-documents.ts'
import { partsOf } from './part-forms.ts'
import { referencesOf } from './read-draft.ts'
import { withOwnersOf } from './with-owners.ts'

/** Who saved what when, newest first. */
export async function readRevisions(
  services: DraftServices,
  viewer: SignedIn,
  id: string,
  query: { page?: number; pageSize?: number },
) {
  const { publishedVersion } = await openDraft(services, viewer, { id })
  return revisions.readRevisions(services.db, itemDocument(id), publishedVersion, query)
}

/** One revision with its forms and what it changed. */
export async function readRevision(
  services: DraftServices,
  viewer: SignedIn,
  locale: OfferedLocale,
  { id, version, against }: { id: string; version: number; against: number | undefined },
) {
  const { publishedVersion } = await openDraft(services, viewer, { id })
  const wanted = { version, against }
  const read = await revisions.readRevision(services.db, itemDocument(id), publishedVersion, wanted)
  const { revision, content, before } = read
  return {
    revision,
    forms: content,
    changes: before ? changesBetween(before, content) : [],
    references: await referencesOf(services.db, viewer, before ? [before, content] : [content], locale, id),
  }
}

/** Makes an old revision the newest again. */
export async function restore(
  services: DraftServices,
  viewer: SignedIn,
  { id, version }: { id: string; version: number },
): Promise<Draft> {
  return inTransaction(services.db, async (trx) => {
    const state = await lockDraft(services, trx, viewer, { id })
    const old = await revisions.contentOf(trx, itemDocument(id), version)
    if (!old) throw refuse('not_found')
    const content = withOwnersOf(state, old)
    const changed = partsOf(state.type).filter((part) => !sameContent(partOf(state.forms, part), partOf(content, part)))
    if (changed.length === 0) return draftOf(trx, viewer, state)
    const now = services.clock.now()
    return draftOf(
      trx,
      viewer,
      await followPublished(
        trx,
        await keepForms(services, trx, state, { content, changed, kind: 'restore', by: viewer.id, now }),
      ),
    )
  })
}

async function followPublished(trx: Trx, state: DraftState): Promise<DraftState> {
  const { id, version, published, publishedVersion, forms } = state
  const restored = { version, content: forms }
  if (!published || !(await revisions.followPublished(trx, itemDocument(id), publishedVersion, restored))) return state
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
