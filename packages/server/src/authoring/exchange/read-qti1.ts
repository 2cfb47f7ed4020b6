import type { ExchangeProblem } from '@lantern/contract/authoring/exchange-formats.ts'
import { childOf, childrenOf, elementsOf, findAll, textOf, type XmlElement } from '#kit/xml-tree.ts'
import { conditionsOf, type Qti1Condition } from './qti1-conditions.ts'
import { qti1Kind } from './qti1-kinds.ts'
import type { ItemPlace } from './read-qti.ts'
import { htmlText, RowProblem, readRow, type SourceQuestion, type SourceRow } from './source-rows.ts'
import { escapeXml } from './xml-tree.ts'

/** What is read of an item before its kind is known. */
export interface Qti1Item {
  /** As Canvas says it; empty in files of other programs. */
  type: string
  presentation: XmlElement
  /** Elements that take an answer, in order. */
  responses: XmlElement[]
  conditions: Qti1Condition[]
  /** The words inside of an element, as HTML. */
  html(element: XmlElement): string
  /** Feedback by what it is called. */
  feedback: ReadonlyMap<string, string>
}

/** The questions of a QTI 1.2 file: a test, a bank or single items. */
export function readQti1(root: XmlElement, place: ItemPlace): SourceRow[] {
  return findAll(root, 'item').map((item) => {
    const words = findAll(item, 'mattext').map(textOf)
    const excerpt = words.find((text) => text.trim() !== '') ?? item.attributes.title ?? ''
    return readRow({ line: item.line, file: place.file, excerpt }, () => readItem(item, place))
  })
}

const otherTypes: Record<string, ExchangeProblem> = {
  file_upload_question: 'upload',
  text_only_question: 'description',
  calculated_question: 'calculated',
}

const answered = ['response_lid', 'response_str', 'response_num', 'response_xy', 'response_grp'] as const

function readItem(element: XmlElement, place: ItemPlace): SourceQuestion {
  const fields = metadataOf(element)
  const type = fields.get('question_type') ?? ''
  const other = otherTypes[type]
  if (other) throw new RowProblem(other)
  const presentation = childOf(element, 'presentation')
  if (!presentation) throw new RowProblem('not_a_question')
  const pictures = new Map<string, Uint8Array>()
  const html = (inner: XmlElement) => wordsIn(inner, place, pictures)
  const responses = findAll(presentation, ...answered)
  if (responses.length === 0) throw new RowProblem('description')
  const item: Qti1Item = {
    type,
    presentation,
    responses,
    conditions: conditionsOf(element),
    html,
    feedback: new Map(childrenOf(element, 'itemfeedback').map((one) => [one.attributes.ident ?? '', html(one)])),
  }
  const asked = qti1Kind(item)
  const said = (...names: string[]) => {
    const text = names.map((name) => item.feedback.get(name) ?? '').find((one) => one !== '')
    return text ? htmlText(text) : null
  }
  const points = Number(fields.get('points_possible'))
  const { title = '', ident } = element.attributes
  return {
    // what Canvas calls every question
    name: title === ident || title === 'Question' ? '' : title.trim().slice(0, 200),
    body: htmlText(asked.body ?? stemOf(item) + (asked.picture ?? '')),
    options: asked.options,
    ...(asked.ask && { ask: asked.ask }),
    ...(points > 0 && points <= 1000 && points !== 1 && { points }),
    shuffle: findAll(presentation, 'render_choice').some(({ attributes }) => /^yes$/i.test(attributes.shuffle ?? '')),
    contentIds: [],
    feedback: {
      correct: said('correct_fb', 'Correct', 'correct', 'general_fb'),
      wrong: said('general_incorrect_fb', 'InCorrect', 'Incorrect', 'incorrect', 'general_fb'),
    },
    pictures,
  }
}

/** Everything that is said outside of what is answered. */
function stemOf({ presentation, html }: Qti1Item): string {
  const isAnswer = (name: string) => (answered as readonly string[]).includes(name)
  const outside = (element: XmlElement): string[] =>
    elementsOf(element).flatMap((child) =>
      isAnswer(child.name) ? [] : child.name === 'material' ? [html(child)] : outside(child),
    )
  const inside = () => childrenOf(findAll(presentation, 'response_lid', 'response_str')[0], 'material').map(html)
  const texts = outside(presentation).filter((text) => text !== '')
  return (texts.length > 0 ? texts : inside()).join('')
}

function metadataOf(item: XmlElement): Map<string, string> {
  return new Map(
    findAll(item, 'qtimetadatafield').map((field) => [
      textOf(childOf(field, 'fieldlabel')).trim(),
      textOf(childOf(field, 'fieldentry')).trim(),
    ]),
  )
}

/** Texts and pictures in their order; a text is HTML where it says so. */
function wordsIn(element: XmlElement, place: ItemPlace, pictures: Map<string, Uint8Array>): string {
  const parts = findAll(element, 'mattext', 'matimage').map((part) => {
    if (part.name === 'matimage') return `<img src="${escapeXml(part.attributes.uri ?? '')}" alt="">`
    const text = textOf(part).trim()
    return /html/i.test(part.attributes.texttype ?? '') ? text : escapeXml(text).replaceAll('\n', '<br>')
  })
  const html = parts.join('')
  for (const [, src = ''] of html.matchAll(/<img\b[^<>]{0,2000}?\bsrc\s*=\s*["']([^"'<>]{1,1000})["']/gi)) {
    const bytes = place.picture(src)
    if (bytes) pictures.set(src, bytes)
  }
  return html
}
