import type { AssignmentCell } from '@lantern/contract/campus/assignments.ts'
import { sql } from 'kysely'
import { idRows } from '#kit/id-lists.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { handedInAt } from './handed-in.ts'

interface Assigned {
  id: string
  itemId: string
  dueAt: Date
  releaseAt: Date | null
}

interface Reading {
  now: Date
  /** Of a teacher, to whom marks are shown before their learners see them. */
  seesMarks: boolean
}

const nothing: AssignmentCell = {
  begun: false,
  done: false,
  percent: 0,
  score: null,
  toolMark: null,
  waiting: false,
  late: false,
  mark: null,
}

/**
 * How far these people are with these assignments, each in the order of the assignments, in three statements however many
 * they are. Progress is stored nowhere else than with learning and quizzes.
 */
export async function progressOf(
  db: Db | Trx,
  userIds: readonly string[],
  assignments: readonly Assigned[],
  { now, seesMarks }: Reading,
): Promise<Map<string, AssignmentCell[]>> {
  if (userIds.length === 0 || assignments.length === 0) return new Map(userIds.map((id) => [id, []]))
  const marked = assignments.filter(({ releaseAt }) => seesMarks || (releaseAt !== null && releaseAt <= now))
  const [records, own, marks] = await Promise.all([
    recordsOf(db, userIds, assignments),
    ownDueDates(db, userIds, assignments),
    marksOf(db, userIds, marked),
  ])
  return new Map(
    userIds.map((userId) => [
      userId,
      assignments.map(({ id, itemId, dueAt }) => {
        const due = own.get(`${userId} ${id}`) ?? dueAt
        const record = records.get(`${userId} ${itemId}`)
        const cell = record ? cellOf(record, due, now) : { ...nothing, late: due < now }
        return { ...cell, mark: marks.get(`${userId} ${id}`) ?? null }
      }),
    ]),
  )
}

/** Who finished in time and reads it again later is not late. */
function cellOf(row: RecordRow, due: Date, now: Date): Omit<AssignmentCell, 'mark'> {
  const done = row.completed_time !== null
  const share = row.parts === 0 ? 0 : Math.round((Math.min(row.done, row.parts) / row.parts) * 100)
  return {
    begun: true,
    done,
    percent: done ? 100 : share,
    score:
      row.correct === null ? null : { correct: Math.round(100 * row.correct) / 100, questions: row.questions ?? 0 },
    toolMark: row.tool_mark,
    waiting: !done && row.handed_in_at !== null,
    late: (row.handed_in_at ?? now) > due,
  }
}

interface RecordRow {
  user_id: string
  item_id: string
  completed_time: Date | null
  handed_in_at: Date | null
  correct: number | null
  questions: number | null
  tool_mark: number | null
  parts: number
  done: number
}

async function recordsOf(db: Db | Trx, userIds: readonly string[], assignments: readonly Assigned[]) {
  const { rows } = await sql<RecordRow>`
    with assigned as materialized (
      select x.id, (select count(*)::integer from sections t where t.item_id = x.id)
          + (select count(*)::integer from item_contents c where c.parent_id = x.id) as parts
      from ${idRows(assignments.map(({ itemId }) => itemId))} x
    )
    select p.user_id, p.item_id, p.completed_time, ${handedInAt} as handed_in_at, q.correct, q.questions, x.parts,
      (select round(avg(m.percent))::integer
        from (select p.item_id as id
          union all select c.child_id from item_contents c where c.parent_id = p.item_id) part
        join sections t on t.item_id = part.id
        join step_tool_marks m on m.tool_link_id = t.tool_link_id and m.user_id = p.user_id) as tool_mark,
      (select count(*)::integer from sections t
        where t.item_id = p.item_id and (p.steps -> t.work_step_id -> 'completed') = 'true'::jsonb)
        + (select count(*)::integer from item_contents c
            join learner_progress o on o.item_id = c.child_id and o.user_id = p.user_id
            where c.parent_id = p.item_id and o.completed) as done
    from learner_progress p join assigned x on x.id = p.item_id
    left join lateral (
      select coalesce(a.score, a.correct_count) as correct, a.question_count as questions from quiz_attempts a
      where a.user_id = p.user_id and a.item_id = p.item_id and a.submitted_at is not null and a.waiting = 0
      order by coalesce(a.score, a.correct_count)::real / greatest(a.question_count, 1) desc, a.number desc limit 1) q on true
    where p.user_id in (select id from ${idRows(userIds)} people)`.execute(db)
  return new Map(rows.map((row) => [`${row.user_id} ${row.item_id}`, row]))
}

async function ownDueDates(db: Db | Trx, userIds: readonly string[], assignments: readonly Assigned[]) {
  const { rows } = await sql<{ user_id: string; assignment_id: string; due_at: Date }>`
    select d.user_id, d.assignment_id, d.due_at from assignment_dates d
    where d.user_id in (select id from ${idRows(userIds)} people)
      and d.assignment_id in (select id from ${idRows(assignments.map(({ id }) => id))} assigned)`.execute(db)
  return new Map(rows.map((row) => [`${row.user_id} ${row.assignment_id}`, row.due_at]))
}

async function marksOf(db: Db | Trx, userIds: readonly string[], assignments: readonly Assigned[]) {
  if (assignments.length === 0) return new Map<string, AssignmentCell['mark']>()
  const { rows } = await sql<{
    user_id: string
    assignment_id: string
    points: number | null
    feedback: string
    levels: number[] | null
  }>`
    select m.user_id, m.assignment_id, m.points, m.feedback, m.levels from assignment_marks m
    where m.user_id in (select id from ${idRows(userIds)} people)
      and m.assignment_id in (select id from ${idRows(assignments.map(({ id }) => id))} assigned)`.execute(db)
  return new Map(
    rows.map(({ user_id, assignment_id, points, feedback, levels }) => [
      `${user_id} ${assignment_id}`,
      { points, feedback, ...(levels && { levels }) },
    ]),
  )
}
