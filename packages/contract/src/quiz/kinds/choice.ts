import type { Answerable, Asked, QuestionKind } from './question-kind.ts'

const common: Pick<QuestionKind<undefined>, 'faults' | 'credit' | 'shown' | 'right'> = {
  faults({ options }: Asked) {
    const field = 'options'
    return [
      ...(options.length < 2 ? [{ field, message: 'quiz_needs_two_options' } as const] : []),
      ...(options.some(({ correct }) => correct) ? [] : [{ field, message: 'quiz_needs_correct_answer' } as const]),
    ]
  },
  /** Right when exactly the correct options were chosen; in part it is nothing, unless the options say what they add. */
  credit({ options }, given) {
    const chosen = new Set(given)
    const correct = options.filter((option) => option.correct)
    if (chosen.size === correct.length && correct.every(({ id }) => chosen.has(id))) return 1
    const added = options.filter(({ id }) => chosen.has(id)).reduce((sum, { credit = 0 }) => sum + credit, 0)
    return Math.min(1, Math.max(0, added / 100))
  },
  shown: () => null,
  right: () => ({}),
}

/** One of the options is right, and one is chosen. */
export const single: QuestionKind<undefined> = {
  ...common,
  refusal: (question, given) =>
    refusedOptions(question, given) ?? (given.length > 1 ? 'quiz.refused.one_answer' : null),
}

/** Several of the options are right, and any number is chosen. */
export const several: QuestionKind<undefined> = { ...common, refusal: refusedOptions }

function refusedOptions({ options }: Answerable, given: readonly string[]) {
  const offered = new Set(options.map(({ id }) => id))
  const isSound = new Set(given).size === given.length && given.every((id) => offered.has(id))
  return isSound ? null : 'quiz.refused.option'
}
