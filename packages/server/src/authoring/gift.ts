import type { Ask } from '@lantern/contract/quiz/asks.ts'
import { emptyEssay } from '@lantern/contract/quiz/kinds/essay.ts'
import { type GiftPiece, numbersOf, piecesOf, wordsAccepted } from './gift-kinds.ts'

/**
 * The GIFT question format, as text and as questions. A kind that cannot be asked here is read far enough to be named
 * with its line. Reading the written text gives the same questions again.
 */
export type GiftEntry = { question: GiftQuestion } | { problem: GiftProblem }

export interface GiftQuestion {
  kind: 'choice' | 'trueFalse' | 'asked'
  /** Of `asked`, which has answers where things are matched alone. */
  ask?: Ask
  line: number
  category: string
  title: string
  stem: GiftText
  /** What follows the gap, when the answers stand in the middle of a sentence; else empty. */
  tail: string
  answers: GiftAnswer[]
  generalFeedback: GiftText | null
  /** What stood in brackets in the comments above: `[id:…]`, `[tag:…]`. */
  marks: string[]
}

/** True/false has two answers, true first; the texts are empty because everybody words them differently. */
export interface GiftAnswer {
  text: GiftText
  /** From -100 to 100, in percent of the question. */
  weight: number
  feedback: GiftText | null
  /** What belongs to it where things are matched. */
  match?: string
}

export type GiftFormat = 'moodle' | 'html' | 'markdown' | 'plain'

export interface GiftText {
  format: GiftFormat
  text: string
}

export interface GiftProblem {
  line: number
  reason: GiftReason
  /** The beginning of the question. */
  excerpt: string
}

export type GiftReason =
  | 'numerical'
  | 'description'
  | 'unclosed'
  | 'stray_brace'
  | 'two_answer_blocks'
  | 'no_answers'
  | 'one_answer'
  | 'no_correct_answer'
  | 'empty_answer'
  | 'empty_question'

class GiftError extends Error {
  readonly reason: GiftReason

  constructor(reason: GiftReason) {
    super(reason)
    this.reason = reason
  }
}

export function parseGift(source: string): GiftEntry[] {
  return blocksOf(source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')).map((block): GiftEntry => {
    try {
      return { question: readQuestion(block) }
    } catch (error) {
      if (!(error instanceof GiftError)) throw error
      const excerpt = unescaped(block.text).trim().replace(/\s+/g, ' ').slice(0, 60)
      return { problem: { line: block.line, reason: error.reason, excerpt } }
    }
  })
}

export function serializeGift(questions: readonly GiftQuestion[]): string {
  let category = ''
  const blocks = questions.map((question) => {
    const lines: string[] = []
    if (question.category !== category) {
      category = question.category
      lines.push(`$CATEGORY: ${category}`, '')
    }
    for (const mark of question.marks) lines.push(`// [${mark}]`)
    const tail = question.tail ? ` ${escaped(question.tail)}` : ''
    lines.push(`${writeTitle(question.title)}${writeStem(question.stem)} {${writeAnswers(question)}}${tail}`)
    return lines.join('\n')
  })
  return blocks.length > 0 ? `${blocks.join('\n\n')}\n` : ''
}

interface Block {
  line: number
  text: string
  category: string
  marks: string[]
}

/** Questions stand apart by empty lines; inside an answer block an empty line counts only when the block never ends. */
function blocksOf(source: string): Block[] {
  const lines = source.split('\n')
  const below = firstBraces(lines)
  const blocks: Block[] = []
  let category = ''
  let marks: string[] = []
  let current: { line: number; lines: string[]; isInside: boolean } | null = null
  const finish = () => {
    if (current && current.lines.join('').trim() !== '') {
      blocks.push({ line: current.line, text: current.lines.join('\n'), category, marks })
      marks = []
    }
    current = null
  }
  lines.forEach((line, index) => {
    if (/^\s*\/\//.test(line)) {
      const isBetween = current === null
      if (isBetween) marks.push(...[...line.matchAll(/\[([^[\]]*)\](?=\s*(?:\[|$))/g)].map((found) => found[1] ?? ''))
    } else if (/^\s*\$CATEGORY:/.test(line)) {
      finish()
      category = line.replace(/^\s*\$CATEGORY:/, '').trim()
    } else if (line.trim() === '') {
      if (current?.isInside && below[index] === '}') current.lines.push('')
      else finish()
    } else {
      current ??= { line: index + 1, lines: [], isInside: false }
      current.lines.push(line)
      const last = braces(line).at(-1)
      if (last) current.isInside = last.mark === '{'
    }
  })
  finish()
  return blocks
}

/** For each line the first brace in it or in those below; undefined when there is none. */
function firstBraces(lines: readonly string[]): ('{' | '}' | undefined)[] {
  const found = new Array<'{' | '}' | undefined>(lines.length)
  for (let at = lines.length - 1; at >= 0; at--) found[at] = braces(lines[at] ?? '')[0]?.mark ?? found[at + 1]
  return found
}

function braces(text: string): { mark: '{' | '}'; at: number }[] {
  return positions(text, '{}').map((at) => ({ mark: text.charAt(at) as '{' | '}', at }))
}

/** Where one of the marks stands without a backslash before it. */
function positions(text: string, marks: string): number[] {
  const found: number[] = []
  for (let at = 0; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++
    else if (marks.includes(text.charAt(at))) found.push(at)
  }
  return found
}

function readQuestion({ line, text, category, marks }: Block): GiftQuestion {
  const found = braces(text)
  if (found.length === 0) throw new GiftError('description')
  const [open, close, third] = found
  if (!open || open.mark === '}') throw new GiftError('stray_brace')
  if (!close) throw new GiftError('unclosed')
  if (close.mark === '{') throw new GiftError(found.some(({ mark }) => mark === '}') ? 'stray_brace' : 'unclosed')
  if (third) throw new GiftError(third.mark === '{' ? 'two_answer_blocks' : 'stray_brace')

  const { title, rest } = readTitle(text.slice(0, open.at))
  const stem = readText(rest, 'moodle')
  const tail = unescaped(text.slice(close.at + 1)).trim()
  const inner = text.slice(open.at + 1, close.at).trim()
  const { answers: answerText, general } = splitGeneralFeedback(inner)
  const generalFeedback = general === null ? null : readText(general, stem.format)
  const common = { line, category, title, stem, tail, generalFeedback, marks }
  const trueFalse = readTrueFalse(answerText, stem.format)
  if (stem.text === '' && tail === '') throw new GiftError('empty_question')
  if (trueFalse) return { kind: 'trueFalse', ...common, answers: trueFalse }
  const asked = readAsked(answerText, stem.format)
  if (asked) return { kind: 'asked', ...common, ...asked }
  return { kind: 'choice', ...common, answers: readChoice(answerText, stem.format) }
}

function readTitle(head: string): { title: string; rest: string } {
  const start = /^\s*::/.exec(head)
  if (!start) return { title: '', rest: head }
  const from = start[0].length
  for (const at of positions(head.slice(from), ':')) {
    if (head.charAt(from + at + 1) !== ':') continue
    return { title: unescaped(head.slice(from, from + at)).trim(), rest: head.slice(from + at + 2) }
  }
  return { title: '', rest: head }
}

function readText(source: string, inherited: GiftFormat): GiftText {
  const found = /^\s*\[(html|moodle|plain|markdown)\]/i.exec(source)
  const format = found?.[1]?.toLowerCase() as GiftFormat | undefined
  return { format: format ?? inherited, text: unescaped(source.slice(found?.[0].length ?? 0)).trim() }
}

function splitGeneralFeedback(inner: string): { answers: string; general: string | null } {
  const at = positions(inner, '#').find((position) => inner.startsWith('####', position))
  if (at === undefined) return { answers: inner, general: null }
  return { answers: inner.slice(0, at).trim(), general: inner.slice(at + 4) }
}

function readTrueFalse(inner: string, format: GiftFormat): GiftAnswer[] | null {
  const found = /^(true|t|false|f)\s*(?=#|$)/i.exec(inner)
  if (!found) return null
  const isTrue = /^t/i.test(inner)
  // the first feedback is for a wrong answer, the second for a right one
  const [wrong = null, right = null] = splitAt(inner.slice(found[0].length), '#')
    .slice(1)
    .map((part) => feedback(part, format))
  const answer = (value: boolean): GiftAnswer => ({
    text: { format, text: '' },
    weight: value === isTrue ? 100 : 0,
    feedback: value === isTrue ? right : wrong,
  })
  return [answer(true), answer(false)]
}

function feedback(source: string, format: GiftFormat): GiftText | null {
  const read = readText(source, format)
  return read.text === '' ? null : read
}

/** What is typed or matched: numbers begin with `#`, and right answers alone are words or pairs. */
function readAsked(inner: string, format: GiftFormat): Pick<GiftQuestion, 'ask' | 'answers'> | null {
  if (inner === '') return { ask: emptyEssay, answers: [] }
  if (inner.startsWith('#')) {
    const numbers = inner.slice(1).trim()
    const parts = /^[=~]/.test(numbers) ? splitAnswers(numbers).map(({ text }) => text) : [numbers]
    const ask = numbersOf(parts.map(readPiece))
    if (!ask) throw new GiftError('numerical')
    return { ask, answers: [] }
  }
  const parts = /^=/.test(inner) ? splitAnswers(inner) : []
  if (parts.length === 0 || parts.some(({ mark }) => mark !== '=')) return null
  if (!parts.every(({ text }) => text.includes('->'))) {
    return { ask: wordsAccepted(parts.map(({ text }) => readPiece(text))), answers: [] }
  }
  const answers = parts.map(({ mark, text }) => {
    const at = text.indexOf('->')
    return { ...readAnswer(mark, text.slice(0, at), format), match: readPiece(text.slice(at + 2)).text }
  })
  const others = answers.filter(({ text }) => text.text === '').map(({ match }) => match)
  return { ask: { kind: 'matching', others }, answers: answers.filter(({ text }) => text.text !== '') }
}

function readPiece(source: string): GiftPiece {
  const [body = ''] = splitAt(source, '#')
  const weighted = /^\s*%(-?\d+(?:\.\d+)?)%/.exec(body)
  const text = readText(body.slice(weighted?.[0].length ?? 0), 'plain').text
  return { text, credit: Math.min(100, Math.max(0, weighted ? Number(weighted[1]) : 100)) }
}

function readChoice(inner: string, format: GiftFormat): GiftAnswer[] {
  if (!/^[=~]/.test(inner)) throw new GiftError('no_answers')
  const parts = splitAnswers(inner)
  const answers = parts.map(({ mark, text }) => readAnswer(mark, text, format))
  if (answers.some((answer) => answer.text.text === '')) throw new GiftError('empty_answer')
  if (answers.length < 2) throw new GiftError('one_answer')
  if (!answers.some(({ weight }) => weight > 0)) throw new GiftError('no_correct_answer')
  return answers
}

function splitAnswers(inner: string): { mark: string; text: string }[] {
  const starts = positions(inner, '=~').filter((at) => !isAttribute(inner, at))
  return starts.map((at, index) => ({ mark: inner.charAt(at), text: inner.slice(at + 1, starts[index + 1]) }))
}

const longestTag = 2_000

// `<a href="…">` that an author forgot to escape is an attribute, not a right answer named "…".
function isAttribute(text: string, at: number): boolean {
  if (text.charAt(at) !== '=' || !`"'`.includes(text.charAt(at + 1) || ' ')) return false
  return /<[a-z][^<>]*\s[\w-]+$/i.test(text.slice(Math.max(0, at - longestTag), at))
}

function readAnswer(mark: string, source: string, format: GiftFormat): GiftAnswer {
  const [body = '', ...feedbacks] = splitAt(source, '#')
  const weighted = /^\s*%(-?\d+(?:\.\d+)?)%/.exec(body)
  const weight = weighted ? Number(weighted[1]) : mark === '=' ? 100 : 0
  const text = readText(body.slice(weighted?.[0].length ?? 0), format)
  return { text, weight, feedback: feedbacks.length > 0 ? feedback(feedbacks.join('#'), text.format) : null }
}

function splitAt(text: string, mark: string): string[] {
  const cuts = positions(text, mark)
  return [-1, ...cuts].map((at, index) => text.slice(at + 1, cuts[index]))
}

function unescaped(text: string): string {
  return text.replace(/\\([~=#{}:n\\])/g, (_, mark: string) => (mark === 'n' ? '\n' : mark))
}

function escaped(text: string): string {
  return text.replace(/[\\~=#{}:]/g, '\\$&').replaceAll('\n', '\\n')
}

function writeTitle(title: string): string {
  return title === '' ? '' : `::${escaped(title)}::`
}

function writeStem(stem: GiftText): string {
  return writeText(stem, stem.text.startsWith('//') ? null : 'moodle')
}

function writeText({ format, text }: GiftText, inherited: GiftFormat | null): string {
  const isPlain = format === inherited && !/^\[(html|moodle|plain|markdown)\]/i.test(text)
  return `${isPlain ? '' : `[${format}]`}${escaped(text)}`
}

function writeAnswers({ kind, ask, answers, stem, generalFeedback }: GiftQuestion): string {
  const general = generalFeedback ? `####${writeText(generalFeedback, stem.format)}` : ''
  if (ask) return `${writeAsked(ask, answers, stem)}${general ? `\t${general}\n` : ''}`
  if (kind === 'trueFalse') {
    const right = answers.find(({ weight }) => weight > 0)
    const wrong = answers.find(({ weight }) => weight <= 0)
    const feedbacks = [wrong?.feedback, right?.feedback].map((one) => (one ? writeText(one, stem.format) : ''))
    const written = right?.feedback ? `#${feedbacks[0]}#${feedbacks[1]}` : wrong?.feedback ? `#${feedbacks[0]}` : ''
    return `${right === answers[0] ? 'TRUE' : 'FALSE'}${written}${general}`
  }
  // right answers alone would read as a short answer
  const hasWrong = answers.some(({ weight }) => weight !== 100)
  const lines = answers.map(({ text, weight, feedback: one }) => {
    const isPlain = !/^\s*%/.test(text.text)
    const mark = weight === 100 && hasWrong ? '=' : '~'
    const percent = isPlain && (mark === '=' || weight === 0) ? '' : `%${weight}%`
    return `\t${mark}${percent}${writeText(text, stem.format)}${one ? `#${writeText(one, text.format)}` : ''}`
  })
  return `\n${lines.join('\n')}\n${general ? `\t${general}\n` : ''}`
}

function writeAsked(ask: Ask, answers: readonly GiftAnswer[], stem: GiftText): string {
  // what it asks stands in a comment of ours alone
  if (ask.kind === 'essay' || ask.kind === 'hotspot') return ''
  const pieces = piecesOf(ask).map(({ text, credit }) => `=${credit === 100 ? '' : `%${credit}%`}${escaped(text)}`)
  const pairs = answers.map(({ text, match = '' }) => {
    const words = { ...text, text: text.text.replaceAll('->', '-&gt;') }
    return `=${writeText(words, stem.format)} -> ${escaped(match)}`
  })
  const others = ask.kind === 'matching' ? ask.others.map((match) => `= -> ${escaped(match)}`) : []
  const lines = [...pieces, ...pairs, ...others].map((line) => `\t${line}`)
  return `${ask.kind === 'numeric' ? '#' : ''}\n${lines.join('\n')}\n`
}
