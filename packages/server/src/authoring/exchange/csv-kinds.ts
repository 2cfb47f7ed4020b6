import { emptyEssay } from '@lantern/contract/quiz/kinds/essay.ts'
import { readingsOf } from '@lantern/contract/quiz/kinds/numeric.ts'
import type { SourceOption, SourceQuestion } from './source-rows.ts'

type AskedParts = Pick<SourceQuestion, 'options'> & Required<Pick<SourceQuestion, 'ask'>>

/** Kinds by what people call them in the column for the type. */
const csvKinds: [RegExp, (options: string[], answer: string) => AskedParts][] = [
  [/论述|作文|essay/, () => ({ options: [], ask: emptyEssay })],
  [/数值|计算题|numer|数値|수치|числ|num[eé]ri|zahl/, numbers],
  [/填空|简答|问答|short|blank|fill|記述|단답|кратк|corta|courte|kurz/, words],
  [/匹配|连线|match|組み?合わせ|연결|соответ|empare|relac|assoc|zuordn/, pairs],
  [/排序|order|並べ替え|순서|порядк|orden|ordre|reihenf/, order],
]

export function csvKind(type: string): ((options: string[], answer: string) => AskedParts) | null {
  return csvKinds.find(([pattern]) => pattern.test(type))?.[1] ?? null
}

/** Accepted answers apart by `|` or line. */
function words(options: string[], answer: string): AskedParts {
  const accepted = [...answer.split(/[|｜\n]/), ...options].map((text) => text.trim()).filter(Boolean)
  return {
    options: [],
    ask: { kind: 'text', answers: accepted.map((text) => ({ text, credit: 100 })), matchCase: false },
  }
}

/** `9.81`, `9.81±0.05`, `9.81 ± 1%`; several apart by `|`. */
function numbers(_: string[], answer: string): AskedParts {
  const answers = answer.split(/[|｜\n]/).flatMap((one) => {
    const [number = '', allowed = ''] = one.split(/±|\+\/?-/)
    const [value] = readingsOf(number)
    const percent = /[%％]\s*$/.test(allowed)
    const [tolerance = 0] = readingsOf(allowed.replace(/[%％]\s*$/, ''))
    return value === undefined ? [] : [{ value, tolerance: Math.abs(tolerance), percent, credit: 100 }]
  })
  return { options: [], ask: { kind: 'numeric', answers, units: [] } }
}

/** Options as `left = right` or `left -> right`. */
function pairs(options: string[]): AskedParts {
  return {
    options: options.map((option) => {
      const [, left = option, match = ''] = /^(.*?)\s*(?:->|→|=|＝)\s*(.*)$/s.exec(option) ?? []
      return { ...optionOf(left), match }
    }),
    ask: { kind: 'matching', others: [] },
  }
}

/** Options in their right order. */
function order(options: string[]): AskedParts {
  return { options: options.map(optionOf), ask: { kind: 'ordering' } }
}

function optionOf(text: string): SourceOption {
  return { text: { format: 'plain', text }, correct: true, feedback: null }
}
