import type { Ask } from './asks.ts'
import { hasOptions, kindOf } from './kinds/index.ts'
import type { KindFaultKey } from './kinds/question-kind.ts'

/** Questions as an author writes them; ids are given by the server where they are missing. Texts are sanitized HTML. */
export interface QuestionDraft {
  id?: string
  name?: string
  body: string
  /** What is chosen from, put in order or matched; none for the other kinds. */
  options: OptionDraft[]
  /** Omitted: a choice, of one where one option is right, else of several. */
  ask?: Ask
  /** What it counts in the points that are shown; omitted: 1. */
  points?: number
  shuffleOptions?: boolean
  /** Items and steps to read again for a learner who got it wrong. */
  contentIds?: string[]
  /** What a learner reads after submitting: with a right answer, with a wrong one. */
  quizFeedback?: { correct: string; wrong: string }
}

export interface OptionDraft {
  id?: string
  body: string
  correct: boolean
  /** What choosing it adds, from -100 to 100 percent of the question; omitted on every option: all or nothing. */
  credit?: number
  /** Where options are matched: what belongs to this one, as plain text. */
  match?: string
  /** What a learner who chose this option reads after submitting. */
  feedback?: string
}

export interface QuizDraft {
  questions: QuestionDraft[]
  passNumber: number
  freezingTimeInHours: number
  timeLimitInMinutes?: number | null
}

export interface QuizFault {
  /** Path of the field, as in `questions.3.options`. */
  field: string
  /** Key of the message. */
  message: QuizFaultKey
}

export type QuizFaultKey =
  | 'quiz_needs_questions'
  | KindFaultKey
  | 'error_lessOne'
  | 'quiz.fault.pass_number'
  | 'quiz.fault.freezing_time'
  | 'quiz.fault.time_limit'
  | 'quiz.fault.empty_body'
  | 'quiz.fault.empty_option'
  | 'quiz.fault.duplicate_id'
  | 'quiz.fault.too_many'

export const quizLimits = { questions: 500, options: 50, freezingTimeInHours: 8760, timeLimitInMinutes: 1440 } as const

/** Everything that keeps a quiz from being taken; an empty list when it is fine. */
export function quizFaults(quiz: QuizDraft): QuizFault[] {
  const { questions, passNumber, freezingTimeInHours, timeLimitInMinutes } = quiz
  const faults: QuizFault[] = []
  if (questions.length === 0) faults.push({ field: 'questions', message: 'quiz_needs_questions' })
  if (questions.length > quizLimits.questions) faults.push({ field: 'questions', message: 'quiz.fault.too_many' })
  if (hasTwice(questions.map((question) => question.id))) {
    faults.push({ field: 'questions', message: 'quiz.fault.duplicate_id' })
  }
  questions.forEach((question, index) => {
    faults.push(...questionFaults(question, `questions.${index}`))
  })
  if (!Number.isInteger(passNumber) || passNumber < 1) faults.push({ field: 'passNumber', message: 'error_lessOne' })
  else if (passNumber > Math.max(1, questions.length)) {
    faults.push({ field: 'passNumber', message: 'quiz.fault.pass_number' })
  }
  if (!isWholeBetween(freezingTimeInHours, 0, quizLimits.freezingTimeInHours)) {
    faults.push({ field: 'freezingTimeInHours', message: 'quiz.fault.freezing_time' })
  }
  if (timeLimitInMinutes != null && !isWholeBetween(timeLimitInMinutes, 1, quizLimits.timeLimitInMinutes)) {
    faults.push({ field: 'timeLimitInMinutes', message: 'quiz.fault.time_limit' })
  }
  return faults
}

function questionFaults(question: QuestionDraft, path: string): QuizFault[] {
  const { body } = question
  const options = hasOptions(question) ? question.options : []
  const faults: QuizFault[] = []
  if (isBlank(body)) faults.push({ field: `${path}.body`, message: 'quiz.fault.empty_body' })
  const field = `${path}.options`
  if (options.length > quizLimits.options) faults.push({ field, message: 'quiz.fault.too_many' })
  if (options.some((option) => isBlank(option.body))) faults.push({ field, message: 'quiz.fault.empty_option' })
  if (hasTwice(options.map((option) => option.id))) faults.push({ field, message: 'quiz.fault.duplicate_id' })
  const own = kindOf(question).faults(question)
  return [...faults, ...own.map((fault) => ({ ...fault, field: `${path}.${fault.field}` }))]
}

/** Markup without a word or a picture says nothing. */
function isBlank(html: string): boolean {
  return (
    !/<(img|svg|video|math)\b/i.test(html) &&
    html
      .replace(/<[^>]*>/g, '')
      .replaceAll('&nbsp;', '')
      .trim() === ''
  )
}

function hasTwice(ids: (string | undefined)[]): boolean {
  const given = ids.filter((id) => id !== undefined)
  return new Set(given).size < given.length
}

function isWholeBetween(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}
