import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { type PlannedList, planList } from './plan.ts'
import { lockList, type StoredList } from './stored-list.ts'

const job = 'rosters.plan'

/** Of more lines the plan takes longer than a call may. */
const plannedAtOnce = 5_000

/** Plans a list, or has a long one planned by a job. Says whether it is planned. */
export async function planSoon({ jobs, clock }: Services, trx: Trx, list: PlannedList): Promise<boolean> {
  const { rows } = await sql<{ isLong: boolean }>`
    select count(*) > ${plannedAtOnce} as "isLong" from name_list_lines where list_id = ${list.id}`.execute(trx)
  const isLong = rows[0]?.isLong ?? false
  if (isLong) {
    await jobs.send(trx, job, { listId: list.id, organisationId: list.organisationId }, { key: list.id })
    await trx.updateTable('name_lists').set({ state: 'planning' }).where('id', '=', list.id).execute()
  } else await plan(trx, list, clock.now())
  return !isLong
}

/** A list that was mended while it was planned is planned once more. */
export function planLists({ db, jobs, clock }: Services): void {
  jobs.define(
    job,
    async ([data]) => {
      const { listId, organisationId } = data as { listId: string; organisationId: string }
      await inTransaction(db, async (trx) => {
        await sql`set local statement_timeout = 0`.execute(trx)
        const list = await lockList(trx, organisationId, listId)
        if (list.state === 'planning') await plan(trx, list, clock.now())
      })
    },
    { isLong: true, isKeyed: true },
  )
}

async function plan(trx: Trx, list: PlannedList, now: Date): Promise<void> {
  await planList(trx, list)
  await trx.updateTable('name_lists').set({ state: 'planned', planned_at: now }).where('id', '=', list.id).execute()
}

/** Whether no other list of the organisation was written since this one was planned, or is being written. */
export async function isPlanOfNow(trx: Trx, { id, organisationId, plannedAt }: StoredList): Promise<boolean> {
  const { rows } = await sql`
    select from name_lists where organisation_id = ${organisationId} and id <> ${id}
      and (state = 'importing' or done_at >= ${plannedAt})`.execute(trx)
  return rows.length === 0
}
