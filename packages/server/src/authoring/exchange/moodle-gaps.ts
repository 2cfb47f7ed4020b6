import type { Gap } from '@lantern/contract/quiz/asks.ts'
import { childOf, childrenOf, textOf } from '#kit/xml-tree.ts'
import { numbersOf } from '../gift-kinds.ts'
import type { MoodleKind } from './moodle-kinds.ts'
import { htmlText, plainText, RowProblem, type SourceText } from './source-rows.ts'

const words = /^(?:SHORTANSWER|SA|MW)(_?C)?$/
const numbers = /^(?:NUMERICAL|NM)$/
const choices = /^(?:MULTICHOICE|MC)(?:_?[VHS]{1,2})?$/

/** `{1:SHORTANSWER:=Berlin~%50%Bonn}` in the text. */
export const multianswer: MoodleKind = (question, { textIn }) => {
  const source = textIn(childOf(question, 'questiontext')) ?? htmlText('')
  const gaps: Gap[] = []
  const text = source.text.replace(/\{(\d*):([A-Z_]+):((?:\\.|[^\\}])*)\}/g, (_, __, type: string, answers: string) => {
    gaps.push(clozeGap(type, answers))
    return `[[${gaps.length}]]`
  })
  return { body: { ...source, text }, options: [], ask: { kind: 'gaps', gaps } }
}

function clozeGap(type: string, source: string): Gap {
  const answers = pieces(source).map((piece) => {
    const [answer = ''] = cut(piece, '#')
    const [, weight, rest = ''] = /^\s*(=|%-?\d+(?:\.\d+)?%)?(.*)$/s.exec(answer) ?? []
    const percent = weight === '=' ? 100 : weight ? Number(weight.slice(1, -1)) : 0
    const text = plainText(rest.replace(/\\([\\}#~/"{=])/g, '$1'))
    return { text, credit: Math.min(100, Math.max(0, percent)) }
  })
  const earning = answers.filter(({ credit }) => credit > 0)
  const matchCase = words.exec(type)
  if (matchCase) return { kind: 'text', answers: earning, matchCase: matchCase[1] !== undefined }
  if (choices.test(type)) return { kind: 'choice', answers }
  const asked = numbers.test(type) ? numbersOf(earning) : null
  if (!asked) throw new RowProblem('cloze')
  return asked
}

function pieces(source: string): string[] {
  return cut(source, '~').filter((piece) => piece.trim() !== '')
}

/** At each of these signs without a backslash before it. */
function cut(text: string, sign: string): string[] {
  const parts = ['']
  for (let at = 0; at < text.length; at++) {
    const one = text.charAt(at)
    if (one === sign) parts.push('')
    else {
      const taken = one === '\\' ? text.slice(at, at + 2) : one
      parts.push((parts.pop() ?? '') + taken)
      if (taken.length === 2) at++
    }
  }
  return parts
}

/** `[[2]]` in the text is the second of the choices, which are offered with those of the same group. */
export const gapselect: MoodleKind = (question, { textIn, rawText }) => {
  const source = textIn(childOf(question, 'questiontext')) ?? htmlText('')
  const options = [...childrenOf(question, 'selectoption'), ...childrenOf(question, 'dragbox')].map((option) => ({
    text: plainText(rawText(option)),
    group: textOf(childOf(option, 'group')).trim() || '1',
  }))
  const gaps: Gap[] = []
  const text = source.text.replace(/\[\[(\d{1,3})\]\]/g, (mark, number: string) => {
    const right = options[Number(number) - 1]
    if (!right) throw new RowProblem('correct_unknown', mark)
    const others = options.filter((option) => option.group === right.group && option.text !== right.text)
    gaps.push({
      kind: 'choice',
      answers: [{ text: right.text, credit: 100 }, ...others.map((other) => ({ text: other.text, credit: 0 }))],
    })
    return `[[${gaps.length}]]`
  })
  return { body: { ...source, text } satisfies SourceText, options: [], ask: { kind: 'gaps', gaps } }
}
