import type { ExchangeNote, ExchangeProblem } from '@lantern/contract/authoring/exchange-formats.ts'
import { exchangeLimits } from '@lantern/contract/authoring/exchange-formats.ts'
import type { Ask } from '@lantern/contract/quiz/asks.ts'
import { quizLimits } from '@lantern/contract/quiz/faults.ts'
import { hasOptions, kindOf } from '@lantern/contract/quiz/kinds/index.ts'
import type { GiftText } from '../gift.ts'

/** A question as its file has it: not yet safe to show, its pictures not yet stored. */
export interface SourceQuestion {
  name: string
  body: SourceText
  options: SourceOption[]
  /** Omitted: a choice. */
  ask?: Ask
  /** Omitted: 1. */
  points?: number
  shuffle: boolean
  contentIds: string[]
  feedback: { correct: SourceText | null; wrong: SourceText | null }
  /** Bytes of the pictures that came along, by the address that the texts have for them. */
  pictures: ReadonlyMap<string, Uint8Array>
}

export type SourceText = GiftText

export interface SourceOption {
  text: SourceText
  correct: boolean
  feedback: SourceText | null
  match?: string
  /** What choosing it adds, where the file says so. */
  credit?: number
}

/** What stands at one place of a file. */
export interface SourceRow {
  line: number | null
  /** Inside a package; empty otherwise. */
  file: string
  excerpt: string
  question: SourceQuestion | null
  problems: Found<ExchangeProblem>[]
  notes: Found<ExchangeNote>[]
}

export interface Found<Code extends string> {
  code: Code
  /** The thing that is meant, as the file names it. */
  detail?: string
}

/** The file as a whole cannot be read. */
export class FileProblem extends Error {
  readonly code: ExchangeProblem
  readonly detail: string

  constructor(code: ExchangeProblem, detail = '', options?: ErrorOptions) {
    super(`${code} ${detail}`, options)
    this.code = code
    this.detail = detail
  }
}

/** One question cannot be taken over. */
export class RowProblem extends Error {
  readonly code: ExchangeProblem
  readonly detail: string

  constructor(code: ExchangeProblem, detail = '') {
    super(`${code} ${detail}`)
    this.code = code
    this.detail = detail
  }
}

interface Place {
  line: number | null
  file?: string
  /** Shown in the preview, also where the row is refused. */
  excerpt: string
}

/** Reads one row; what it throws as a problem becomes the problem of this row alone. */
export function readRow(
  { line, file = '', excerpt }: Place,
  read: (notes: Found<ExchangeNote>[]) => SourceQuestion,
): SourceRow {
  const notes: Found<ExchangeNote>[] = []
  const shown = excerptOf(excerpt)
  try {
    const question = read(notes)
    const problems = problemsOf(question)
    return { line, file, excerpt: shown, question: problems.length > 0 ? null : question, problems, notes }
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error
    const { code, detail } = error
    return { line, file, excerpt: shown, question: null, problems: [{ code, ...(detail && { detail }) }], notes: [] }
  }
}

/** What every question must have, wherever it comes from. */
function problemsOf(question: SourceQuestion): Found<ExchangeProblem>[] {
  const { body, options, ask } = question
  const problems: Found<ExchangeProblem>[] = []
  if (isBlank(body)) problems.push({ code: 'empty_question' })
  if (ask) {
    const [fault] = kindOf(question).faults(question)
    if (fault) problems.push({ code: codeOf(fault.field, question) })
  } else if (options.length === 0) problems.push({ code: 'no_answers' })
  else if (options.length === 1) problems.push({ code: 'one_answer' })
  if (options.length > quizLimits.options) problems.push({ code: 'too_many_answers' })
  if (options.some(({ text }) => isBlank(text))) problems.push({ code: 'empty_answer' })
  if (!ask && options.length > 0 && !options.some(({ correct }) => correct))
    problems.push({ code: 'no_correct_answer' })
  return problems
}

/** The problem that has the words for what is wrong there. */
function codeOf(field: string, question: SourceQuestion): ExchangeProblem {
  if (question.ask?.kind === 'hotspot') return 'hotspot'
  if (field === 'body') return 'cloze'
  return question.options.length < 2 && hasOptions(question) ? 'one_answer' : 'no_correct_answer'
}

function isBlank({ format, text }: SourceText): boolean {
  if (format === 'plain') return text.trim() === ''
  return !/<(img|math|svg|object)\b/i.test(text) && plainText(text) === ''
}

/** Text without its markup, for people to recognise it by. */
export function plainText(html: string): string {
  return without('script', without('style', html))
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(nbsp|#160);/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The text outside of these elements; one that is never closed goes on to the end of what it began. */
function without(name: string, html: string): string {
  const [first = '', ...begun] = html.split(new RegExp(`<${name}\\b`, 'i'))
  const end = new RegExp(`</${name}>`, 'i')
  return [first, ...begun.map((piece) => piece.split(end).slice(1).join(' '))].join(' ')
}

function excerptOf(html: string): string {
  const text = plainText(html.slice(0, 4000))
  return text.length > 120 ? `${[...text].slice(0, 118).join('')}…` : text
}

/** More rows than anybody can look through are not read. */
export function withinLimit<Row>(rows: Row[]): Row[] {
  if (rows.length > exchangeLimits.rows) throw new FileProblem('file_too_many', String(rows.length))
  if (rows.length === 0) throw new FileProblem('file_no_questions')
  return rows
}

export function htmlText(text: string): SourceText {
  return { format: 'html', text }
}

/** Words for those who mark, as plain text, which is what a question has room for. */
export function guidanceOf(html: string): string {
  return plainText(html).slice(0, 5000)
}
