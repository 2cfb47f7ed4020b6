import type { ExchangeProblem } from '@lantern/contract/authoring/exchange-formats.ts'
import { contentLanguage, offeredLocales } from '@lantern/contract/locales.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import Papa from 'papaparse'
import type { Text } from '#kit/text.ts'
import { wordsOf } from '#media/index.ts'
import { csvKind } from './csv-kinds.ts'
import {
  FileProblem,
  RowProblem,
  readRow,
  type SourceQuestion,
  type SourceRow,
  type SourceText,
} from './source-rows.ts'

/** How the reader says the names of the columns in every language. */
export type ColumnNames = Record<'question' | 'answer' | 'feedback' | 'option', readonly string[]>

/** The names that the site itself gives to columns: in every language, not only in that of the page. */
export function columnNamesOf(text: Text): ColumnNames {
  const named = (key: string) => offeredLocales.map((locale) => normal(text(locale, key)))
  return {
    question: named('authoring.exchange.csv_question'),
    answer: named('authoring.exchange.csv_answer'),
    feedback: named('authoring.exchange.csv_feedback'),
    option: named('authoring.exchange.csv_option'),
  }
}

type ColumnPatterns = [RegExp, (letter: string) => Column][]

/** Columns by what they are called, in any order and in any letter case; beside our own names those of other programs. */
function columnPatterns(names: ColumnNames): ColumnPatterns {
  const [question, answer, feedback, option] = [names.question, names.answer, names.feedback, names.option].map(
    (words) => words.map((word) => RegExp.escape(word)).join('|'),
  )
  const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`)
  return [
    [whole(`${question}|题干|问题|question text|stem`), () => 'question'],
    [whole(`${answer}|正确答案|answers|correct(?: answers?)?|key`), () => 'answer'],
    [whole('题型|类型|type|question ?type'), () => 'type'],
    [whole(`${feedback}|说明|explanation|general ?feedback`), () => 'feedback'],
    [whole('答对反馈|correct ?feedback'), () => 'correct'],
    [whole('答错反馈|wrong ?feedback|incorrect ?feedback'), () => 'wrong'],
    [whole('乱序|选项乱序|shuffle'), () => 'shuffle'],
    [whole(`(?:${option}|choice|answer) ?([a-z]|\\d{1,2})`), (letter) => `option ${positionOf(letter)}`],
    [whole('([a-j])'), (letter) => `option ${positionOf(letter)}`],
    [
      whole(`(?:${option}|choice)? ?([a-z]|\\d{1,2}) ?(?:${feedback}|反馈)`),
      (letter) => `feedback ${positionOf(letter)}`,
    ],
  ]
}

type Column =
  | 'question'
  | 'answer'
  | 'type'
  | 'feedback'
  | 'correct'
  | 'wrong'
  | 'shuffle'
  | `option ${number}`
  | `feedback ${number}`

const otherTypes: [RegExp, ExchangeProblem][] = [[/cloze|gap/, 'cloze']]
const trueFalseType =
  /判断|true.?false|^tf$|正誤|[○〇].?[×✕]|참.?거짓|верно.{0,5}неверно|verdadei?ro.{0,4}falso|vrai.{0,4}faux|(?:richtig|wahr).{0,6}falsch|^v.?f$/

/** What people write for right and wrong, beside the words that the site itself writes. */
const rightWords = wordsSaying(
  'yes',
  `对 正确 是 真 √ ✓ t true yes y right 正しい 正 はい ○ 〇 참 맞음 예 네 верно правда да
  verdadero sí cierto correcto v vrai oui correct richtig wahr ja verdadeiro sim certo correto`,
)
const wrongWords = wordsSaying(
  'no',
  `错 错误 否 假 × ✗ ✕ f false no n wrong incorrect 正しくない 誤り 誤 いいえ 거짓 틀림 아니요 아니오 неверно ложь нет
  falso incorrecto faux non falsch nein não errado incorreto`,
)

/** A table with one question a row. The separator is found out; the first row names the columns. */
export function readCsv(
  text: string,
  { language, columnNames }: { language: ContentLanguage; columnNames: ColumnNames },
): SourceRow[] {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/i, ''), {
    skipEmptyLines: false,
    delimitersToGuess: [',', ';', '\t', '|', '；'],
  })
  const patterns = columnPatterns(columnNames)
  const columns = (data[0] ?? []).map((name) => columnOf(name, patterns))
  for (const needed of ['question', 'answer'] as const) {
    if (!columns.includes(needed)) throw new FileProblem('csv_no_columns', needed)
  }
  const broken = new Map(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => [row ?? 0, true]))
  return data.slice(1).flatMap((cells, index): SourceRow[] => {
    if (cells.every((cell) => cell.trim() === '')) return []
    const cell = (column: Column) => (cells[columns.indexOf(column)] ?? '').trim()
    return [
      readRow({ line: index + 2, excerpt: escapeTags(cell('question') || cells.join(' ')) }, () => {
        if (broken.has(index + 1)) throw new RowProblem('broken_row')
        return readQuestion(cell, columns, language)
      }),
    ]
  })
}

function columnOf(name: string, patterns: ColumnPatterns): Column | null {
  for (const [pattern, column] of patterns) {
    const found = pattern.exec(normal(name))
    if (found) return column(found[1] ?? '')
  }
  return null
}

/** Without what people leave out or write otherwise: capitals, accents, the signs between words. */
function normal(name: string): string {
  return name
    .trim()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[_\s-]+/g, ' ')
}

/** a is 1, as is 1. */
function positionOf(letter: string): number {
  return /^\d+$/.test(letter) ? Number(letter) : letter.toLowerCase().charCodeAt(0) - 96
}

function readQuestion(
  cell: (column: Column) => string,
  columns: (Column | null)[],
  language: ContentLanguage,
): SourceQuestion {
  const type = cell('type').toLowerCase()
  for (const [pattern, problem] of otherTypes) if (pattern.test(type)) throw new RowProblem(problem)
  const general = cell('feedback')
  const common = {
    name: '',
    body: plain(cell('question')),
    contentIds: [],
    feedback: { correct: plainOrNull(cell('correct') || general), wrong: plainOrNull(cell('wrong') || general) },
    pictures: new Map(),
  }
  const positions = columns
    .flatMap((column) => (column?.startsWith('option ') ? [Number(column.slice(7))] : []))
    .sort((a, b) => a - b)
  const given = positions
    .map((position) => ({ position, text: cell(`option ${position}`), feedback: cell(`feedback ${position}`) }))
    .filter(({ text }) => text !== '')
  const asked = csvKind(type)
  if (asked) {
    return {
      ...common,
      ...asked(
        given.map(({ text }) => text),
        cell('answer'),
      ),
      shuffle: cell('shuffle') !== '0' && truthOf(cell('shuffle')) !== false,
    }
  }
  const isTrueFalse = trueFalseType.test(type) || (given.length === 0 && truthOf(cell('answer')) !== null)
  return {
    ...common,
    options: isTrueFalse && given.length === 0 ? trueFalse(cell('answer'), language) : chosen(given, cell('answer')),
    shuffle: !isTrueFalse && cell('shuffle') !== '0' && truthOf(cell('shuffle')) !== false,
  }
}

interface GivenOption {
  position: number
  text: string
  feedback: string
}

function chosen(given: readonly GivenOption[], answer: string): SourceQuestion['options'] {
  const right = rightPositions(given, answer)
  return given.map(({ position, text, feedback }) => ({
    text: plain(text),
    correct: right.includes(position),
    feedback: plainOrNull(feedback),
  }))
}

/** `B`, `AC`, `A, C`, `1;3`, or the text of the option itself. */
function rightPositions(given: readonly GivenOption[], answer: string): number[] {
  const whole = given.find(({ text }) => text.toLowerCase() === answer.toLowerCase())
  if (whole) return [whole.position]
  const parts = /^[a-z]+$/i.test(answer) ? [...answer] : answer.split(/[,，;；、/|&\s]+/).filter(Boolean)
  return parts.map((part) => {
    const byText = given.find(({ text }) => text.toLowerCase() === part.toLowerCase())
    const position = byText?.position ?? (/^([a-z]|\d{1,2})$/i.test(part) ? positionOf(part) : 0)
    if (!given.some((option) => option.position === position)) throw new RowProblem('correct_unknown', part)
    return position
  })
}

function trueFalse(answer: string, language: ContentLanguage): SourceQuestion['options'] {
  const isTrue = truthOf(answer)
  if (isTrue === null) throw new RowProblem('correct_unknown', answer)
  const { yes, no } = wordsOf(language)
  return [
    { text: plain(yes), correct: isTrue, feedback: null },
    { text: plain(no), correct: !isTrue, feedback: null },
  ]
}

function truthOf(answer: string): boolean | null {
  if (rightWords.has(normal(answer))) return true
  return wrongWords.has(normal(answer)) ? false : null
}

function wordsSaying(answer: 'yes' | 'no', others: string): ReadonlySet<string> {
  const own = offeredLocales.map((locale) => wordsOf(contentLanguage(locale) as ContentLanguage)[answer])
  return new Set([...own, ...others.split(/\s+/)].map(normal))
}

function plain(text: string): SourceText {
  return { format: 'plain', text }
}

function plainOrNull(text: string): SourceText | null {
  return text === '' ? null : plain(text)
}

function escapeTags(text: string): string {
  return text.replaceAll('<', '&lt;')
}
