import type { Planned, Schedule, ScheduleWish } from '@lantern/contract/documents.ts'
import { newId } from '@lantern/contract/ids.ts'
import { sql } from 'kysely'
import { isPassing, Refusal, refuse } from '../errors.ts'
import type { Services } from '../services.ts'
import { type Db, inTransaction, type Trx } from '../sql.ts'
import { momentOf } from '../zoned-time.ts'
import { type DocumentAt, type DocumentTable, isOf, keyNames, keyValues, lockDocument } from './document-table.ts'

// What is drafted can be published, or taken back, by itself when a time has come.

const mostPlanned = 20

/** A wish with its moment, checked. */
export interface Plan {
  action: ScheduleWish['action']
  /** The revision that is published; null to take back. */
  version: number | null
  at: Date
  timeZone: string
  by: string
  now: Date
}

/** The requested moment; a past one is refused. */
export function futureMoment({ at, timeZone }: Pick<ScheduleWish, 'at' | 'timeZone'>, now: Date): Date {
  const moment = momentOf(at, timeZone)
  if (moment <= now) throw refuse('bad_request', { details: [{ field: 'at', message: 'kit.schedule_past' }] })
  return moment
}

/** Keeps a plan and answers all that is planned. The same plan twice is one. The caller holds the lock of the document. */
export async function keepPlan(
  trx: Trx,
  document: DocumentAt<never>,
  { action, version, at, timeZone, by, now }: Plan,
): Promise<Planned> {
  const { table } = document
  const { rows: planned } = await sql<{ action: string; version: number | null; at: Date }>`
    select action, version, at from ${sql.table(table.schedules)}
    where ${isOf(document)} and done_at is null`.execute(trx)
  const isPlanned = planned.some(
    (one) => one.action === action && one.version === version && one.at.getTime() === at.getTime(),
  )
  if (isPlanned) return readPlanned(trx, document)
  if (planned.length >= mostPlanned) {
    throw refuse('bad_request', {
      details: [{ field: 'at', message: 'kit.schedule_too_many', values: { value: mostPlanned } }],
    })
  }
  const id = newId('schedule', now.getTime())
  await sql`
    insert into ${sql.table(table.schedules)}
      (id, ${keyNames(table)}, action, version, at, time_zone, created_by, created_at)
    values (${id}, ${keyValues(document)}, ${action}, ${version}, ${at}, ${timeZone}, ${by}, ${now})`.execute(trx)
  return readPlanned(trx, document)
}

/** What is to happen to a document, and what could not be done when its time had come. */
export async function readPlanned(db: Db | Trx, document: DocumentAt<never>): Promise<Planned> {
  const { table } = document
  const { rows } = await sql<Omit<Schedule, 'at'> & { at: Date }>`
    select s.id, s.action, s.version, s.at, s.time_zone as "timeZone", s.failure,
      ${table.authorOf(sql`s.created_by`)} as by
    from ${sql.table(table.schedules)} s where ${isOf(document)} and ${isOpenSchedule} order by s.at, s.id`.execute(db)
  return { schedule: rows.map((row) => ({ ...row, at: row.at.toISOString() })) }
}

/** What is still to happen, and what could not be done when its time had come; `s` is the table of schedules. */
export const isOpenSchedule = sql<boolean>`(s.done_at is null or s.failure is not null)`

/** Clears the schedule or its failure. The caller holds the lock of the document. */
export async function forgetPlan(trx: Trx, document: DocumentAt<never>, scheduleId: string): Promise<Planned> {
  await sql`
    delete from ${sql.table(document.table.schedules)} s
    where s.id = ${scheduleId} and ${isOf(document)} and ${isOpenSchedule}`.execute(trx)
  return readPlanned(trx, document)
}

/** A plan whose time has come, with the columns that name its draft. */
export type DueSchedule<Column extends string> = { id: string; version: number | null; by: string | null } & Record<
  Column,
  string
>

/**
 * Does everything whose time has come, each thing in a transaction of its own and by one worker alone. One missed
 * while no worker ran is made up for, in its order. What cannot be done is left with the reason.
 */
export async function runDueSchedules<Column extends string>(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  table: DocumentTable<never, Column>,
  carryOut: (trx: Trx, due: DueSchedule<Column>) => Promise<void>,
): Promise<void> {
  for (;;) {
    const done = await inTransaction(services.db, (trx) => runNext(services, trx, table, carryOut))
    if (!done) return
  }
}

async function runNext<Column extends string>(
  services: Pick<Services, 'clock' | 'log'>,
  trx: Trx,
  table: DocumentTable<never, Column>,
  carryOut: (trx: Trx, due: DueSchedule<Column>) => Promise<void>,
): Promise<boolean> {
  const now = services.clock.now()
  const schedules = sql.table(table.schedules)
  const { rows } = await sql<DueSchedule<Column>>`
    select id, version, created_by as "by", ${keyNames(table)} from ${schedules}
    where done_at is null and at <= ${now} order by at, id limit 1`.execute(trx)
  const due = rows[0]
  if (!due) return false
  // the order of every save: first what is drafted. A worker that waited for another one finds the schedule done.
  await lockDocument(trx, { table, key: due })
  const open = await sql`select from ${schedules} where id = ${due.id} and done_at is null`.execute(trx)
  if (open.rows.length === 0) return true
  const failure = await failureOf(services, trx, due, carryOut)
  await sql`update ${schedules} set done_at = ${now}, failure = ${failure} where id = ${due.id}`.execute(trx)
  return true
}

/** Why it was not done; null when it was. What it had begun to write is undone then. */
async function failureOf<Column extends string>(
  { log }: Pick<Services, 'log'>,
  trx: Trx,
  due: DueSchedule<Column>,
  carryOut: (trx: Trx, due: DueSchedule<Column>) => Promise<void>,
): Promise<string | null> {
  await sql`savepoint planned`.execute(trx)
  try {
    await carryOut(trx, due)
    return null
  } catch (error) {
    // it stays due, and the next minute tries again
    if (isPassing(error)) throw error
    await sql`rollback to savepoint planned`.execute(trx)
    if (error instanceof Refusal) return error.code
    log.error({ err: error, schedule: due.id }, 'a schedule was not carried out at its time')
    return 'internal'
  }
}
