import type { OrderingAsk } from '../asks.ts'
import type { QuestionKind } from './question-kind.ts'

/** The options are brought into order. What stands after what it should is right: one that slipped costs its place alone. */
export const ordering: QuestionKind<OrderingAsk> = {
  faults: ({ options }) => (options.length < 2 ? [{ field: 'options', message: 'quiz_needs_two_options' }] : []),
  refusal({ options }, given) {
    if (given.length === 0) return null
    const ids = new Set(options.map(({ id }) => id))
    const isWhole = given.length === ids.size && new Set(given).size === ids.size && given.every((id) => ids.has(id))
    return isWhole ? null : 'quiz.refused.option'
  },
  credit({ options }, given) {
    if (given.length !== options.length || options.length < 2) return 0
    const followed = options.slice(1).filter(({ id }, at) => given[given.indexOf(options[at]?.id ?? '') + 1] === id)
    return followed.length / (options.length - 1)
  },
  shown: () => ({ kind: 'ordering' }),
  right: ({ options }) => Object.fromEntries(options.map(({ id }, at) => [id, [String(at + 1)]])),
}
