import type { MatchingAsk } from '../asks.ts'
import { shuffled } from '../shuffle.ts'
import { pairsOf } from './pairs.ts'
import type { Asked, QuestionKind } from './question-kind.ts'

/** For each option one of the matches is chosen; each right one is worth the same. */
export const matching: QuestionKind<MatchingAsk> = {
  faults: ({ options }) => [
    ...(options.length < 2 ? [{ field: 'options', message: 'quiz_needs_two_options' } as const] : []),
    ...options.flatMap(({ id, match = '' }, at) =>
      match.trim() === '' ? [{ field: `options.${id ?? at}.match`, message: 'quiz.fault.empty_match' } as const] : [],
    ),
  ],
  refusal(question, given) {
    const ids = new Set(question.options.map(({ id }) => id))
    const targets = new Set(targetsOf(question))
    const pairs = pairsOf(given)
    const isSound =
      pairs.size === given.length && [...pairs].every(([id, target]) => ids.has(id) && targets.has(target))
    return isSound ? null : 'quiz.refused.option'
  },
  credit({ options }, given) {
    const pairs = pairsOf(given)
    return options.filter(({ id, match }) => pairs.get(id) === match).length / Math.max(1, options.length)
  },
  shown: (question, seed) => ({
    kind: 'matching',
    targets: shuffled([...new Set(targetsOf(question))].sort(), `${seed}/${question.id}/targets`),
  }),
  right: ({ options }) => Object.fromEntries(options.map(({ id, match = '' }) => [id, [match]])),
}

function targetsOf({ options, ask }: Asked<MatchingAsk>): string[] {
  return [...options.map(({ match = '' }) => match), ...(ask?.others ?? [])].filter((target) => target !== '')
}
