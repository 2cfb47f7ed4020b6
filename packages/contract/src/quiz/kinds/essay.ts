import type { EssayAsk } from '../asks.ts'
import type { QuestionKind } from './question-kind.ts'

/** The longest text that an author may ask for, in characters. */
export const longestEssay = 10_000

/** One without limits and words for those who mark. */
export const emptyEssay: EssayAsk = { kind: 'essay', least: 0, most: longestEssay, guidance: '' }

/** A text with paragraphs is written, and marked by a person. */
export const essay: QuestionKind<EssayAsk> = {
  isMarked: true,
  faults({ ask }) {
    const { least = 0, most = 0 } = ask ?? {}
    return most >= 1 && least <= most ? [] : [{ field: 'ask.most', message: 'quiz.fault.lengths' }]
  },
  refusal: ({ ask }, given) =>
    given.length > 1 || given.some((text) => charactersOf(text) > (ask?.most ?? longestEssay))
      ? 'quiz.refused.answer'
      : null,
  credit: () => 0,
  shown: ({ ask }) => ({ kind: 'essay', ...(ask && { lengths: { least: ask.least, most: ask.most } }) }),
  right: () => ({}),
}

/** The length of a text as its limits mean it: characters, whatever their width, without the spaces around. */
export function charactersOf(text: string): number {
  return [...text.trim()].length
}
