import type { CaseEntry, CaseFile } from '@lantern/contract/community/reports.ts'
import { moderatorGroups, type SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { shownName } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import { inNameOrder } from '#kit/name-order.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { notify } from '#notifications/index.ts'
import { type CaseRow, caseById, entryOf, requireCase } from './case-rows.ts'
import type { Target } from './report-thing.ts'
import { caseHanded } from './tell-of-decisions.ts'

/**
 * Hands an open case to a moderator, or with null back to all of them. It is no lock: a case that must not wait is decided
 * by another. Handing it to who has it changes nothing.
 */
export function handOver(
  services: Services,
  viewer: SignedIn,
  { id, type, moderatorId, note = '' }: Target & { moderatorId: string | null; note?: string },
): Promise<{ report: CaseEntry }> {
  return inTransaction(services.db, async (trx) => {
    const row = await requireCase(trx, { id, type })
    if (row.status !== 'open') throw refuse('conflict')
    if (moderatorId !== null && !(await moderatorsFor(trx, row)).some((one) => one.id === moderatorId))
      throw refuse('bad_request', { details: [{ field: 'moderatorId', message: 'community.no_moderator' }] })
    if ((row.assignee?.id ?? null) === moderatorId) return { report: entryOf(row) }
    const { rows } = await sql<{ id: number }>`
      insert into case_handovers (case_id, moderator_id, assignee_id, note, handed_at)
      values (${row.id}, ${viewer.id}, ${moderatorId}, ${note}, ${services.clock.now()})
      returning id::integer as id`.execute(trx)
    if (moderatorId !== null && moderatorId !== viewer.id) {
      const payload = { caseId: row.id, name: viewer.name, note }
      await notify(services, trx, caseHanded, { people: [moderatorId], key: `case_handed:${rows[0]?.id}`, payload })
    }
    return { report: entryOf(await caseById(trx, row.id)) }
  })
}

/** Moderators who may decide the case: it is never about what is their own. */
export async function moderatorsFor(db: Db | Trx, { subject_id: subjectId }: CaseRow): Promise<CaseFile['moderators']> {
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, ${shownName} as name from users u
    where u.groups <> '{}' and u.groups && ${moderatorGroups}::text[] and u.deleted_at is null and u.id is distinct from ${subjectId}
    order by ${inNameOrder(shownName)}, u.id limit 200`.execute(db)
  return rows
}

export async function handoversOf(db: Db, caseId: string): Promise<CaseFile['handovers']> {
  const { rows } = await sql<{
    id: number
    moderator: string | null
    assignee: string | null
    note: string
    handed_at: Date
  }>`
    select h.id::integer as id, h.note, h.handed_at,
      (select ${shownName} from users u where u.id = h.moderator_id) as moderator,
      (select ${shownName} from users u where u.id = h.assignee_id) as assignee
    from case_handovers h where h.case_id = ${caseId} order by h.id desc limit 50`.execute(db)
  return rows.map(({ handed_at, ...row }) => ({ ...row, time: handed_at.toISOString() }))
}
