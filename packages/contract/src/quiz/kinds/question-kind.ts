import type { Ask, Gap } from '../asks.ts'

/** The kinds that a question names; the others are choices. */
export const askKinds = [
  'numeric',
  'text',
  'ordering',
  'matching',
  'gaps',
  'essay',
  'hotspot',
] as const satisfies readonly Ask['kind'][]

/** What grading and the rules of a question's kind need to know of it. */
export interface Asked<A extends Ask | undefined = Ask | undefined> {
  options: readonly AskedOption[]
  ask?: A
  /** HTML, or the document of an editor. */
  body?: unknown
}

export interface AskedOption {
  id?: string
  correct: boolean
  credit?: number
  match?: string
}

/** A question with the ids that answers name. */
export interface Answerable<A extends Ask | undefined = Ask | undefined> extends Asked<A> {
  id: string
  options: readonly (AskedOption & { id: string })[]
}

/** A fault at `options`, or inside `ask`. */
export interface KindFault {
  field: string
  message: KindFaultKey
}

export type KindFaultKey =
  | 'quiz_needs_two_options'
  | 'quiz_needs_correct_answer'
  | 'quiz.fault.no_accepted'
  | 'quiz.fault.no_number'
  | 'quiz.fault.empty_unit'
  | 'quiz.fault.empty_match'
  | 'quiz.fault.gaps'
  | 'quiz.fault.lengths'
  | 'quiz.fault.hotspot_picture'
  | 'quiz.fault.areas'

export type RefusedAnswerKey = 'quiz.refused.option' | 'quiz.refused.one_answer' | 'quiz.refused.answer'

/** What a reader sees beside the text, and may know before the submission. */
export interface ShownAsk {
  kind: Ask['kind']
  units?: string[]
  /** What can be chosen for each option; in an order that says nothing. */
  targets?: string[]
  /** What goes into each gap of the text. */
  gaps?: { kind: Gap['kind']; choices?: string[] }[]
  /** How long a text should be, and may be, in characters. */
  lengths?: { least: number; most: number }
  /** How many points may be set on the picture. */
  most?: number
}

/**
 * All that a kind decides. An answer is a list of texts, kept as it was given: option ids where options are chosen or
 * ordered, what was typed elsewhere, and `key=value` where a question has several places.
 */
export interface QuestionKind<A extends Ask | undefined> {
  /** What must be mended before the question can be asked, beside its text and the words of its options. */
  faults(question: Asked<A>): KindFault[]
  /** Why this cannot be an answer to it; null when it can. An answer taken back, of no texts, always can. */
  refusal(question: Answerable<A>, given: readonly string[]): RefusedAnswerKey | null
  /** Answers are marked by a person; `credit` says nothing of them. */
  isMarked?: true
  /** What an answer is worth, from 0 to 1. */
  credit(question: Answerable<A>, given: readonly string[]): number
  /** Null for choices, whose question shows all. */
  shown(question: Answerable<A>, seed: string): ShownAsk | null
  /** The right answers in words, by the id of the option, or of the question as a whole. */
  right(question: Answerable<A>): Record<string, string[]>
}
