import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { type Standing, type StandingRow, standingOf, standingRow } from './attempts.ts'
import { type KeyedQuestion, rememberedRevisions } from './questions.ts'
import { isMultiple } from './views.ts'

export interface GivenAnswer {
  questionId: string
  optionIds: string[]
  sequence: number
}

/**
 * The usual save, in one statement: keeps the answers in the open attempt when they fit the questions it began with, and
 * returns the standing afterwards. Null when that is not so, or not known here: then the long way finds out what to say.
 * `number` is the attempt that is meant, when the learner said so.
 */
export async function keepAtOnce(
  db: Db,
  userId: string,
  { quizId, number }: { quizId: string; number: number | undefined },
  answers: readonly GivenAnswer[],
  now: Date,
): Promise<Standing | null> {
  const fitting = [...rememberedRevisions(quizId)].filter(([, questions]) => !faultOf(questions, answers))
  if (answers.length === 0 || fitting.length === 0) return null
  const isMeant = sql`a.revision = any(${fitting.map(([revision]) => revision)}::integer[])
    and a.number = coalesce(${number ?? null}::integer, a.number)`
  const { rows } = await sql<KeptRow & StandingRow>`
    with ${keeping(userId, quizId, isMeant, answers, now)}
    select standing.*, ${keptColumns} from attempt, (${standingRow(userId, quizId)}) standing`.execute(db)
  return rows[0] ? afterKeeping(standingOf(quizId, rows[0]), rows[0], answers, now) : null
}

/**
 * Keeps answers of the open attempt, each unless a newer one is there already, and returns the standing afterwards; null
 * when the attempt is not open any more.
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
  const { rows } = await sql<KeptRow>`
    with ${keeping(userId, quizId, sql`a.number = ${attempt.number}`, answers, now)}
    select ${keptColumns} from attempt`.execute(db)
  return rows[0] ? afterKeeping(standing, rows[0], answers, now) : null
}

/**
 * The parts of a statement that keep answers. The attempt's row is held while they are written, so that a submission
 * counts all of a save or nothing of it.
 */
function keeping(
  userId: string,
  quizId: string,
  isMeant: RawBuilder<unknown>,
  answers: readonly GivenAnswer[],
  now: Date,
) {
  return sql`
    attempt as (
      update quiz_attempts a set saves = a.saves + 1
      where a.user_id = ${userId} and a.item_id = ${quizId} and ${isMeant}
        and a.submitted_at is null and (a.deadline_at is null or a.deadline_at > ${now})
      returning a.user_id, a.item_id, a.number, a.saves
    ), kept as (
      insert into quiz_answers (user_id, item_id, number, question_id, option_ids, sequence, saved_at)
      select attempt.user_id, attempt.item_id, attempt.number, given."questionId", given."optionIds",
        given.sequence, ${now}
      from attempt,
        jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
          as given ("questionId" text, "optionIds" text[], sequence bigint)
      order by given."questionId"
      on conflict (user_id, item_id, number, question_id) do update
        set option_ids = excluded.option_ids, sequence = excluded.sequence, saved_at = excluded.saved_at
        where quiz_answers.sequence <= excluded.sequence
      returning question_id
    )`
}

interface KeptRow {
  saves: number
  kept: string[]
}

const keptColumns = sql`attempt.saves, array(select question_id from kept) as kept`

function afterKeeping(standing: Standing, row: KeptRow, answers: readonly GivenAnswer[], now: Date): Standing | null {
  const { attempt } = standing
  if (!attempt) return null
  const kept = new Set(row.kept)
  const written = answers.filter(({ questionId }) => kept.has(questionId))
  return {
    ...standing,
    attempt: {
      ...attempt,
      // only a save that directly follows what was read leaves no gap
      saves: row.saves === attempt.saves + 1 ? row.saves : attempt.saves,
      answers: {
        ...attempt.answers,
        ...Object.fromEntries(written.map(({ questionId, optionIds }) => [questionId, optionIds])),
      },
      sequence: Math.max(attempt.sequence, ...written.map(({ sequence }) => sequence)),
      savedAt: kept.size > 0 ? now : attempt.savedAt,
    },
  }
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
  for (const [index, { questionId, optionIds }] of answers.entries()) {
    const question = byId.get(questionId)
    if (!question || seen.has(questionId)) {
      return { field: `answers.${index}.questionId`, message: 'quiz.refused.question' }
    }
    seen.add(questionId)
    const offered = new Set(question.options.map((option) => option.id))
    const field = `answers.${index}.optionIds`
    if (new Set(optionIds).size < optionIds.length || !optionIds.every((id) => offered.has(id))) {
      return { field, message: 'quiz.refused.option' }
    }
    if (optionIds.length > 1 && !isMultiple(question)) return { field, message: 'quiz.refused.one_answer' }
  }
  return null
}
