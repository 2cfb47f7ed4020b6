import { isError } from '@lantern/contract/cms/faults.ts'
import type { PageSchedule } from '@lantern/contract/cms/pages.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { isDatabaseAway, Refusal, refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { errorsOfPage } from './check-page.ts'
import { requireEditor } from './page-rights.ts'
import { type DraftState, lockDraft, openSchedule, readPage } from './page-rows.ts'
import { prepareContent } from './prepare-content.ts'
import { contentOf, detailOf, type PublishServices, publishVersion, takeBack } from './publish-page.ts'
import type { LocaleOfPage } from './save-page.ts'

const mostPlanned = 20

export interface ScheduleWish extends LocaleOfPage {
  action: 'publish' | 'unpublish'
  /** By default the newest. */
  version?: number
  /** What a clock in that time zone shows then, as in 2026-12-24T18:00. */
  at: string
  timeZone: string
}

/** Plans to publish a revision, or to take the page back. The same plan twice is one. */
export async function schedulePage(
  services: PublishServices,
  viewer: SignedIn,
  wish: ScheduleWish,
): Promise<{ schedule: PageSchedule[] }> {
  const { db, clock } = services
  const { id, locale, action, timeZone } = wish
  requireEditor(viewer, locale)
  const at = momentOf(wish.at, timeZone)
  const now = clock.now()
  if (at <= now) throw refuse('bad_request', { details: [{ field: 'at', message: 'cms.schedule_past' }] })
  return inTransaction(db, async (trx) => {
    const state = await lockDraft(trx, id, locale)
    const version = action === 'publish' ? (wish.version ?? state.version) : null
    if (version !== null) await pinVersion(services, trx, state, version)
    const planned = await trx
      .selectFrom('cms_schedules')
      .select(['action', 'version', 'at'])
      .where('page_id', '=', id)
      .where('locale', '=', locale)
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
      await trx
        .insertInto('cms_schedules')
        .values({
          id: newId('schedule', now.getTime()),
          page_id: id,
          locale,
          action,
          version,
          at,
          time_zone: timeZone,
          created_by: viewer.id,
          created_at: now,
        })
        .execute()
    }
    return scheduleOf(trx, wish)
  })
}

/** Forgets what was planned, or that it failed. */
export async function cancelSchedule(
  { db }: Pick<Services, 'db'>,
  viewer: SignedIn,
  { id, locale, scheduleId }: LocaleOfPage & { scheduleId: string },
): Promise<{ schedule: PageSchedule[] }> {
  requireEditor(viewer, locale)
  return inTransaction(db, async (trx) => {
    await lockDraft(trx, id, locale)
    await trx
      .deleteFrom('cms_schedules as s')
      .where('s.id', '=', scheduleId)
      .where('s.page_id', '=', id)
      .where('s.locale', '=', locale)
      .where(sql<boolean>`${openSchedule}`)
      .execute()
    return scheduleOf(trx, { id, locale })
  })
}

async function scheduleOf(trx: Trx, { id, locale }: LocaleOfPage): Promise<{ schedule: PageSchedule[] }> {
  const { locales } = await readPage(trx, id)
  return { schedule: locales.find((one) => one.locale === locale)?.schedule ?? [] }
}

/** What is planned can be published as it is now, and no automatic save goes on with that revision. */
async function pinVersion(services: PublishServices, trx: Trx, state: DraftState, version: number): Promise<void> {
  const { page, faults } = await prepareContent(trx, await contentOf(trx, state, version), state.locale)
  const errors = [...faults.filter(isError), ...errorsOfPage(services, page)]
  if (errors.length > 0) throw refuse('page_has_errors', { details: errors.slice(0, 20).map(detailOf) })
  await trx
    .updateTable('cms_revisions')
    .set({ kind: 'save' })
    .where('page_id', '=', state.pageId)
    .where('locale', '=', state.locale)
    .where('version', '=', version)
    .where('kind', '=', 'autosave')
    .execute()
}

/**
 * The moment at which clocks of a time zone show this. A time that summer time leaves out is an hour later, one that
 * there is twice is the first.
 */
export function momentOf(at: string, timeZone: string): Date {
  let local: Temporal.PlainDateTime
  try {
    local = Temporal.PlainDateTime.from(at, { overflow: 'reject' })
  } catch (cause) {
    throw refuse('bad_request', { details: [{ field: 'at', message: 'shape.pattern' }], cause })
  }
  const moment = new Date(local.toZonedDateTime(nameOf(timeZone), { disambiguation: 'compatible' }).epochMilliseconds)
  // what comes later is written in another way, which neither the database nor a clock reads back
  if (moment.getUTCFullYear() > 9999)
    throw refuse('bad_request', { details: [{ field: 'at', message: 'shape.pattern' }] })
  return moment
}

/** A zone by the name that clocks know it by. Whole times with a zone in them are none, though they could be read as one. */
function nameOf(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch (cause) {
    throw refuse('bad_request', { details: [{ field: 'timeZone', message: 'cms.schedule_time_zone' }], cause })
  }
}

/**
 * Does everything whose time has come, each thing in a transaction of its own and by one worker alone. What was missed
 * while nobody worked is made up for, in its order. What cannot be done is left with the reason.
 */
export async function runSchedules(services: PublishServices & Pick<Services, 'log'>): Promise<void> {
  for (;;) {
    const done = await inTransaction(services.db, (trx) => runNext(services, trx))
    if (!done) return
  }
}

async function runNext(services: PublishServices & Pick<Services, 'log'>, trx: Trx): Promise<boolean> {
  const now = services.clock.now()
  const { rows } = await sql<DueSchedule>`
    select id, page_id, locale, version, created_by as by from cms_schedules
    where done_at is null and at <= ${now} order by at, id limit 1`.execute(trx)
  const due = rows[0]
  if (!due) return false
  // the page first, as every editor locks it; whoever had to wait for another worker finds the work done
  await sql`select from cms_pages where id = ${due.page_id} for no key update`.execute(trx)
  const open = await trx
    .selectFrom('cms_schedules')
    .select('id')
    .where('id', '=', due.id)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  if (!open) return true
  const failure = await failureOf(services, trx, due)
  await trx.updateTable('cms_schedules').set({ done_at: now, failure }).where('id', '=', due.id).execute()
  return true
}

interface DueSchedule {
  id: string
  page_id: string
  locale: OfferedLocale
  version: number | null
  by: string | null
}

/** Why it was not done; null when it was. What it had begun to write is undone then. */
async function failureOf(
  services: PublishServices & Pick<Services, 'log'>,
  trx: Trx,
  due: DueSchedule,
): Promise<string | null> {
  await sql`savepoint planned`.execute(trx)
  try {
    const state = await lockDraft(trx, due.page_id, due.locale)
    if (due.version === null) await takeBack(services, trx, state)
    else await publishVersion(services, trx, state, { version: due.version, by: due.by })
    return null
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    await sql`rollback to savepoint planned`.execute(trx)
    if (error instanceof Refusal) return error.code
    services.log.error({ err: error, schedule: due.id }, 'a page was not published at its time')
    return 'internal'
  }
}
