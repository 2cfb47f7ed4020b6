import type { Ask } from '@lantern/contract/quiz/asks.ts'
import { readingsOf } from '@lantern/contract/quiz/kinds/numeric.ts'
import { childOf, childrenOf, elementsOf, findAll, textOf, type XmlElement } from '#kit/xml-tree.ts'
import {
  htmlText,
  RowProblem,
  readRow,
  type SourceOption,
  type SourceQuestion,
  type SourceRow,
} from '../exchange/source-rows.ts'
import { htmlOf } from '../exchange/xml-tree.ts'

/** A response element of a problem: what there is to choose or to type, and what it is worth. */
type Asked = Pick<SourceQuestion, 'options'> & { ask?: Ask }

/** A problem of Open edX. One that asks several things at once has no counterpart here. */
export function readOlxProblem(problem: XmlElement, picture: (src: string) => Uint8Array | null): SourceRow {
  const excerpt = textOf(findAll(problem, 'label')[0]).trim() || textOf(findAll(problem, 'p')[0]).trim()
  const { display_name: name = '', url_name: file = '' } = problem.attributes
  return readRow({ line: problem.line, file, excerpt: excerpt || name }, () => {
    const responses = findAll(problem, ...responseNames)
    const [response] = responses
    if (!response) throw new RowProblem(elementsOf(problem).length === 0 ? 'empty_question' : 'not_a_question')
    if (responses.length > 1) throw new RowProblem('test_parts')
    if (childOf(problem, 'script')) throw new RowProblem('calculated')
    const asked = askedBy(response)
    const body = bodyOf(problem)
    const solution = findAll(problem, 'solution')[0]
    const said = solution ? htmlOf(solution.children) : ''
    // nobody can ask for a hint here: who was wrong reads them
    const hints = findAll(problem, 'hint').map((hint) => `<p>${htmlOf(hint.children)}</p>`)
    const orNull = (html: string) => (html.trim() === '' ? null : htmlText(html))
    return {
      name: name.slice(0, 200),
      body: htmlText(body),
      ...asked,
      shuffle: findAll(response, 'choicegroup').some(({ attributes }) => attributes.shuffle === 'true'),
      contentIds: [],
      feedback: { correct: orNull(said), wrong: orNull(hints.join('') + said) },
      pictures: picturesIn(`${body}${said}${asked.options.map(({ text }) => text.text).join('')}`, picture),
    }
  })
}

const known: Record<string, (response: XmlElement) => Asked> = {
  multiplechoiceresponse: (response) => ({ options: choicesIn(response) }),
  choiceresponse: (response) => ({ options: choicesIn(response) }),
  truefalseresponse: (response) => ({ options: choicesIn(response) }),
  optionresponse: (response) => ({ options: optionsIn(response) }),
  stringresponse: typed,
  numericalresponse: numeric,
}

/** What others ask, by our word for why it cannot be taken. */
const others = {
  customresponse: 'calculated',
  formularesponse: 'calculated',
  symbolicresponse: 'calculated',
  schematicresponse: 'drawing',
  imageresponse: 'hotspot',
  annotationresponse: 'type_unknown',
  choicetextresponse: 'type_unknown',
  coderesponse: 'upload',
  externalresponse: 'type_unknown',
  chemicalequationresponse: 'type_unknown',
} as const

const responseNames = [...Object.keys(known), ...Object.keys(others)]

function askedBy(response: XmlElement): Asked {
  const read = known[response.name]
  if (!read) throw new RowProblem(others[response.name as keyof typeof others] ?? 'type_unknown', response.name)
  return read(response)
}

function choicesIn(response: XmlElement): SourceOption[] {
  return findAll(response, 'choice').map((choice) => {
    const hints = childrenOf(choice, 'choicehint').filter(({ attributes }) => attributes.selected !== 'false')
    const words = htmlOf(choice.children, (inner) => (inner.name === 'choicehint' ? null : undefined)).trim()
    const hint = hints
      .map((one) => htmlOf(one.children))
      .join('')
      .trim()
    return {
      text: htmlText(words),
      correct: /^true$/i.test(choice.attributes.correct ?? ''),
      feedback: hint === '' ? null : htmlText(hint),
    }
  })
}

/** `<optioninput options="('a','b')" correct="a"/>`, or an element for each option. */
function optionsIn(response: XmlElement): SourceOption[] {
  const inputs = findAll(response, 'optioninput')
  const [input] = inputs
  if (!input || inputs.length > 1) throw new RowProblem(input ? 'test_parts' : 'no_answers')
  const right = input.attributes.correct ?? ''
  const listed = [...(input.attributes.options ?? '').matchAll(/(['"])(.*?)\1/g)].map(([, , text = '']) => ({
    text,
    correct: text === right,
  }))
  const own = childrenOf(input, 'option').map((option) => ({
    text: option.children
      .map((child) => (typeof child === 'string' ? child : ''))
      .join('')
      .trim(),
    correct: /^true$/i.test(option.attributes.correct ?? ''),
  }))
  return [...listed, ...own].map(({ text, correct }) => ({ text: { format: 'plain', text }, correct, feedback: null }))
}

function typed(response: XmlElement): Asked {
  const { answer = '', type = '' } = response.attributes
  if (/regexp/.test(type)) throw new RowProblem('type_unknown', 'regexp')
  const more = childrenOf(response, 'additional_answer').map((one) => one.attributes.answer ?? textOf(one).trim())
  const old = childrenOf(response, 'additional_answer').length === 0 ? answer.split('_or_') : [answer]
  const answers = [...old, ...more]
    .map((text) => text.trim())
    .filter(Boolean)
    // a star is any text here
    .map((text) => ({ text: text.replaceAll('*', '\\*'), credit: 100 }))
  return { options: [], ask: { kind: 'text', answers, matchCase: !/\bci\b/.test(type) } }
}

function numeric(response: XmlElement): Asked {
  const { answer = '' } = response.attributes
  const param = findAll(response, 'responseparam').find(({ attributes }) => attributes.type === 'tolerance')
  const allowed = param?.attributes.default ?? ''
  const range = /^[[(]\s*([^,]+),\s*([^\])]+)[\])]$/.exec(answer.trim())
  if (range) {
    const [low, high] = [readingsOf(range[1] ?? '')[0], readingsOf(range[2] ?? '')[0]]
    if (low === undefined || high === undefined) throw new RowProblem('calculated')
    return askNumber((low + high) / 2, Math.abs(high - low) / 2, false)
  }
  const [value] = readingsOf(answer)
  // a formula or a variable of a script
  if (value === undefined || !/^[\s\d.,eE+-]+$/.test(answer)) throw new RowProblem('calculated')
  const [tolerance = 0] = readingsOf(allowed.replace('%', ''))
  return askNumber(value, Math.abs(tolerance), allowed.includes('%'))
}

function askNumber(value: number, tolerance: number, percent: boolean): Asked {
  return {
    options: [],
    ask: { kind: 'numeric', answers: [{ value, tolerance, percent, credit: 100 }], units: [] },
  }
}

/** Everything that is said outside of what is answered. */
const notSaid = new Set([
  ...['choicegroup', 'checkboxgroup', 'optioninput', 'textline', 'formulaequationinput', 'solution', 'demandhint'],
  ...['responseparam', 'additional_answer', 'correcthint', 'stringequalhint', 'script', 'compoundhint', 'radiogroup'],
])

function bodyOf(problem: XmlElement): string {
  const within = new Set(responseNames)
  return htmlOf(problem.children, (element) => {
    if (notSaid.has(element.name)) return null
    if (element.name === 'label') return `<p>${htmlOf(element.children)}</p>`
    if (element.name === 'description') return `<p><em>${htmlOf(element.children)}</em></p>`
    return within.has(element.name) ? bodyOf(element) : undefined
  }).trim()
}

function picturesIn(html: string, picture: (src: string) => Uint8Array | null): Map<string, Uint8Array> {
  const pictures = new Map<string, Uint8Array>()
  for (const [, src = ''] of html.matchAll(/<img\b[^<>]{0,2000}?\bsrc\s*=\s*["']([^"'<>]{1,1000})["']/gi)) {
    const bytes = picture(src)
    if (bytes) pictures.set(src, bytes)
  }
  return pictures
}
