import type { Ask } from '../asks.ts'
import { several, single } from './choice.ts'
import { essay } from './essay.ts'
import { gaps } from './gaps.ts'
import { hotspot } from './hotspot.ts'
import { matching } from './matching.ts'
import { numeric } from './numeric.ts'
import { ordering } from './ordering.ts'
import type { Asked, QuestionKind } from './question-kind.ts'
import { text } from './text.ts'

/** What kinds there are. A choice is of one or of several by how many options are right. */
const kinds: { single: QuestionKind<undefined>; several: QuestionKind<undefined> } & {
  [Kind in Ask['kind']]: QuestionKind<Extract<Ask, { kind: Kind }>>
} = { single, several, numeric, text, ordering, matching, gaps, essay, hotspot }

export type QuestionKindName = keyof typeof kinds

export function kindNameOf({ options, ask }: Asked): QuestionKindName {
  if (ask) return ask.kind
  return options.filter(({ correct }) => correct).length > 1 ? 'several' : 'single'
}

export function kindOf(question: Asked): QuestionKind<Ask | undefined> {
  // the name says which of them the question's own data belong to
  return kinds[kindNameOf(question)] as QuestionKind<Ask | undefined>
}

/** Whether the question has options with words of their own. */
export function hasOptions({ ask }: Pick<Asked, 'ask'>): boolean {
  return ask === undefined || ask.kind === 'ordering' || ask.kind === 'matching'
}

/** Whether an answer can be right in part. */
export function countsInPart({ ask, options }: Asked): boolean {
  return ask !== undefined || options.some(({ credit }) => credit !== undefined)
}
