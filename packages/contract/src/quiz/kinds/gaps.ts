import type { Gap, GapsAsk } from '../asks.ts'
import { shuffled } from '../shuffle.ts'
import { numericCredit, numericFaults, numericRight } from './numeric.ts'
import { pairsOf } from './pairs.ts'
import type { QuestionKind } from './question-kind.ts'
import { textCredit, textRight } from './text.ts'

const longestText = 500

/** Gaps in the text, each of words, a number or a choice; the first stands where the text says `[[1]]`. */
export const gaps: QuestionKind<GapsAsk> = {
  faults({ ask, body }) {
    const all = ask?.gaps ?? []
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? '')
    const named = [...text.matchAll(/\[\[(\d{1,3})\]\]/g)].map(([, number]) => Number(number))
    const isEach =
      named.length === all.length && new Set(named).size === all.length && Math.max(...named) === all.length
    return [
      ...(all.length > 0 && isEach ? [] : [{ field: 'body', message: 'quiz.fault.gaps' } as const]),
      ...all.flatMap((gap, at) => {
        const field = `ask.gaps.${at}`
        if (gap.kind === 'numeric') return numericFaults(gap).map(({ message }) => ({ field, message }))
        const isSound = gap.answers.some(({ credit, text: line }) => credit >= 100 && line.trim() !== '')
        return isSound ? [] : [{ field, message: 'quiz.fault.no_accepted' } as const]
      }),
    ]
  },
  refusal({ ask }, given) {
    const pairs = pairsOf(given)
    const isSound = [...pairs].every(([place, text]) => {
      const gap = ask?.gaps[Number(place) - 1]
      if (!gap || text.length > longestText) return false
      return gap.kind !== 'choice' || gap.answers.some((answer) => answer.text === text)
    })
    return isSound && pairs.size === given.length ? null : 'quiz.refused.answer'
  },
  credit({ ask }, given) {
    const pairs = pairsOf(given)
    const all = ask?.gaps ?? []
    const credits = all.map((gap, at) => gapCredit(gap, pairs.get(String(at + 1)) ?? ''))
    return credits.reduce((sum, credit) => sum + credit, 0) / Math.max(1, all.length)
  },
  shown: ({ id, ask }, seed) => ({
    kind: 'gaps',
    gaps: (ask?.gaps ?? []).map((gap, at) =>
      gap.kind === 'choice'
        ? {
            kind: gap.kind,
            choices: shuffled([...new Set(gap.answers.map(({ text }) => text))].sort(), `${seed}/${id}/${at}`),
          }
        : { kind: gap.kind },
    ),
  }),
  right: ({ ask }) => Object.fromEntries((ask?.gaps ?? []).map((gap, at) => [String(at + 1), gapRight(gap)])),
}

function gapCredit(gap: Gap, text: string): number {
  if (gap.kind === 'numeric') return numericCredit(gap, text)
  if (gap.kind === 'text') return textCredit(gap, text)
  return (gap.answers.find((answer) => answer.text === text)?.credit ?? 0) / 100
}

function gapRight(gap: Gap): string[] {
  return gap.kind === 'numeric' ? numericRight(gap) : textRight(gap)
}
