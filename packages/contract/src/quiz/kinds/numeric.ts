import type { NumericAsk } from '../asks.ts'
import type { KindFault, QuestionKind } from './question-kind.ts'
import { folded } from './text.ts'

const longestNumber = 60

/** A number is typed, and a unit where the question has units: the first one where none is named. */
export const numeric: QuestionKind<NumericAsk> = {
  faults: ({ ask }) => (ask ? numericFaults(ask) : []),
  refusal: (_, given) =>
    given.length > 2 || given.some((text) => text.length > longestNumber) ? 'quiz.refused.answer' : null,
  credit: ({ ask }, [text = '', unit = '']) => (ask ? numericCredit(ask, text, unit) : 0),
  shown: ({ ask }) => ({ kind: 'numeric', units: (ask?.units ?? []).map(({ name }) => name) }),
  right: ({ id, ask }) => ({ [id]: ask ? numericRight(ask) : [] }),
}

export function numericFaults({ answers, units }: NumericAsk): KindFault[] {
  return [
    ...(answers.some(({ credit }) => credit >= 100)
      ? []
      : [{ field: 'ask.answers', message: 'quiz.fault.no_accepted' } as const]),
    ...answers.flatMap(({ value }, at) =>
      value === null ? [{ field: `ask.answers.${at}`, message: 'quiz.fault.no_number' } as const] : [],
    ),
    ...units.flatMap(({ name, factor }, at) =>
      name.trim() === '' || !(factor > 0)
        ? [{ field: `ask.units.${at}`, message: 'quiz.fault.empty_unit' } as const]
        : [],
    ),
  ]
}

export function numericCredit({ answers, units }: NumericAsk, text: string, unit = ''): number {
  const { number, rest } = split(text)
  const named = folded(unit || rest, true)
  const factor = named === '' ? 1 : units.find(({ name }) => folded(name, true) === named)?.factor
  if (factor === undefined) return 0
  const values = readingsOf(number).map((value) => value * factor)
  const credits = answers
    .filter((answer) => values.some((value) => isNear(value, answer)))
    .map(({ credit }) => credit / 100)
  return Math.max(0, ...credits)
}

/** As in `9.81 ± 0.05 m/s²`. */
export function numericRight({ answers, units: [unit] }: NumericAsk): string[] {
  return answers
    .filter(({ value, credit }) => value !== null && credit >= 100)
    .map(({ value, tolerance, percent }) =>
      [String(value), tolerance > 0 ? `± ${tolerance}${percent ? '%' : ''}` : '', unit?.name ?? '']
        .filter(Boolean)
        .join(' '),
    )
}

function isNear(value: number, answer: NumericAsk['answers'][number]): boolean {
  if (answer.value === null) return false
  const size = Math.abs(answer.value)
  const allowed = answer.percent ? (size * answer.tolerance) / 100 : answer.tolerance
  // what floating point adds to 0.1 + 0.2 is nobody's mistake
  return Math.abs(value - answer.value) <= allowed + 1e-9 * Math.max(size, allowed)
}

/** The number at the beginning and what is written after it. */
function split(text: string): { number: string; rest: string } {
  const plain = plainSigns(text)
  const found = /^[-+]?[\d.,' \u00a0\u2009\u202f]*(?:e[-+]?\d+|[x×*·]\s?10\s?\^\s?[-+]?\d+)?/i.exec(plain)?.[0] ?? ''
  return { number: found.trim(), rest: plain.slice(found.length).trim() }
}

/** Digits of full width, and every minus sign as the keyboard's. */
function plainSigns(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u2212\u2013\u2012]/g, '-')
    .replace(/[。、]/g, (sign) => (sign === '。' ? '.' : ','))
    .trim()
}

/**
 * What a number can mean as it was written: the sign for decimals is a point or a comma. `1,234` is read both ways, as
 * people of different countries mean it; none for what is no number.
 */
export function readingsOf(text: string): number[] {
  const compact = plainSigns(text)
    .replace(/[\s']/g, '')
    .replace(/[x×*·]10\^/i, 'e')
  const parts = /^([-+]?)([\d.,]*)(?:e([-+]?\d{1,3}))?$/i.exec(compact)
  if (!parts || !/\d/.test(parts[2] ?? '')) return []
  const [, sign = '', digits = '', exponent = '0'] = parts
  const readings = new Set(plainDigits(digits).map((plain) => Number(`${sign}${plain}e${exponent}`)))
  return [...readings].filter(Number.isFinite)
}

function plainDigits(digits: string): string[] {
  const points = digits.split('.').length - 1
  const commas = digits.split(',').length - 1
  if (points === 0 && commas === 0) return [digits]
  if (points > 0 && commas > 0) {
    const decimal = digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ','
    if (digits.split(decimal).length > 2) return []
    return [digits.replaceAll(decimal === '.' ? ',' : '.', '').replace(decimal, '.')]
  }
  const mark = points > 0 ? '.' : ','
  const isGrouped = /^\d{1,3}([.,]\d{3})+$/.test(digits)
  if (points + commas > 1) return isGrouped ? [digits.replaceAll(mark, '')] : []
  if (mark === ',' && isGrouped && !digits.startsWith('0')) return [digits.replace(',', '.'), digits.replace(',', '')]
  return [digits.replace(mark, '.')]
}
