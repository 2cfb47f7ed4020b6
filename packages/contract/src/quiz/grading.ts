import type { QuestionAnswers } from './attempt.ts'
import { kindOf } from './kinds/index.ts'
import type { Answerable } from './kinds/question-kind.ts'

export interface Grade {
  /** How many were answered right as a whole. */
  correctCount: number
  questionCount: number
  /** Ids of the questions answered right. */
  right: ReadonlySet<string>
  /** What each answer is worth, from 0 to 1, by question. */
  credits: ReadonlyMap<string, number>
  /** The sum of them: what the number to pass is compared with. */
  score: number
}

export function grade(questions: readonly Answerable[], answers: QuestionAnswers): Grade {
  const credits = new Map(
    questions.map((question) => {
      const given = answers[question.id] ?? []
      return [question.id, given.length === 0 ? 0 : whole(kindOf(question).credit(question, given))]
    }),
  )
  const right = new Set([...credits].filter(([, credit]) => credit === 1).map(([id]) => id))
  const parts = [...credits.values()].reduce((sum, credit) => sum + credit, 0)
  return { correctCount: right.size, questionCount: questions.length, right, credits, score: whole(parts) }
}

/** Three thirds are one. */
function whole(sum: number): number {
  return Math.round(sum * 1e6) / 1e6
}
