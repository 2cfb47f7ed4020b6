import type { Fault } from '@lantern/contract/authoring/fault-rules.ts'
import { outlineFaults, quizFormFaults, tutorialFaults } from '@lantern/contract/authoring/faults.ts'
import type {
  DraftPart,
  LiveSessionForms,
  OutlineForms,
  QuizForms,
  TutorialForms,
} from '@lantern/contract/authoring/forms.ts'
import { liveSessionFaults } from '@lantern/contract/authoring/live-session-faults.ts'
import type { DraftWarning } from '@lantern/contract/authoring/publishing.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { readReference } from '#catalog/index.ts'
import { markPublished } from '#kit/documents/revisions.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { type DraftServices, type DraftState, lockDraft } from '../drafts/draft-state.ts'
import { itemDocument, keepForms } from '../drafts/item-documents.ts'
import { type PartSave, refuseFaults, savePartIn } from '../drafts/save-part.ts'
import { referenceFaults } from './check-references.ts'
import { neededBy, refuseCircle } from './circles.ts'
import { foreignMedia } from './foreign-media.ts'
import { newStartFaults } from './live-session-item.ts'
import { validateDraft } from './validate-draft.ts'
import { writePublished } from './write-item.ts'

export interface Publication extends Omit<PartSave, 'kind'> {
  /** The newest revision of the original, when this translation is up to date with it. */
  revision?: number
}

/** Saves the forms and makes them what learners see, both or neither. */
export function publishDraft(
  services: DraftServices,
  viewer: SignedIn,
  { revision, ...save }: Publication,
): Promise<DraftState> {
  return inTransaction(services.db, async (trx) => {
    const before = await lockDraft(services, trx, viewer, save)
    const saved = await savePartIn(services, trx, viewer, { ...save, kind: 'publish' })
    await refuseUnsound(services, trx, viewer, saved)
    if (revision !== undefined) await followSource(trx, saved, revision)
    const isPublic = saved.published && saved.version === saved.publishedVersion
    const state =
      saved.version > before.version || isPublic
        ? saved
        : await keepForms(services, trx, saved, {
            content: saved.forms,
            changed: [],
            kind: 'publish',
            by: viewer.id,
            now: services.clock.now(),
          })
    if (!isPublic) await writeVersion(services, trx, state)
    return lockDraft(services, trx, viewer, save)
  })
}

/** Makes a revision what learners see, as it was planned: its forms and version stand in the state. */
export async function publishAs(services: DraftServices, trx: Trx, viewer: SignedIn, state: DraftState): Promise<void> {
  await refuseUnsound(services, trx, viewer, state)
  await writeVersion(services, trx, state)
}

async function refuseUnsound(services: DraftServices, trx: Trx, viewer: SignedIn, state: DraftState): Promise<void> {
  refuseFaults([
    ...(await publicationFaults(trx, viewer, state, services.clock.now())),
    ...(await foreignMedia(trx, viewer, state)),
  ])
  await refuseCircle(trx, state.id, neededBy(state.forms), 'published')
}

async function writeVersion(services: DraftServices, trx: Trx, state: DraftState): Promise<void> {
  await writePublished(services, trx, state)
  await markPublished(trx, itemDocument(state.id), state.version)
}

/** What an author is told before anybody else sees it. */
export async function checkDraft(
  services: DraftServices,
  viewer: SignedIn,
  id: string,
): Promise<{ faults: Fault[]; warnings: DraftWarning[] }> {
  return inTransaction(services.db, async (trx) => {
    const state = await lockDraft(services, trx, viewer, { id })
    const faults = [
      ...(await publicationFaults(trx, viewer, state, services.clock.now())),
      ...(await foreignMedia(trx, viewer, state)),
    ]
    if (faults.length === 0) await refuseCircle(trx, state.id, neededBy(state.forms), 'published')
    return {
      faults: faults.map(({ field, message }) => ({ field, message })),
      warnings: await validateDraft(trx, state.forms),
    }
  })
}

/** Everything that has to be mended first: what the forms themselves say, and ids that name nothing. */
export async function publicationFaults(trx: Trx, viewer: SignedIn, state: DraftState, now: Date): Promise<Fault[]> {
  const { versions } = await readReference(trx)
  const faults = [...formFaults(state, versions)]
  for (const [part, form] of Object.entries(state.forms)) {
    const found = await referenceFaults(trx, viewer, state, part as DraftPart, form)
    faults.push(...found.map((fault) => ({ ...fault, field: `${part}.${fault.field}` })))
  }
  if (state.type === 'liveSession') faults.push(...(await newStartFaults(trx, state, now)))
  return faults
}

function formFaults({ type, forms }: DraftState, versions: readonly string[]): Fault[] {
  if (type === 'tutorial') return tutorialFaults(forms as TutorialForms, versions)
  if (type === 'quiz') return quizFormFaults(forms as QuizForms, versions)
  if (type === 'liveSession') return liveSessionFaults(forms as LiveSessionForms)
  return outlineFaults(type, forms as OutlineForms, versions)
}

/** A revision that the original has: from then on the translation is as new as that. */
async function followSource(trx: Trx, state: DraftState, revision: number): Promise<void> {
  if (state.sourceItemId === null) return
  const source = await trx
    .selectFrom('drafts')
    .select('published_version')
    .where('item_id', '=', state.sourceItemId)
    .executeTakeFirst()
  if (!source || revision > (source.published_version ?? 0) || revision < (state.sourceVersion ?? 0)) return
  await trx.updateTable('drafts').set({ source_version: revision }).where('item_id', '=', state.id).execute()
}
