import { kindOf } from '@lantern/contract/quiz/kinds/index.ts'
import { type RawBuilder, sql } from 'kysely'
import { batchingAt } from '#kit/batching.ts'
import { refuse } from '#kit/errors.ts'
import { roundedUp } from '#kit/id-lists.ts'
import type { Db, Trx } from '#kit/sql.ts'
import {
  type AttemptJson,
  attemptColumn,
  type KeptAnswer,
  type Standing,
  type StandingAttempt,
  standingAttempt,
} from './attempts.ts'
import { type KeyedQuestion, rememberedRevisions } from './questions.ts'

export interface GivenAnswer {
  questionId: string
  /** Ids of the chosen options, or what was given to a question of another kind. */
  given: string[]
  sequence: number
}

/** What a save leaves behind: enough to tell the learner how it stands. */
export type Kept = Pick<Standing, 'quizId' | 'begun'> & { attempt: StandingAttempt }

/**
 * The usual save: keeps the answers in the open attempt when they fit the questions it began with, and returns how it
 * stands afterwards. Saves of many learners at the same moment are one statement and one commit. Null when the answers
 * do not fit, when that is not known here, or when another request holds this very attempt: then the long way
 * waits, or finds out what to say. `number` is the attempt that is meant, when the learner said so.
 */
export async function keepAtOnce(
  db: Db,
  userId: string,
  { quizId, number }: { quizId: string; number: number | undefined },
  answers: readonly GivenAnswer[],
  now: Date,
): Promise<Kept | null> {
  const revisions = [...rememberedRevisions(quizId)]
    .filter(([, questions]) => !faultOf(questions, answers))
    .map(([revision]) => revision)
  if (answers.length === 0 || revisions.length === 0) return null
  const kept = await keepGathered(db, { userId, quizId, number: number ?? null, revisions, answers, now })
  return kept && { quizId, begun: true, attempt: kept }
}

/**
 * Keeps answers of the open attempt, each unless a newer one is there already, and returns the standing afterwards; null
 * when the attempt is not open any more. Waits for a transaction that holds the attempt.
 */
export async function keepAnswers(
  db: Db | Trx,
  userId: string,
  standing: Standing,
  answers: readonly GivenAnswer[],
  now: Date,
): Promise<Standing | null> {
  const { quizId, attempt } = standing
  if (!attempt) return null
  const save = { userId, quizId, number: attempt.number, revisions: null, answers, now }
  const [kept] = await keepTogether(db, [save], sql`for no key update of a`)
  return kept ? { ...standing, attempt: kept } : null
}

interface Save {
  userId: string
  quizId: string
  /** The attempt that is meant; null for the one that is open. */
  number: number | null
  /** Revisions whose questions the answers fit; null when that was looked at before. */
  revisions: number[] | null
  answers: readonly GivenAnswer[]
  now: Date
}

// an attempt locked elsewhere is left out: one learner's slow act must not keep the others waiting
const keepGathered = batchingAt((db, saves: readonly Save[]) =>
  keepTogether(db, saves, sql`for no key update of a skip locked`),
)

/**
 * Keeps the answers of several saves, of each attempt the first one: null for a save that was not kept. The rows are
 * locked before they are written, so that a submission counts all of a save or nothing of it.
 */
async function keepTogether(
  db: Db | Trx,
  saves: readonly Save[],
  hold: RawBuilder<unknown>,
): Promise<(StandingAttempt | null)[]> {
  const byAttempt = new Map(saves.map((save, at) => [`${save.userId} ${save.quizId}`, at] as const).toReversed())
  const given = [...byAttempt.values()].map((at) => givenRow(at, saves[at]))
  const { rows } = await sql<{ at: number; attempt: AttemptJson }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (at integer, "userId" text, "quizId" text,
        number integer, revisions integer[], answers jsonb, now timestamptz)
      limit ${sql.lit(roundedUp(given.length))}
    ), held as (
      select g.at, g.answers, a.user_id, a.item_id, a.number
      from given g join quiz_attempts a on a.user_id = g."userId" and a.item_id = g."quizId"
      where a.submitted_at is null and (a.deadline_at is null or a.deadline_at > g.now)
        and (g.number is null or a.number = g.number) and (g.revisions is null or a.revision = any(g.revisions))
      ${hold}
    )
    update quiz_attempts a set saves = a.saves + 1, answers = a.answers || coalesce((
      select jsonb_object_agg(n.key, n.value) from jsonb_each(held.answers) n
      where coalesce((a.answers -> n.key ->> 0)::bigint, 0) <= (n.value ->> 0)::bigint), '{}')
    from held
    where a.user_id = held.user_id and a.item_id = held.item_id and a.number = held.number
    returning held.at, ${attemptColumn} as attempt`.execute(db)
  const kept = new Map(rows.map(({ at, attempt }) => [at, standingAttempt(attempt)]))
  return saves.map((_, at) => kept.get(at) ?? null)
}

function givenRow(at: number, save: Save | undefined) {
  const ms = save?.now.getTime() ?? 0
  const answers = save?.answers.map(({ questionId, given, sequence }): [string, KeptAnswer] => [
    questionId,
    [sequence, ms, given],
  ])
  return { ...save, at, answers: Object.fromEntries(answers ?? []) }
}

/** Refuses what the questions of the attempt do not offer, naming the field. */
export function checkAnswers(questions: readonly KeyedQuestion[], answers: readonly GivenAnswer[]): void {
  const fault = faultOf(questions, answers)
  if (fault) throw refuse('bad_request', { details: [fault] })
}

function faultOf(
  questions: readonly KeyedQuestion[],
  answers: readonly GivenAnswer[],
): { field: string; message: string } | null {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const seen = new Set<string>()
  for (const [index, { questionId, given }] of answers.entries()) {
    const question = byId.get(questionId)
    if (!question || seen.has(questionId)) {
      return { field: `answers.${index}.questionId`, message: 'quiz.refused.question' }
    }
    seen.add(questionId)
    const message = kindOf(question).refusal(question, given)
    if (message) return { field: `answers.${index}.${question.ask ? 'given' : 'optionIds'}`, message }
  }
  return null
}
