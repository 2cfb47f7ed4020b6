import type { QuestionDraft } from '@lantern/contract/quiz/faults.ts'
import type { Db } from '#kit/sql.ts'
import { inTransaction } from '#kit/sql.ts'
import { type KeyedQuestion, readQuizQuestions, saveQuizQuestions } from '#quiz/index.ts'
import { type BuiltItem, buildQuiz, type ItemOptions } from './builders.ts'

export interface QuizOptions extends ItemOptions {
  /** How many plain questions with one right option of four, or each question as the test needs it. Default 3. */
  questions?: number | QuestionDraft[]
  passNumber?: number
  freezingTimeInHours?: number
  timeLimitInMinutes?: number
}

export interface BuiltQuiz extends BuiltItem {
  questions: KeyedQuestion[]
  /** The right option ids of a question. */
  right(index: number): string[]
  /** One wrong option id of a question. */
  wrong(index: number): string[]
}

/** A published quiz with questions. */
export async function buildQuizWithQuestions(db: Db, options: QuizOptions = {}): Promise<BuiltQuiz> {
  const { questions: wanted = 3, passNumber = 1, freezingTimeInHours = 0, timeLimitInMinutes, ...item } = options
  const drafts =
    typeof wanted === 'number' ? Array.from({ length: wanted }, (_, index) => plainQuestion(index)) : wanted
  const quiz = await buildQuiz(db, item)
  await inTransaction(db, (trx) =>
    saveQuizQuestions(trx, quiz.id, { questions: drafts, passNumber, freezingTimeInHours, timeLimitInMinutes }),
  )
  const questions = await readQuizQuestions(db, quiz.id)
  const optionsOf = (index: number, correct: boolean) =>
    (questions[index]?.options ?? []).filter((option) => option.correct === correct).map(({ id }) => id)
  return {
    ...quiz,
    questions,
    right: (index) => optionsOf(index, true),
    wrong: (index) => optionsOf(index, false).slice(0, 1),
  }
}

export function plainQuestion(index: number): QuestionDraft {
  return {
    body: `<p>第${index + 1}题问什么？</p>`,
    options: ['甲', '乙', '丙', '丁'].map((body, at) => ({ body: `${body}${index + 1}`, correct: at === index % 4 })),
    quizFeedback: { correct: `<p>对，第${index + 1}题。</p>`, wrong: `<p>再想想第${index + 1}题。</p>` },
  }
}
