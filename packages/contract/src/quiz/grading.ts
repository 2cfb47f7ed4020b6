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
  /** Ids of the questions whose answers a person has yet to mark; they count nothing so far. */
  waiting: ReadonlySet<string>
}

/** What a person gave for an answer. */
export interface Mark {
  /** From 0 to 1. */
  credit: number
  /** Plain text for the learner. */
  comment: string
}

/** By question. */
export type Marks = Readonly<Record<string, Mark>>

export function grade(questions: readonly Answerable[], answers: QuestionAnswers, marks: Marks = {}): Grade {
  const waiting = new Set<string>()
  const credits = new Map(
    questions.map((question) => {
      const given = answers[question.id] ?? []
      if (given.length === 0) return [question.id, 0]
      const kind = kindOf(question)
      if (!kind.isMarked) return [question.id, whole(kind.credit(question, given))]
      const mark = marks[question.id]
      if (!mark) waiting.add(question.id)
      return [question.id, whole(mark?.credit ?? 0)]
    }),
  )
  const right = new Set([...credits].filter(([, credit]) => credit === 1).map(([id]) => id))
  const parts = [...credits.values()].reduce((sum, credit) => sum + credit, 0)
  return { correctCount: right.size, questionCount: questions.length, right, credits, score: whole(parts), waiting }
}

/** Three thirds are one. */
function whole(sum: number): number {
  return Math.round(sum * 1e6) / 1e6
}
