import type { Mark } from '@lantern/contract/quiz/grading.ts'
import { kindOf } from '@lantern/contract/quiz/kinds/index.ts'
import { sql } from 'kysely'
import type { Trx } from '#kit/sql.ts'
import { type AttemptJson, attemptColumn, gradedAs, type StandingAttempt, standingAttempt } from './attempts.ts'
import { type KeyedQuestion, questionsOf } from './questions.ts'

interface AnswerOfAttempt {
  userId: string
  quizId: string
  number: number
  questionId: string
}

interface Marking {
  /** What the mark stands for: of the points that the question counts. */
  markOf(question: KeyedQuestion): Mark
  /** When the mark that the marker saw was given, in milliseconds; null when there was none. */
  seenAt: number | null
  markedBy: string
  now: Date
}

type Marked =
  /** There is no such answer that a person marks. */
  | { outcome: 'none' }
  /** Somebody marked it since it was read. */
  | { outcome: 'changed' }
  /** `isWhole`: with this mark the attempt waits no longer. `isRetaken`: a later attempt is open or waits for marks. */
  | { outcome: 'marked'; attempt: StandingAttempt; isWhole: boolean; isRetaken: boolean }

/** Gives an answer its mark and grades the attempt anew. Two at the same time wait for each other. */
export async function markAnswer(
  trx: Trx,
  { userId, quizId, number, questionId }: AnswerOfAttempt,
  { markOf, seenAt, markedBy, now }: Marking,
): Promise<Marked> {
  const { rows } = await sql<{ attempt: AttemptJson; is_retaken: boolean }>`
    select ${attemptColumn} as attempt, coalesce((
      select b.submitted_at is null or b.waiting > 0 from quiz_attempts b
      where b.user_id = a.user_id and b.item_id = a.item_id and b.number > a.number
      order by b.number desc limit 1), false) as is_retaken
    from quiz_attempts a
    where a.user_id = ${userId} and a.item_id = ${quizId} and a.number = ${number} and a.submitted_at is not null
    for update of a`.execute(trx)
  const [row] = rows
  if (!row) return { outcome: 'none' }
  const before = standingAttempt(row.attempt)
  const questions = await questionsOf(trx, quizId, before.revision)
  const question = questions.find(({ id }) => id === questionId)
  if (!question || !kindOf(question).isMarked || !before.answers[questionId]?.length) return { outcome: 'none' }
  if ((before.marks?.[questionId]?.at ?? null) !== seenAt) return { outcome: 'changed' }
  const marks = { ...before.marks, [questionId]: { ...markOf(question), at: now.getTime() } }
  const attempt = { ...before, marks, ...gradedAs(questions, { ...before, marks }) }
  await sql`
    update quiz_attempts set marks = ${JSON.stringify(marks)}::jsonb, marked_by = ${markedBy},
      correct_count = ${attempt.correctCount}, passed = ${attempt.passed}, score = ${attempt.score},
      credits = ${attempt.credits && JSON.stringify(attempt.credits)}::jsonb, waiting = ${attempt.waiting}
    where user_id = ${userId} and item_id = ${quizId} and number = ${number}`.execute(trx)
  return { outcome: 'marked', attempt, isWhole: before.waiting > 0 && attempt.waiting === 0, isRetaken: row.is_retaken }
}
