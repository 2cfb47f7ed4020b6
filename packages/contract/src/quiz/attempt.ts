/** What a learner has done with a quiz; none at all while it was never begun. */
export const quizStatuses = ['draft', 'submitted'] as const
export type QuizStatus = (typeof quizStatuses)[number]

/** What was given by question id: ids of chosen options, or the texts of another kind's answer. */
export type QuestionAnswers = Readonly<Record<string, readonly string[]>>

/** An answer that is right in part counts with that part. */
export function isPassed(score: number, passNumber: number): boolean {
  return score >= passNumber
}

/** What the button of a quiz does. A frozen quiz offers nothing until the countdown ends. */
export type QuizAct = 'begin' | 'continue' | 'retake' | 'frozen'

export function quizAct(status: QuizStatus | null, leftFreezingSeconds: number): QuizAct {
  if (status === null) return 'begin'
  if (status === 'draft') return 'continue'
  return canRetake(status, leftFreezingSeconds) ? 'retake' : 'frozen'
}

export function canRetake(status: QuizStatus | null, leftFreezingSeconds: number): boolean {
  return status === 'submitted' && leftFreezingSeconds <= 0
}

export function isFrozen(status: QuizStatus | null, leftFreezingSeconds: number): boolean {
  return status === 'submitted' && leftFreezingSeconds > 0
}

/** Until when a quiz stays frozen: its freezing time counts from the submission. */
export function frozenUntil(submittedAt: Date, freezingTimeInHours: number): Date {
  return new Date(submittedAt.getTime() + freezingTimeInHours * 3_600_000)
}

/** Whole seconds from now to a moment, rounded up so that 0 is never shown early; 0 when it has passed. */
export function secondsUntil(moment: Date | null, now: Date): number {
  return moment === null ? 0 : Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / 1000))
}

export type Countdown =
  | { unit: 'hours'; hours: number; minutes: number }
  | { unit: 'minutes'; minutes: number; seconds: number }
  | { unit: 'seconds'; seconds: number }

/** The largest unit that is not 0 leads the label, the next smaller one follows. */
export function countdown(leftSeconds: number): Countdown {
  const left = Math.max(0, Math.ceil(leftSeconds))
  const minutes = Math.floor(left / 60)
  if (minutes >= 60) return { unit: 'hours', hours: Math.floor(minutes / 60), minutes: minutes % 60 }
  if (minutes >= 1) return { unit: 'minutes', minutes, seconds: left % 60 }
  return { unit: 'seconds', seconds: left }
}

/** True when any question has an answer. */
export function isAnswered(answers: QuestionAnswers): boolean {
  return Object.values(answers).some((optionIds) => optionIds.length > 0)
}

export function unansweredIds(questionIds: readonly string[], answers: QuestionAnswers): string[] {
  return questionIds.filter((id) => (answers[id] ?? []).length === 0)
}

/** Where to go on: the first question with no answer; null when all have one. */
export function nextUnanswered(questionIds: readonly string[], answers: QuestionAnswers): string | null {
  return unansweredIds(questionIds, answers)[0] ?? null
}

/** What is chosen after a click on an option: one at a time where one is right, else each on its own. */
export function choose(chosen: readonly string[], optionId: string, multiple: boolean): string[] {
  if (!multiple) return [optionId]
  return chosen.includes(optionId) ? chosen.filter((id) => id !== optionId) : [...chosen, optionId]
}

/**
 * The number that orders saves of one attempt over all of a learner's devices: the time where clocks agree, and always
 * above everything this device has sent or heard of.
 */
export function nextSequence(highestKnown: number, nowMillis: number): number {
  return Math.max(highestKnown + 1, nowMillis)
}
