import type { ExchangeNote } from '@lantern/contract/authoring/exchange-formats.ts'
import { Ask, OptionCredit, Points } from '@lantern/contract/quiz/asks.ts'
import { Value } from 'typebox/value'
import { childOf, childrenOf, elementsOf, findAll, textOf, type XmlElement, type XmlNode } from '#kit/xml-tree.ts'
import { inlineInteractions, otherInteractions, qtiGap, qtiKinds } from './qti-kinds.ts'
import {
  type Found,
  guidanceOf,
  htmlText,
  RowProblem,
  readRow,
  type SourceOption,
  type SourceQuestion,
  type SourceRow,
  type SourceText,
} from './source-rows.ts'
import { htmlOf } from './xml-tree.ts'

/** QTI 3 says `qti-simple-choice` where QTI 2 said `simpleChoice`; below here there is only the latter. */
export function asQti2(element: XmlElement): XmlElement {
  const isOwn = element.name.startsWith('qti-')
  return {
    ...element,
    name: isOwn ? camelCase(element.name.slice(4)) : element.name,
    attributes: isOwn
      ? Object.fromEntries(Object.entries(element.attributes).map(([name, value]) => [camelCase(name), value]))
      : element.attributes,
    children: element.children.map((child) => (typeof child === 'string' ? child : asQti2(child))),
  }
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Around the text of a question that we wrote: QTI wants a block there. */
export const stemClass = 'lantern-stem'

export interface ItemPlace {
  /** Inside a package. */
  file: string
  /** What came along with the item, by the address that it has for it. */
  picture(src: string): Uint8Array | null
}

/** One item as a question. What its scoring says beyond right and wrong has no place here. */
export function readQtiItem(item: XmlElement, place: ItemPlace): SourceRow {
  const body = childOf(item, 'itemBody')
  const excerpt = [...findAll(item, 'prompt').map(textOf), body ? textOf(body) : '', item.attributes.title ?? '']
  return readRow({ line: item.line, file: place.file, excerpt: excerpt.find((text) => text.trim()) ?? '' }, (notes) =>
    readItem(item, place, notes),
  )
}

function readItem(item: XmlElement, place: ItemPlace, notes: Found<ExchangeNote>[]): SourceQuestion {
  const body = childOf(item, 'itemBody')
  if (!body) throw new RowProblem('not_a_question')
  const other = findAll(body, ...Object.keys(otherInteractions))[0]
  if (other) {
    const code = otherInteractions[other.name] ?? 'type_unknown'
    throw new RowProblem(code, code === 'type_unknown' ? other.name : '')
  }
  const inText = findAll(body, ...inlineInteractions)
  const interactions = findAll(body, 'choiceInteraction', 'inlineChoiceInteraction', ...Object.keys(qtiKinds))
  const isGaps =
    inText.length === interactions.length &&
    (inText.length > 1 || inText[0]?.name === 'inlineChoiceInteraction' || ownAsk(item).ask?.kind === 'gaps')
  if (interactions.length === 0) throw new RowProblem('description')
  if (interactions.length > 1 && !isGaps) throw new RowProblem('two_questions')
  if (findAll(item, 'printedVariable').length > 0 || childOf(item, 'templateProcessing'))
    throw new RowProblem('template')
  const interaction = interactions[0] as XmlElement
  if (item.attributes.adaptive === 'true') notes.push({ code: 'scoring_simplified' })

  const pictures = new Map<string, Uint8Array>()
  const html = (element: XmlElement, without: (inner: XmlElement) => boolean = () => false) =>
    contentOf(element, without, place, pictures, notes)
  const feedback = readFeedback(item, body, html)
  if (isGaps) {
    const { ask, points } = ownAsk(item)
    const gaps = inText.map((one) => qtiGap(one, declarationOf(item, one), (inner) => html(inner, isFeedback)))
    return {
      name: nameOf(item),
      body: textWithGaps(body, inText, ask !== undefined, html),
      options: [],
      ask: ask ?? { kind: 'gaps', gaps },
      ...(points !== undefined && { points }),
      shuffle: true,
      contentIds: contentIdsOf(item),
      feedback: { correct: feedback.correct, wrong: feedback.wrong },
      pictures,
    }
  }
  const asked = qtiKinds[interaction.name]?.(interaction, declarationOf(item, interaction), (one) =>
    html(one, isFeedback),
  )
  if (asked) {
    const { ask, matches, points } = ownAsk(item)
    return {
      name: nameOf(item),
      body: withPicture(stemOf(body, interaction, html), asked.picture),
      options: asked.options.map((option, at) => ({
        ...option,
        ...(matches[at] !== undefined && { match: matches[at] }),
      })),
      ask: ask ?? withGuidance(asked.ask, body),
      ...(points !== undefined && { points }),
      shuffle: asked.options.length === 0 || isTrue(interaction.attributes.shuffle),
      contentIds: contentIdsOf(item),
      feedback: { correct: feedback.correct, wrong: feedback.wrong },
      pictures,
    }
  }
  const right = rightChoices(item, interaction, notes)
  const choices = childrenOf(interaction, 'simpleChoice')
  const ids = choices.map(({ attributes }) => attributes.identifier ?? '')
  if (new Set(ids).size < ids.length) throw new RowProblem('duplicate_ids')
  const unknown = right.find((id) => !ids.includes(id))
  if (unknown !== undefined) throw new RowProblem('correct_unknown', unknown)
  const shuffle = isTrue(interaction.attributes.shuffle)
  if (shuffle && choices.some(({ attributes }) => isTrue(attributes.fixed))) notes.push({ code: 'fixed_order' })

  const { credits, points } = ownAsk(item)
  return {
    name: nameOf(item),
    body: stemOf(body, interaction, html),
    options: choices.map((choice, at): SourceOption => {
      const id = choice.attributes.identifier ?? ''
      const inline = findAll(choice, 'feedbackInline', 'feedbackBlock').map((one) => html(one))
      const said = [...inline, ...(feedback.ofChoice.get(id) ?? [])].filter((text) => text.trim() !== '')
      return {
        text: htmlText(html(choice, isFeedback)),
        correct: right.includes(id),
        feedback: said.length > 0 ? htmlText(said.join('')) : null,
        ...(credits.length === choices.length && { credit: credits[at] }),
      }
    }),
    ...(points !== undefined && { points }),
    shuffle,
    contentIds: contentIdsOf(item),
    feedback: { correct: feedback.correct, wrong: feedback.wrong },
    pictures,
  }
}

function nameOf({ attributes: { title = '', identifier } }: XmlElement): string {
  return title === identifier ? '' : title.trim().slice(0, 200)
}

function isFeedback({ name }: XmlElement): boolean {
  return name === 'feedbackInline' || name === 'feedbackBlock' || name === 'modalFeedback'
}

function isTrue(text: string | undefined): boolean {
  return /^(true|1)$/i.test(text ?? '')
}

/** The text of the item with the prompt in the place of the choices. */
function stemOf(body: XmlElement, interaction: XmlElement, html: ContentReader): SourceText {
  const prompt = childOf(interaction, 'prompt')
  const around = { ...body, children: replaced(body, interaction, prompt) }
  return htmlText(html(around, (inner) => isFeedback(inner) || skipped.has(inner.name)))
}

/** With what is asked about, which is the first picture of a question. */
function withPicture(stem: SourceText, picture = ''): SourceText {
  return htmlText(/<img\b/i.test(stem.text) ? `${picture}${stem.text}` : `${stem.text}${picture}`)
}

const skipped = new Set(['rubricBlock', 'infoControl', 'endAttemptInteraction', 'templateBlock', 'templateInline'])

/** What a file says to those who mark. */
function withGuidance(ask: Ask, body: XmlElement): Ask {
  if (ask.kind !== 'essay') return ask
  const blocks = findAll(body, 'rubricBlock').filter(({ attributes }) =>
    /\b(scorer|tutor)\b/.test(attributes.view ?? ''),
  )
  return { ...ask, guidance: guidanceOf(blocks.map((block) => textOf(block)).join('\n')) }
}

/** Gaps are numbered as they come; in a file of our own they have their numbers already. */
function textWithGaps(body: XmlElement, gaps: readonly XmlElement[], isOwn: boolean, html: ContentReader): SourceText {
  const numberOf = (gap: XmlElement) =>
    (isOwn && /^RESPONSE_(\d{1,3})$/.exec(gap.attributes.responseIdentifier ?? '')?.[1]) ||
    String(gaps.indexOf(gap) + 1)
  const marked = (element: XmlElement): XmlElement => ({
    ...element,
    children: element.children.map((child) => {
      if (typeof child === 'string') return child
      return gaps.includes(child) ? `[[${numberOf(child)}]]` : marked(child)
    }),
  })
  return htmlText(html(marked(body), (inner) => isFeedback(inner) || skipped.has(inner.name)))
}

function replaced(element: XmlElement, gone: XmlElement, instead: XmlElement | undefined): XmlElement['children'] {
  return element.children.flatMap((child): XmlNode[] => {
    if (typeof child === 'string') return [child]
    // where something is typed in a line of text its place is seen; a line of its own has nothing left
    if (child === gone && gone.name === 'textEntryInteraction') return ['_____']
    if (
      elementsOf(child).length === 1 &&
      child.children.every((one) => one === gone || (typeof one === 'string' && one.trim() === '')) &&
      gone.name === 'textEntryInteraction'
    )
      return []
    if (child === gone)
      return instead ? [isBlockInside(instead) ? { ...instead, name: 'div' } : { ...instead, name: 'p' }] : []
    return [{ ...child, children: replaced(child, gone, instead) }]
  })
}

function isBlockInside(element: XmlElement): boolean {
  return elementsOf(element).some(({ name }) => /^(p|div|ul|ol|table|pre|blockquote|h\d)$/.test(name))
}

function declarationOf(item: XmlElement, interaction: XmlElement): XmlElement | undefined {
  const declarations = childrenOf(item, 'responseDeclaration')
  const wanted = interaction.attributes.responseIdentifier
  return (
    declarations.find(({ attributes }) => attributes.identifier === wanted) ??
    (declarations.length === 1 ? declarations[0] : undefined)
  )
}

/** From the declared response; without one, from the points that the choices give. */
function rightChoices(item: XmlElement, interaction: XmlElement, notes: Found<ExchangeNote>[]): string[] {
  const declaration = declarationOf(item, interaction)
  const declared = childrenOf(childOf(declaration, 'correctResponse'), 'value').map((value) => textOf(value).trim())
  const points = childrenOf(childOf(declaration, 'mapping'), 'mapEntry').map(({ attributes }) => ({
    id: attributes.mapKey ?? '',
    points: Number(attributes.mappedValue),
  }))
  if (points.length > 0) notes.push({ code: 'scoring_simplified' })
  if (declared.length > 0) return declared
  const earning = points.filter((one) => one.points > 0)
  const most = Math.max(...earning.map((one) => one.points))
  const isSingle = declaration?.attributes.cardinality === 'single'
  return earning.filter((one) => !isSingle || one.points === most).map(({ id }) => id)
}

type ContentReader = (element: XmlElement, without?: (inner: XmlElement) => boolean) => string

interface ReadFeedback {
  ofChoice: Map<string, string[]>
  correct: SourceText | null
  wrong: SourceText | null
}

/**
 * What is said after the answer. Which text belongs to which outcome is a program in QTI; what is found by the usual
 * names is taken over: the identifier of a choice, or a word for right and wrong.
 */
function readFeedback(item: XmlElement, body: XmlElement, html: ContentReader): ReadFeedback {
  const found: ReadFeedback = { ofChoice: new Map(), correct: null, wrong: null }
  const blocks = [...childrenOf(item, 'modalFeedback'), ...findAll(body, 'feedbackBlock')]
  const choices = new Set(findAll(body, 'simpleChoice').map(({ attributes }) => attributes.identifier ?? ''))
  for (const block of blocks) {
    const id = block.attributes.identifier ?? ''
    const text = html(block)
    if (choices.has(id)) found.ofChoice.set(id, [...(found.ofChoice.get(id) ?? []), text])
    else if (/^(in_?correct|wrong|false|no|incorrecto)(_fb)?$/i.test(id)) found.wrong = htmlText(text)
    else if (/^(correct|right|true|yes|correcto)(_fb)?$/i.test(id)) found.correct = htmlText(text)
    else if (/^(general|general_fb|solution|always)$/i.test(id)) {
      found.correct ??= htmlText(text)
      found.wrong ??= htmlText(text)
    }
  }
  return found
}

/** Ours alone: what QTI has no words for. The file may have been anywhere since: only what fits is believed. */
function ownAsk(item: XmlElement): { ask?: Ask; matches: string[]; credits: number[]; points?: number } {
  let value: unknown
  try {
    value = JSON.parse(item.attributes['data-lantern-ask'] ?? item.attributes.dataLanternAsk ?? '{}')
  } catch {
    value = {}
  }
  const { ask, matches, credits, points } = Object(value) as Record<string, unknown>
  return {
    ...(Value.Check(Ask, ask) && { ask }),
    matches: Array.isArray(matches) ? matches.filter((match) => typeof match === 'string') : [],
    credits: Array.isArray(credits) ? credits.filter((credit) => Value.Check(OptionCredit, credit)) : [],
    ...(Value.Check(Points, points) && { points }),
  }
}

/** Ours alone: what a learner may read again. */
function contentIdsOf(item: XmlElement): string[] {
  const mark = item.attributes['data-lantern-read-again'] ?? item.attributes.dataLanternReadAgain ?? ''
  return mark.split(' ').filter((id) => /^[\w-]{1,100}$/.test(id))
}

/** Content as HTML; pictures are put aside under the address they have in the text. */
function contentOf(
  element: XmlElement,
  without: (inner: XmlElement) => boolean,
  place: ItemPlace,
  pictures: Map<string, Uint8Array>,
  notes: Found<ExchangeNote>[],
): string {
  const keep = (src: string) => {
    const bytes = place.picture(src)
    if (bytes) pictures.set(src, bytes)
  }
  return htmlOf(element.children, (inner) => {
    if (without(inner)) return null
    if (inner.name === 'contentBody' || inner.attributes.class === stemClass) {
      return contentOf(inner, without, place, pictures, notes)
    }
    if (inner.name === 'img') keep(inner.attributes.src ?? '')
    if (inner.name === 'object') {
      const { type = '', data = '' } = inner.attributes
      if (!type.startsWith('image/')) {
        notes.push({ code: 'media_left_out', detail: data })
        return null
      }
      keep(data)
      return htmlOf([{ ...inner, name: 'img', attributes: { src: data, alt: textOf(inner).trim() }, children: [] }])
    }
    return undefined
  }).trim()
}
