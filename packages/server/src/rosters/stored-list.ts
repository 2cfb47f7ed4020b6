import type { NameListPlan } from '@lantern/contract/rosters/name-lists.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Trx } from '#kit/sql.ts'
import type { PlannedList } from './plan.ts'

export interface StoredList extends PlannedList {
  state: NameListPlan['state']
  plannedAt: Date | null
  endsMissing: boolean
  madeBy: string | null
}

export async function lockList(trx: Trx, organisationId: string, listId: string): Promise<StoredList> {
  const { rows } = await sql<StoredList>`
    select id, organisation_id as "organisationId", format, people_whole as "peopleWhole", seats_whole as "seatsWhole",
      makes_classes as "makesClasses", state, planned_at as "plannedAt", ends_missing as "endsMissing", made_by as "madeBy"
    from name_lists where id = ${listId} and organisation_id = ${organisationId} and state <> 'reading'
    for update`.execute(trx)
  const [list] = rows
  if (!list) throw refuse('not_found')
  return list
}
