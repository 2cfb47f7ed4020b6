interface Weighed {
  /** In percent of the question, as other programs write it. */
  weight: number
  correct: boolean
}

/**
 * What choosing each answer adds, where an answer can be right in part; null where it is whole or nothing: with one to
 * choose, nothing else earns; with several, all right ones share alike, and each wrong one takes everything away.
 */
export function creditsOf(answers: readonly Weighed[], isSingle: boolean): number[] | null {
  const right = answers.filter(({ correct }) => correct).map(({ weight }) => weight)
  const wrong = answers.filter(({ correct }) => !correct).map(({ weight }) => weight)
  // files round a third to two or five places
  const isAlike = right.every((weight) => Math.abs(weight - 100 / right.length) < 0.1)
  const isWhole = isSingle ? wrong.every((weight) => weight <= 0) : isAlike && wrong.every((weight) => weight <= -100)
  return isWhole ? null : answers.map(({ weight }) => Math.min(100, Math.max(-100, weight)))
}
