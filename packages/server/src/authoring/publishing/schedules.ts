import type { Planned, Schedule, ScheduleWish } from '@lantern/contract/documents.ts'
import { isGroup, plainLearner, type SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { accountStatusOf } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import {
  forgetPlan,
  futureMoment,
  isOpenSchedule,
  keepPlan,
  runDueSchedules,
  type ScheduleTable,
} from '#kit/revisions/schedules.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { takeBack } from '../drafts/delete-draft.ts'
import { authorJson, type DraftServices, type DraftState, lockDraft, openDraft } from '../drafts/draft-state.ts'
import type { AnyForms } from '../drafts/part-forms.ts'
import { refuseFaults } from '../drafts/save-part.ts'
import { withOwnersOf } from '../drafts/with-owners.ts'
import { foreignMedia } from './foreign-media.ts'
import { publicationFaults, publishAs } from './publish-draft.ts'

const itemSchedules: ScheduleTable<'item_id'> = { schedules: 'item_schedules', key: ['item_id'], locked: 'items' }

export async function readSchedule(services: DraftServices, viewer: SignedIn, id: string): Promise<Planned> {
  await openDraft(services, viewer, { id })
  return { schedule: await openSchedules(services.db, id) }
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
    if (action === 'publish') await pinVersion(trx, viewer, state, wish.version)
    const version = action === 'publish' ? state.version : null
    await keepPlan(trx, itemSchedules, { item_id: id }, { action, version, at, timeZone, by: viewer.id, now })
    return { schedule: await openSchedules(trx, id) }
  })
}

/** Forgets what was planned, or that it failed. */
export function cancelSchedule(
  services: DraftServices,
  viewer: SignedIn,
  { id, scheduleId }: { id: string; scheduleId: string },
): Promise<Planned> {
  return inTransaction(services.db, async (trx) => {
    await lockDraft(services, trx, viewer, { id })
    await forgetPlan(trx, itemSchedules, { item_id: id }, scheduleId)
    return { schedule: await openSchedules(trx, id) }
  })
}

async function openSchedules(db: Db | Trx, itemId: string): Promise<Schedule[]> {
  const { rows } = await sql<Omit<Schedule, 'at'> & { at: Date }>`
    select s.id, s.action, s.version, s.at, s.time_zone as "timeZone", s.failure,
      (select ${authorJson} from users u where u.id = s.created_by) as by
    from item_schedules s where s.item_id = ${itemId} and ${isOpenSchedule} order by s.at, s.id`.execute(db)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** What is planned could be published as it is now, and no automatic save goes on with that revision. */
async function pinVersion(trx: Trx, viewer: SignedIn, state: DraftState, version = state.version): Promise<void> {
  if (version !== state.version) throw refuse('draft_conflict')
  refuseFaults([...(await publicationFaults(trx, viewer, state)), ...(await foreignMedia(trx, viewer, state))])
  await trx
    .updateTable('draft_revisions')
    .set({ kind: 'save' })
    .where('item_id', '=', state.id)
    .where('version', '=', version)
    .where('kind', '=', 'autosave')
    .execute()
}

export function runItemSchedules(services: Services): Promise<void> {
  return runDueSchedules(services, itemSchedules, async (trx, due) => {
    // the creator of the schedule may have lost the right to edit since
    const planner = await plannerOf(trx, due.by, services.clock.now())
    const state = await lockDraft(services, trx, planner, { id: due.item_id })
    if (due.version === null) await takeBack(services, trx, state.id)
    else await publishPlanned(services, trx, planner, { state, version: due.version })
  })
}

/** The creator of the schedule, with the rights that they have now. */
async function plannerOf(trx: Trx, id: string | null, now: Date): Promise<SignedIn> {
  const person = await trx
    .selectFrom('users')
    .select(['id', 'name', 'groups', 'suspend_reason', 'suspend_until'])
    .where('id', '=', id ?? '')
    .executeTakeFirst()
  if (!person || accountStatusOf(person, now).suspend) throw refuse('forbidden')
  return { ...plainLearner({ id: person.id, name: person.name }), groups: person.groups.filter(isGroup) }
}

/** The forms of the scheduled revision with the present owner of the item. Replaces what was published meanwhile. */
async function publishPlanned(
  services: Services,
  trx: Trx,
  planner: SignedIn,
  { state, version }: { state: DraftState; version: number },
): Promise<void> {
  if (state.published && state.publishedVersion === version) return
  const row = await trx
    .selectFrom('draft_revisions')
    .select('forms')
    .where('item_id', '=', state.id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) throw refuse('not_found')
  const forms = withOwnersOf(state, row.forms as unknown as AnyForms)
  await publishAs(services, trx, planner, { ...state, forms, version })
  await trx
    .updateTable('draft_revisions')
    .set({ kind: 'publish' })
    .where('item_id', '=', state.id)
    .where('version', '=', version)
    .execute()
}
