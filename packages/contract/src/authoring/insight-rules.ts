/**
 * Nothing is told of fewer learners than this, and no count between 1 and this is printed: in a small class everybody
 * would know who it was.
 */
export const leastGroup = 5

/**
 * Counts of one distribution as they may be shown: small ones are null. When one alone would be hidden, the total would
 * give it away, so the smallest other one is hidden with it.
 */
export function protectCounts(counts: readonly number[]): (number | null)[] {
  const isSmall = (count: number) => count > 0 && count < leastGroup
  const shown = counts.map((count): number | null => (isSmall(count) ? null : count))
  if (shown.filter((count) => count === null).length === 1) {
    const rest = shown.filter((count) => count !== null && count > 0)
    const least = shown.indexOf(Math.min(...rest.map(Number)))
    if (rest.length > 0) shown[least] = null
  }
  return shown
}

/** One count that is no part of a distribution. */
export function protectCount(count: number): number | null {
  return count > 0 && count < leastGroup ? null : count
}

export const questionSigns = ['too_hard', 'too_easy', 'key_in_doubt', 'weak', 'unused_option'] as const
export type QuestionSign = (typeof questionSigns)[number]

export interface QuestionFigures {
  /** Share of right answers among submissions, 0 to 1. */
  shareRight: number
  /** From -1 to 1; null when everybody did the same. */
  discrimination: number | null
  options: readonly { correct: boolean; chosen: number }[]
  learners: number
}

/**
 * What deserves a look, by the usual rules of thumb of item analysis: under 30 % right is hard, over 95 % is easy, a
 * discrimination below 0 says that the strong learners choose something else than the key, below 0.2 it tells little.
 */
export function signsOfQuestion({ shareRight, discrimination, options, learners }: QuestionFigures): QuestionSign[] {
  const signs: QuestionSign[] = []
  if (learners < 20) return signs
  if (shareRight < 0.3) signs.push('too_hard')
  if (shareRight > 0.95) signs.push('too_easy')
  if (discrimination !== null && discrimination < 0) signs.push('key_in_doubt')
  else if (discrimination !== null && discrimination < 0.2 && shareRight <= 0.95) signs.push('weak')
  if (options.some(({ correct, chosen }) => !correct && chosen === 0)) signs.push('unused_option')
  return signs
}
