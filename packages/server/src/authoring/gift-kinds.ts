import type { Ask, NumericAsk, TextAsk } from '@lantern/contract/quiz/asks.ts'
import { gaps } from '@lantern/contract/quiz/kinds/gaps.ts'
import { readingsOf } from '@lantern/contract/quiz/kinds/numeric.ts'

// What GIFT writes between its braces for questions that are no choice.

/** A piece of an answer block: what stands behind its mark, without feedback, and what it is worth in percent. */
export interface GiftPiece {
  text: string
  credit: number
}

/** `3.14:0.01`, `3..4`, or several of them; null when a piece is none. */
export function numbersOf(pieces: readonly GiftPiece[]): NumericAsk | null {
  const answers: NumericAsk['answers'] = []
  for (const { text, credit } of pieces) {
    // anything else: worth nothing, and said by the feedback for a wrong answer
    if (text === '*') continue
    const range = numberRange(text)
    if (!range) return null
    answers.push({ ...range, percent: false, credit })
  }
  return { kind: 'numeric', answers, units: [] }
}

function numberRange(text: string): { value: number; tolerance: number } | null {
  const [least, most] = text.split('..').map(numberIn)
  if (least != null && most != null) {
    return { value: rounded((least + most) / 2), tolerance: rounded(Math.abs(most - least) / 2) }
  }
  const [value, tolerance = 0] = text.split(':').map(numberIn)
  return value == null || tolerance === null ? null : { value, tolerance: Math.abs(tolerance) }
}

function numberIn(text: string): number | null {
  return readingsOf(text)[0] ?? null
}

/** Without what halving a decimal adds to it. */
function rounded(value: number): number {
  return Number(value.toPrecision(12))
}

export function wordsAccepted(pieces: readonly GiftPiece[]): TextAsk {
  return { kind: 'text', answers: [...pieces], matchCase: false }
}

/** The pieces in which a question is written; what GIFT has no words for stands in the comment above it. */
export function piecesOf(ask: Ask): GiftPiece[] {
  if (ask.kind === 'text') return ask.answers
  if (ask.kind === 'gaps')
    return [
      {
        text: Object.values(gaps.right({ id: '', options: [], ask }))
          .flat()
          .join(' ; '),
        credit: 100,
      },
    ]
  if (ask.kind !== 'numeric') return []
  return ask.answers.map(({ value, tolerance, percent, credit }) => {
    const number = value ?? 0
    const allowed = percent ? rounded((Math.abs(number) * tolerance) / 100) : tolerance
    return { text: `${number}:${allowed}`, credit }
  })
}
