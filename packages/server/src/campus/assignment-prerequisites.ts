import type { Assignment, assignItem } from '@lantern/contract/campus/assignments.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { findCycle } from '@lantern/contract/paths/path-graph.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { idRows } from '#kit/id-lists.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { refused } from './refused.ts'

// What of a class has to be done before an assignment opens. Whom that keeps out of what is said in catalog/locks.ts.

type Prerequisite = Assignment['prerequisites'][number]

/** By assignment, those of this class that have some. */
export async function prerequisitesOf(db: Db | Trx, classId: string): Promise<ReadonlyMap<string, Prerequisite[]>> {
  const { rows } = await sql<Prerequisite & { id: string }>`
    select n.assignment_id as id, n.needs_id as "assignmentId", n.to_pass as "toPass"
    from assignment_prerequisites n join assignments a on a.id = n.assignment_id
    where a.class_id = ${classId} order by n.assignment_id, n.needs_id`.execute(db)
  const byAssignment = new Map<string, Prerequisite[]>()
  for (const { id, ...one } of rows) byAssignment.set(id, [...(byAssignment.get(id) ?? []), one])
  return byAssignment
}

/**
 * Writes what an assignment waits for. What the teacher does not see, since its content was taken back for now, stays. The
 * class is locked by the caller, so that two changes make no circle together.
 */
export async function keepPrerequisites(
  trx: Trx,
  { classId, id, seen }: { classId: string; id: string; seen: ReadonlySet<string> },
  prerequisites: NonNullable<BodyOf<typeof assignItem>['prerequisites']>,
): Promise<void> {
  const { rows: assignments } = await sql<{ id: string; title: string; isQuiz: boolean }>`
    select a.id, i.title, i.type = 'quiz' as "isQuiz" from assignments a join items i on i.id = a.item_id
    where a.class_id = ${classId}`.execute(trx)
  const known = new Map(assignments.map((one) => [one.id, one]))
  const needsIds = prerequisites.map(({ assignmentId }) => assignmentId)
  if (needsIds.some((one) => !known.has(one))) throw refused('prerequisites', 'campus.prerequisite_gone')
  const others = await prerequisitesOf(trx, classId)
  const unseen = (others.get(id) ?? []).map(({ assignmentId }) => assignmentId).filter((one) => !seen.has(one))
  const staying = [...needsIds, ...unseen]
  const cycle = findCycle(
    assignments.map((one) => ({
      id: one.id,
      after: one.id === id ? staying : (others.get(one.id) ?? []).map(({ assignmentId }) => assignmentId),
    })),
  )
  if (cycle) {
    const titles = [...cycle, cycle[0] ?? ''].map((one) => known.get(one)?.title ?? one).join(' → ')
    throw refuse('bad_request', {
      details: [{ field: 'prerequisites', message: 'campus.prerequisite_cycle', values: { titles } }],
    })
  }
  await sql`
    delete from assignment_prerequisites where assignment_id = ${id}
      and needs_id not in (select asked.id from ${idRows(staying)} asked)`.execute(trx)
  for (const { assignmentId, toPass = false } of prerequisites) {
    await sql`
      insert into assignment_prerequisites (assignment_id, needs_id, to_pass)
      values (${id}, ${assignmentId}, ${toPass && known.get(assignmentId)?.isQuiz === true})
      on conflict (assignment_id, needs_id) do update set to_pass = excluded.to_pass`.execute(trx)
  }
}
