import { sql } from 'kysely'
import type { Trx } from '#kit/sql.ts'
import type { KeptAnswer, KeptMark } from './attempts.ts'

interface AttemptRow {
  user_id: string
  item_id: string
  number: number
  revision: number
  pass_number: number
  question_count: number
  version_id: string | null
  started_at: Date
  deadline_at: Date | null
  saves: number
  submitted_at: Date | null
  frozen_until: Date | null
  correct_count: number | null
  score: number | null
  credits: Record<string, number> | null
  passed: boolean | null
  waiting: number
  marks: Record<string, KeptMark> | null
  marked_by: string | null
  answers: Record<string, KeptAnswer>
}

/**
 * Gives one learner's attempts to another and numbers them anew by when they were begun. An attempt that is still open
 * stands at the end, because it is the one to go on with; of two open ones the one with the newer answers is, and takes
 * those answers of the other along that it lacks. The learners are locked by the caller.
 */
export async function absorbAttempts(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  const { rows: shared } = await sql<{ item_id: string }>`
    select distinct item_id from quiz_attempts where user_id = ${from} order by item_id`.execute(trx)
  for (const { item_id } of shared) await absorbAttemptsAt(trx, item_id, from, into)
  await trx.updateTable('quiz_attempts').set({ marked_by: into }).where('marked_by', '=', from).execute()
}

async function absorbAttemptsAt(trx: Trx, itemId: string, from: string, into: string): Promise<void> {
  const { rows: attempts } = await sql<AttemptRow>`
    select * from quiz_attempts where item_id = ${itemId} and user_id in (${from}, ${into})
    order by user_id, number for update`.execute(trx)
  await trx.deleteFrom('quiz_attempts').where('item_id', '=', itemId).where('user_id', 'in', [from, into]).execute()
  const rows = mergedAttempts(attempts).map((attempt, place) => ({
    ...attempt,
    answers: JSON.stringify(attempt.answers),
    credits: attempt.credits && JSON.stringify(attempt.credits),
    marks: attempt.marks && JSON.stringify(attempt.marks),
    user_id: into,
    number: place + 1,
  }))
  await trx.insertInto('quiz_attempts').values(rows).execute()
}

type Mergeable = Pick<AttemptRow, 'revision' | 'started_at' | 'submitted_at' | 'answers'>

/** The attempts of two people at one quiz in their common order. */
export function mergedAttempts<A extends Mergeable>(attempts: readonly A[]): A[] {
  const over = attempts.filter((attempt) => attempt.submitted_at !== null)
  const open = attempts.filter((attempt) => attempt.submitted_at === null)
  const byStart = over.sort((one, other) => one.started_at.getTime() - other.started_at.getTime())
  const goOnWith = open.reduce<A | null>((kept, next) => (kept ? combinedOpen(kept, next) : next), null)
  return goOnWith ? [...byStart, goOnWith] : byStart
}

function combinedOpen<A extends Mergeable>(one: A, other: A): A {
  const [newer, older] = lastTouched(one) >= lastTouched(other) ? [one, other] : [other, one]
  if (newer.revision !== older.revision) return newer
  return { ...newer, answers: { ...older.answers, ...newer.answers } }
}

function lastTouched({ started_at, answers }: Mergeable): number {
  return Math.max(started_at.getTime(), ...Object.values(answers).map(([, savedAtMs]) => savedAtMs))
}
