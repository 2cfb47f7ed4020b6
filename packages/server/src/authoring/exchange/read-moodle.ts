import type { ExchangeProblem } from '@lantern/contract/authoring/exchange-formats.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import { childOf, childrenOf, elementsOf, findAll, textOf, type XmlElement } from '#kit/xml-tree.ts'
import { wordsOf } from '#media/index.ts'
import { creditsOf } from '../answer-weights.ts'
import type { GiftFormat } from '../gift.ts'
import { moodleKinds } from './moodle-kinds.ts'
import {
  htmlText,
  RowProblem,
  readRow,
  type SourceOption,
  type SourceQuestion,
  type SourceRow,
  type SourceText,
} from './source-rows.ts'

/** The questions of a Moodle XML file. Categories are places and not questions: they are passed over. */
export function readMoodle(quiz: XmlElement, language: ContentLanguage): SourceRow[] {
  return childrenOf(quiz, 'question')
    .filter(({ attributes }) => attributes.type !== 'category')
    .map((question) =>
      readRow({ line: question.line, excerpt: rawText(childOf(question, 'questiontext')) || nameOf(question) }, () =>
        readQuestion(question, language),
      ),
    )
}

const otherTypes: Record<string, ExchangeProblem> = {
  match: 'matching',
  randomsamatch: 'matching',
  ddmarker: 'drag',
  ddimageortext: 'drag',
  calculated: 'calculated',
  calculatedsimple: 'calculated',
  calculatedmulti: 'calculated',
  description: 'description',
}

function readQuestion(question: XmlElement, language: ContentLanguage): SourceQuestion {
  const type = question.attributes.type ?? ''
  const asked = moodleKinds[type]?.(question, { textIn, rawText, fractionOf })
  if (!asked && type !== 'multichoice' && type !== 'truefalse') {
    const other = otherTypes[type]
    throw other ? new RowProblem(other) : new RowProblem('type_unknown', type)
  }
  const general = textIn(childOf(question, 'generalfeedback'))
  return {
    name: nameOf(question),
    body: withOldPicture(question, textIn(childOf(question, 'questiontext')) ?? htmlText('')),
    ...pointsOf(question),
    ...(asked ?? { options: type === 'truefalse' ? readTrueFalse(question, language) : readChoices(question) }),
    shuffle: type !== 'truefalse' && isYes(textOf(childOf(question, 'shuffleanswers')), true),
    contentIds: [],
    feedback: {
      correct: joined(textIn(childOf(question, 'correctfeedback')) ?? (asked ? saidOfRight(question) : null), general),
      wrong: joined(textIn(childOf(question, 'incorrectfeedback')), general),
    },
    pictures: picturesOf(question),
  }
}

/** What is said of the first answer that is right: where an answer is typed there is nothing else to say it of. */
function saidOfRight(question: XmlElement): SourceText | null {
  const right = childrenOf(question, 'answer').find((answer) => fractionOf(answer) >= 100)
  return textIn(childOf(right, 'feedback'))
}

function readChoices(question: XmlElement): SourceOption[] {
  const answers = childrenOf(question, 'answer').map((answer) => ({ answer, fraction: fractionOf(answer) }))
  const isSingle = isYes(textOf(childOf(question, 'single')), true)
  const hasWhole = answers.some(({ fraction }) => fraction >= 100)
  // with one answer to choose, what gives part of the points is not the answer
  const isRight = (fraction: number) => (isSingle && hasWhole ? fraction >= 100 : fraction > 0)
  const weights = answers.map(({ fraction }) => ({ weight: fraction, correct: isRight(fraction) }))
  const credits = creditsOf(weights, isSingle && hasWhole)
  return answers.map(({ answer, fraction }, at) => {
    const text = textIn(answer) ?? htmlText('')
    const feedback = textIn(childOf(answer, 'feedback'))
    return { text, correct: isRight(fraction), feedback, ...(credits && { credit: credits[at] }) }
  })
}

function readTrueFalse(question: XmlElement, language: ContentLanguage): SourceOption[] {
  const { yes, no } = wordsOf(language)
  const answers = childrenOf(question, 'answer').map((answer) => ({
    isTrue: /^\s*(true|1)\s*$/i.test(rawText(answer)),
    correct: fractionOf(answer) > 0,
    feedback: textIn(childOf(answer, 'feedback')),
  }))
  return [true, false].map((value) => {
    const answer = answers.find(({ isTrue }) => isTrue === value)
    if (!answer) throw new RowProblem('no_answers')
    return {
      text: { format: 'plain', text: value ? yes : no },
      correct: answer.correct,
      feedback: answer.feedback,
    }
  })
}

function pointsOf(question: XmlElement): Pick<SourceQuestion, 'points'> {
  const points = Number(textOf(childOf(question, 'defaultgrade')))
  return points > 0 && points <= 1000 && points !== 1 ? { points } : {}
}

function fractionOf(answer: XmlElement): number {
  const fraction = Number(answer.attributes.fraction ?? textOf(childOf(answer, 'fraction')))
  return Number.isFinite(fraction) ? fraction : 0
}

const formats: Record<string, GiftFormat> = {
  html: 'html',
  moodle_auto_format: 'moodle',
  plain_text: 'plain',
  markdown: 'markdown',
}

/** `<x format="html"><text>…</text></x>`; very old files have the text in the element itself. */
function textIn(element: XmlElement | undefined): SourceText | null {
  const text = rawText(element).trim()
  if (!element || text === '') return null
  return { format: formats[element.attributes.format ?? ''] ?? 'html', text }
}

function rawText(element: XmlElement | undefined): string {
  if (!element) return ''
  const text = childOf(element, 'text')
  if (text) return textOf(text)
  return elementsOf(element).length === 0 ? textOf(element) : ''
}

function nameOf(question: XmlElement): string {
  return rawText(childOf(question, 'name')).trim().slice(0, 200)
}

function isYes(text: string, otherwise: boolean): boolean {
  const word = text.trim().toLowerCase()
  return word === '' ? otherwise : word === '1' || word === 'true'
}

function joined(first: SourceText | null, second: SourceText | null): SourceText | null {
  if (!first || !second) return first ?? second
  if (first.format !== second.format) return first.format === 'html' ? first : second
  return { format: first.format, text: `${first.text}\n${second.text}` }
}

const fileAddress = '@@PLUGINFILE@@/'

function picturesOf(question: XmlElement): ReadonlyMap<string, Uint8Array> {
  const pictures = new Map<string, Uint8Array>()
  for (const file of findAll(question, 'file')) {
    const { name, path = '/', encoding = 'base64' } = file.attributes
    if (!name || encoding !== 'base64') continue
    const bytes = Buffer.from(textOf(file), 'base64')
    pictures.set(`${fileAddress}${path.replace(/^\//, '')}${name}`, bytes)
  }
  const old = textOf(childOf(question, 'image_base64'))
  if (old.trim() !== '') pictures.set(oldPicture, Buffer.from(old, 'base64'))
  return pictures
}

const oldPicture = `${fileAddress}image`

/** Files before 2011 have one picture beside the question. */
function withOldPicture(question: XmlElement, body: SourceText): SourceText {
  if (textOf(childOf(question, 'image_base64')).trim() === '' || body.format !== 'html') return body
  return htmlText(`${body.text}<p><img src="${oldPicture}" alt=""></p>`)
}
