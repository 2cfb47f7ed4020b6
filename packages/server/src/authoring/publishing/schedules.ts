import type { Planned, ScheduleWish } from '@lantern/contract/documents.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { readPerson } from '#identity/index.ts'
import { contentOf, pinRevision } from '#kit/documents/revisions.ts'
import { forgetPlan, futureMoment, keepPlan, readPlanned, runDueSchedules } from '#kit/documents/schedules.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { takeBack } from '../drafts/delete-draft.ts'
import { type DraftServices, type DraftState, lockDraft, openDraft } from '../drafts/draft-state.ts'
import { itemDocument, itemDocuments } from '../drafts/item-documents.ts'
import { refuseFaults } from '../drafts/save-part.ts'
import { withOwnersOf } from '../drafts/with-owners.ts'
import { foreignMedia } from './foreign-media.ts'
import { publicationFaults, publishAs } from './publish-draft.ts'

export async function readSchedule(services: DraftServices, viewer: SignedIn, id: string): Promise<Planned> {
  await openDraft(services, viewer, { id })
  return readPlanned(services.db, itemDocument(id))
}

/** Plans to publish the draft as it stands now, or to take the item back. The same plan twice is one. */
export function scheduleItem(
  services: DraftServices,
  viewer: SignedIn,
  wish: ScheduleWish & { id: string },
): Promise<Planned> {
  const { id, action, timeZone } = wish
  const now = services.clock.now()
  const at = futureMoment(wish, now)
  return inTransaction(services.db, async (trx) => {
    const state = await lockDraft(services, trx, viewer, { id })
    if (action === 'publish') await pinVersion(trx, viewer, state, { version: wish.version, now })
    const version = action === 'publish' ? state.version : null
    return keepPlan(trx, itemDocument(id), { action, version, at, timeZone, by: viewer.id, now })
  })
}

/** Clears the schedule or its failure. */
export function cancelSchedule(
  services: DraftServices,
  viewer: SignedIn,
  { id, scheduleId }: { id: string; scheduleId: string },
): Promise<Planned> {
  return inTransaction(services.db, async (trx) => {
    await lockDraft(services, trx, viewer, { id })
    return forgetPlan(trx, itemDocument(id), scheduleId)
  })
}

/** What is planned could be published as it is now, and no automatic save goes on with that revision. */
async function pinVersion(
  trx: Trx,
  viewer: SignedIn,
  state: DraftState,
  { version = state.version, now }: { version?: number | undefined; now: Date },
): Promise<void> {
  if (version !== state.version) throw refuse('draft_conflict')
  refuseFaults([...(await publicationFaults(trx, viewer, state, now)), ...(await foreignMedia(trx, viewer, state))])
  await pinRevision(trx, itemDocument(state.id), version)
}

export function runItemSchedules(services: Services): Promise<void> {
  return runDueSchedules(services, itemDocuments, async (trx, due) => {
    // the creator of the schedule may have lost the right to edit since
    const planner = due.by === null ? null : await readPerson({ db: trx, clock: services.clock }, due.by)
    if (!planner) throw refuse('forbidden')
    const state = await lockDraft(services, trx, planner, { id: due.item_id })
    if (due.version === null) await takeBack(services, trx, state.id)
    else await publishPlanned(services, trx, planner, { state, version: due.version })
  })
}

/** The forms of the scheduled revision with the present owner of the item. Replaces a newer publication. */
async function publishPlanned(
  services: Services,
  trx: Trx,
  planner: SignedIn,
  { state, version }: { state: DraftState; version: number },
): Promise<void> {
  if (state.published && state.publishedVersion === version) return
  const planned = await contentOf(trx, itemDocument(state.id), version)
  if (!planned) throw refuse('not_found')
  await publishAs(services, trx, planner, { ...state, forms: withOwnersOf(state, planned), version })
}
