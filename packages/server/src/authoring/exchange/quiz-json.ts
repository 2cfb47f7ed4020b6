import { Ask, Match, OptionCredit, Points } from '@lantern/contract/quiz/asks.ts'
import type { QuestionDraft } from '@lantern/contract/quiz/faults.ts'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { FileProblem, htmlText, RowProblem, readRow, type SourceQuestion, type SourceRow } from './source-rows.ts'

// Our own format: everything a quiz has, nothing that only this site knows.

const format = 'lantern-quiz'
const version = 1

export interface QuizFile {
  title: string
  language: string
  questions: readonly QuestionDraft[]
}

const Question = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 1000 })),
  body: Type.String(),
  options: Type.Array(
    Type.Object({
      body: Type.String(),
      correct: Type.Boolean(),
      feedback: Type.Optional(Type.String()),
      match: Type.Optional(Match),
      credit: Type.Optional(OptionCredit),
    }),
  ),
  ask: Type.Optional(Ask),
  points: Type.Optional(Points),
  shuffleOptions: Type.Optional(Type.Boolean()),
  contentIds: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 })),
  quizFeedback: Type.Optional(Type.Object({ correct: Type.String(), wrong: Type.String() })),
})

/** The same quiz gives the same bytes. */
export function writeQuizJson({ title, language, questions }: QuizFile): string {
  const written = questions.map(
    ({ name = '', body, options, ask, points, shuffleOptions = true, contentIds = [], quizFeedback }) => ({
      ...(name && { name }),
      body,
      options: options.map(({ body: text, correct, feedback = '', match, credit }) => ({
        body: text,
        correct,
        feedback,
        ...(match !== undefined && { match }),
        ...(credit !== undefined && { credit }),
      })),
      ...(ask && { ask }),
      ...(points !== undefined && { points }),
      shuffleOptions,
      contentIds,
      quizFeedback: { correct: quizFeedback?.correct ?? '', wrong: quizFeedback?.wrong ?? '' },
    }),
  )
  return `${JSON.stringify({ format, version, title, language, questions: written }, null, 2)}\n`
}

export function readQuizJson(text: string): SourceRow[] {
  const file = parsed(text)
  if (file.format !== format || !Array.isArray(file.questions)) throw new FileProblem('file_unknown')
  if (file.version !== version) throw new FileProblem('json_expired', String(file.version))
  return file.questions.map((question: unknown) =>
    readRow({ line: null, excerpt: String(Object(question).body ?? '') }, () => {
      if (!Value.Check(Question, question)) throw new RowProblem('broken_row')
      return sourceOf(question)
    }),
  )
}

function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch (cause) {
    throw new FileProblem('json_broken', '', { cause })
  }
}

export function sourceOf(draft: QuestionDraft): SourceQuestion {
  const orNull = (html: string | undefined) => (html ? htmlText(html) : null)
  return {
    name: draft.name ?? '',
    body: htmlText(draft.body),
    options: draft.options.map(({ body, correct, feedback, match, credit }) => ({
      text: htmlText(body),
      correct,
      feedback: orNull(feedback),
      ...(match !== undefined && { match }),
      ...(credit !== undefined && { credit }),
    })),
    ...(draft.ask && { ask: draft.ask }),
    ...(draft.points !== undefined && { points: draft.points }),
    shuffle: draft.shuffleOptions ?? true,
    contentIds: draft.contentIds ?? [],
    feedback: { correct: orNull(draft.quizFeedback?.correct), wrong: orNull(draft.quizFeedback?.wrong) },
    pictures: new Map(),
  }
}
