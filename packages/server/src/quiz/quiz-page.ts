import type { Question, QuizSetting, ReadAgain } from '@lantern/contract/quiz/quizzes.ts'
import { attemptSeed } from '@lantern/contract/quiz/shuffle.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { shownTo } from '#catalog/index.ts'
import { idRows } from '#kit/id-lists.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { isOpen, type Standing } from './attempts.ts'
import { questionsOf } from './questions.ts'
import { explainedQuestions, hintedQuestions, keyedQuestions, openQuestions } from './views.ts'

/** The setting of a quiz whose questions were not written yet. */
const noSetting: QuizSetting = { passNumber: 1, freezingTimeInHours: 0, timeLimitInMinutes: null }

export function settingOf(standing: Standing | null): QuizSetting {
  if (!standing) return noSetting
  const { passNumber, freezingTimeInHours, timeLimitInMinutes } = standing
  return { passNumber, freezingTimeInHours, timeLimitInMinutes }
}

/** The questions as a reader of the quiz may know them now. Only its makers pass `edit`. */
export async function questionsFor(
  db: Db,
  viewer: Viewer,
  standing: Standing,
  options: { edit: boolean },
): Promise<Question[]> {
  const { quizId, attempt, revision, timeLimitInMinutes } = standing
  if (options.edit) return keyedQuestions(await questionsOf(db, quizId, revision), null)
  if (viewer.kind === 'guest' || attempt === null) {
    // a timed quiz cannot be studied before its clock runs
    if (timeLimitInMinutes !== null) return []
    const seed = viewer.kind === 'guest' ? quizId : attemptSeed(viewer.id, quizId, 1)
    return openQuestions(await questionsOf(db, quizId, revision), seed)
  }
  const questions = await questionsOf(db, quizId, attempt.revision)
  const seed = attemptSeed(viewer.id, quizId, attempt.number)
  if (isOpen(attempt)) return openQuestions(questions, seed)
  return attempt.passed ? explainedQuestions(questions, seed, attempt) : hintedQuestions(questions, seed, attempt)
}

/** What the questions send their reader back to; what is not public any more is left out. */
export async function readAgainMap(
  db: Db | Trx,
  viewer: Viewer,
  questions: readonly Question[],
): Promise<Record<string, ReadAgain>> {
  const ids = [...new Set(questions.flatMap((question) => question.contentIds ?? []))]
  if (ids.length === 0) return {}
  const { rows } = await sql<ReadAgain>`
    with asked as ${idRows(ids)}
    select i.id, i.id as "itemId", i.type, i.slug, i.language, i.title, null::json as step
    from asked join items i on i.id = asked.id where ${shownTo(viewer)}
    union all
    select s.id, i.id, i.type, i.slug, i.language, i.title,
      json_build_object('number', s.position + 1, 'title', s.title, 'anchor', s.anchor)
    from asked join sections s on s.id = asked.id join items i on i.id = s.item_id
    where ${shownTo(viewer)}`.execute(db)
  return Object.fromEntries(rows.map((row) => [row.id, row]))
}
