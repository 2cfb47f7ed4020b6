import type { ItemSchedule } from '@lantern/contract/authoring/publishing.ts'
import { newId } from '@lantern/contract/ids.ts'
import { isGroup, plainLearner, type SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { momentOf } from '#cms/index.ts'
import { accountStatusOf } from '#identity/index.ts'
import { isDatabaseAway, Refusal, refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { takeBack } from '../drafts/delete-draft.ts'
import { authorJson, type DraftServices, type DraftState, lockDraft, openDraft } from '../drafts/draft-state.ts'
import type { AnyForms } from '../drafts/part-forms.ts'
import { refuseFaults } from '../drafts/save-part.ts'
import { withOwnersOf } from '../drafts/with-owners.ts'
import { foreignMedia } from './foreign-media.ts'
import { publicationFaults, publishAs } from './publish-draft.ts'

const mostPlanned = 20

export interface ScheduleWish {
  id: string
  action: 'publish' | 'unpublish'
  /** What its author saw; another one is a conflict. */
  version?: number
  /** What a clock in that time zone shows then, as in 2026-12-24T18:00. */
  at: string
  timeZone: string
}

export async function readSchedule(
  services: DraftServices,
  viewer: SignedIn,
  id: string,
): Promise<{ schedule: ItemSchedule[] }> {
  await openDraft(services, viewer, { id })
  return { schedule: await openSchedules(services.db, id) }
}

/** Plans to publish the draft as it stands now, or to take the item back. The same plan twice is one. */
export function scheduleItem(
  services: DraftServices,
  viewer: SignedIn,
  wish: ScheduleWish,
): Promise<{ schedule: ItemSchedule[] }> {
  const { id, action, timeZone } = wish
  const at = momentOf(wish.at, timeZone)
  const now = services.clock.now()
  if (at <= now) throw refuse('bad_request', { details: [{ field: 'at', message: 'cms.schedule_past' }] })
  return inTransaction(services.db, async (trx) => {
    const state = await lockDraft(services, trx, viewer, { id })
    if (action === 'publish') await pinVersion(trx, viewer, state, wish.version)
    const version = action === 'publish' ? state.version : null
    const planned = await trx
      .selectFrom('item_schedules')
      .select(['action', 'version', 'at'])
      .where('item_id', '=', id)
      .where('done_at', 'is', null)
      .execute()
    const isPlanned = planned.some(
      (one) => one.action === action && one.version === version && one.at.getTime() === at.getTime(),
    )
    if (!isPlanned && planned.length >= mostPlanned) {
      throw refuse('bad_request', {
        details: [{ field: 'at', message: 'cms.fault_too_many', values: { value: mostPlanned } }],
      })
    }
    if (!isPlanned) {
      const plan = { id: newId('schedule', now.getTime()), item_id: id, action, version, at, time_zone: timeZone }
      await trx
        .insertInto('item_schedules')
        .values({ ...plan, created_by: viewer.id, created_at: now })
        .execute()
    }
    return { schedule: await openSchedules(trx, id) }
  })
}

/** Forgets what was planned, or that it failed. */
export function cancelSchedule(
  services: DraftServices,
  viewer: SignedIn,
  { id, scheduleId }: { id: string; scheduleId: string },
): Promise<{ schedule: ItemSchedule[] }> {
  return inTransaction(services.db, async (trx) => {
    await lockDraft(services, trx, viewer, { id })
    await sql`delete from item_schedules s where s.id = ${scheduleId} and s.item_id = ${id} and ${isOpen}`.execute(trx)
    return { schedule: await openSchedules(trx, id) }
  })
}

/** What is still to happen, and what could not be done when its time had come; `s` is item_schedules. */
const isOpen = sql`(s.done_at is null or s.failure is not null)`

async function openSchedules(db: Db | Trx, itemId: string): Promise<ItemSchedule[]> {
  const { rows } = await sql<Omit<ItemSchedule, 'at'> & { at: Date }>`
    select s.id, s.action, s.version, s.at, s.time_zone as "timeZone", s.failure,
      (select ${authorJson} from users u where u.id = s.created_by) as by
    from item_schedules s where s.item_id = ${itemId} and ${isOpen} order by s.at, s.id`.execute(db)
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

/**
 * Does everything whose time has come, each thing in a transaction of its own and by one worker alone. What was missed
 * while nobody worked is made up for, in its order. What cannot be done is left with the reason.
 */
export async function runItemSchedules(services: Services): Promise<void> {
  for (;;) {
    const done = await inTransaction(services.db, (trx) => runNext(services, trx))
    if (!done) return
  }
}

interface DueSchedule {
  id: string
  item_id: string
  version: number | null
  created_by: string | null
}

async function runNext(services: Services, trx: Trx): Promise<boolean> {
  const now = services.clock.now()
  const { rows } = await sql<DueSchedule>`
    select id, item_id, version, created_by from item_schedules
    where done_at is null and at <= ${now} order by at, id limit 1`.execute(trx)
  const due = rows[0]
  if (!due) return false
  // lock order: the item first, as in every save. A worker that waited for another one finds the schedule done.
  await sql`select from items where id = ${due.item_id} for no key update`.execute(trx)
  const open = await trx
    .selectFrom('item_schedules')
    .select('id')
    .where('id', '=', due.id)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  if (!open) return true
  const failure = await failureOf(services, trx, due)
  await trx.updateTable('item_schedules').set({ done_at: now, failure }).where('id', '=', due.id).execute()
  return true
}

/** Why it was not done; null when it was. What it had begun to write is undone then. */
async function failureOf(services: Services, trx: Trx, due: DueSchedule): Promise<string | null> {
  await sql`savepoint planned`.execute(trx)
  try {
    // the creator of the schedule may have lost the right to edit since
    const planner = await plannerOf(trx, due.created_by, services.clock.now())
    const state = await lockDraft(services, trx, planner, { id: due.item_id })
    if (due.version === null) await takeBack(services, trx, state.id)
    else await publishPlanned(services, trx, planner, { state, version: due.version })
    return null
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    await sql`rollback to savepoint planned`.execute(trx)
    if (error instanceof Refusal) return error.code
    services.log.error({ err: error, schedule: due.id }, 'an item was not published at its time')
    return 'internal'
  }
}

/** Whoever planned it, with the rights that they have now. */
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
