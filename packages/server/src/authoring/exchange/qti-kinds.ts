import type { ExchangeProblem } from '@lantern/contract/authoring/exchange-formats.ts'
import type { Ask, Gap } from '@lantern/contract/quiz/asks.ts'
import { emptyEssay } from '@lantern/contract/quiz/kinds/essay.ts'
import { readingsOf } from '@lantern/contract/quiz/kinds/numeric.ts'
import { childOf, childrenOf, findAll, textOf, type XmlElement } from '#kit/xml-tree.ts'
import { areaInPixels, sizeIn } from './picture-areas.ts'
import { htmlText, RowProblem, type SourceOption } from './source-rows.ts'

type Html = (element: XmlElement) => string

interface QtiAsked {
  ask: Ask
  options: SourceOption[]
  /** The picture that is asked about, as HTML. */
  picture?: string
}

/** What is asked by the interactions that are no choice. */
export const qtiKinds: Record<
  string,
  (interaction: XmlElement, declaration: XmlElement | undefined, html: Html) => QtiAsked
> = {
  textEntryInteraction(_, declaration) {
    const type = declaration?.attributes.baseType ?? declaration?.attributes['base-type'] ?? 'string'
    const answers = acceptedIn(declaration)
    if (type !== 'float' && type !== 'integer') {
      const matchCase = childrenOf(childOf(declaration, 'mapping'), 'mapEntry').some(
        ({ attributes }) => attributes.caseSensitive === 'true',
      )
      const escaped = answers.map(({ text, credit }) => ({ text: text.replaceAll('*', '\\*'), credit }))
      return { ask: { kind: 'text', answers: escaped, matchCase }, options: [] }
    }
    const numbers = answers.map(({ text, credit }) => ({
      value: readingsOf(text)[0] ?? null,
      tolerance: 0,
      percent: false,
      credit,
    }))
    return { ask: { kind: 'numeric', answers: numbers, units: [] }, options: [] }
  },
  extendedTextInteraction: () => ({ ask: emptyEssay, options: [] }),
  orderInteraction(interaction, declaration, html) {
    const choices = new Map(
      childrenOf(interaction, 'simpleChoice').map((one) => [one.attributes.identifier ?? '', one]),
    )
    const order = correctValues(declaration)
    if (order.length !== choices.size) throw new RowProblem('no_correct_answer')
    const options = order.map((id): SourceOption => {
      const choice = choices.get(id)
      if (!choice) throw new RowProblem('correct_unknown', id)
      return { text: htmlText(html(choice)), correct: true, feedback: null }
    })
    return { ask: { kind: 'ordering' }, options }
  },
  matchInteraction(interaction, declaration, html) {
    const [sources = [], targets = []] = childrenOf(interaction, 'simpleMatchSet').map((set) =>
      childrenOf(set, 'simpleAssociableChoice'),
    )
    const words = new Map(
      targets.map((one) => [one.attributes.identifier ?? '', textOf(one).replace(/\s+/g, ' ').trim()]),
    )
    const pairs = correctValues(declaration).map((pair) => pair.split(/\s+/))
    const taken = new Set(pairs.map(([, target = '']) => target))
    const options = sources.map((source): SourceOption => {
      const own = pairs.filter(([id]) => id === source.attributes.identifier)
      // a grid in which one row has several right columns is another kind
      if (own.length !== 1) throw new RowProblem('matching')
      return { text: htmlText(html(source)), match: words.get(own[0]?.[1] ?? '') ?? '', correct: true, feedback: null }
    })
    const others = [...words].filter(([id]) => !taken.has(id)).map(([, text]) => text)
    return { ask: { kind: 'matching', others }, options }
  },
  selectPointInteraction(interaction, declaration, html) {
    const entries = findAll(childOf(declaration, 'areaMapping') ?? interaction, 'areaMapEntry')
    const earning = entries.filter(({ attributes }) => Number(attributes.mappedValue) > 0)
    return hotspotOf(interaction, earning, html)
  },
  hotspotInteraction(interaction, declaration, html) {
    const right = new Set(acceptedIn(declaration, true).map(({ text }) => text))
    const choices = childrenOf(interaction, 'hotspotChoice')
    return hotspotOf(
      interaction,
      choices.filter(({ attributes }) => right.has(attributes.identifier ?? '')),
      html,
    )
  },
}

function hotspotOf(interaction: XmlElement, right: readonly XmlElement[], html: Html): QtiAsked {
  const [image] = findAll(interaction, 'object', 'img')
  if (!image) throw new RowProblem('hotspot')
  if (right.length === 0) throw new RowProblem('no_correct_answer')
  const areas = right.map(({ attributes: { shape = '', coords = '' } }) => areaInPixels(shape, coords, sizeIn(image)))
  const { src, data = src ?? '', alt = textOf(image) } = image.attributes
  // who cannot see it gets what is asked, where the file has no words for it
  const words = alt.trim() || textOf(childOf(interaction, 'prompt') ?? image).trim()
  const shown = { ...image, name: 'img', attributes: { src: data, alt: words.slice(0, 500) }, children: [] }
  const allowed = Number(interaction.attributes.maxChoices ?? '1')
  const most = Math.min(20, allowed > 0 ? allowed : areas.length)
  return { ask: { kind: 'hotspot', most, areas }, options: [], picture: html({ ...image, children: [shown] }) }
}

/** Interactions that stand in a line of text. */
export const inlineInteractions = ['textEntryInteraction', 'inlineChoiceInteraction'] as const

/** One of the gaps in a text. */
export function qtiGap(interaction: XmlElement, declaration: XmlElement | undefined, html: Html): Gap {
  if (interaction.name === 'textEntryInteraction') {
    const asked = qtiKinds.textEntryInteraction?.(interaction, declaration, html).ask
    if (asked?.kind === 'numeric' || asked?.kind === 'text') return asked
  }
  const accepted = new Map(acceptedIn(declaration).map(({ text, credit }) => [text, credit]))
  const answers = childrenOf(interaction, 'inlineChoice').map((choice) => ({
    text: textOf(choice).replace(/\s+/g, ' ').trim(),
    credit: accepted.get(choice.attributes.identifier ?? '') ?? 0,
  }))
  return { kind: 'choice', answers }
}

/** Interactions whose other forms have no place here. */
export const otherInteractions: Record<string, ExchangeProblem> = {
  associateInteraction: 'matching',
  gapMatchInteraction: 'drag',
  graphicGapMatchInteraction: 'drag',
  hottextInteraction: 'gap',
  graphicAssociateInteraction: 'graphic',
  graphicOrderInteraction: 'graphic',
  positionObjectInteraction: 'graphic',
  positionObjectStage: 'graphic',
  sliderInteraction: 'slider',
  drawingInteraction: 'drawing',
  uploadInteraction: 'upload',
  mediaInteraction: 'type_unknown',
  customInteraction: 'type_unknown',
  portableCustomInteraction: 'type_unknown',
}

function correctValues(declaration: XmlElement | undefined): string[] {
  return childrenOf(childOf(declaration, 'correctResponse'), 'value').map((value) => textOf(value).trim())
}

/** The mapped answers by what they earn of the most that can be earned; else the correct one. */
function acceptedIn(declaration: XmlElement | undefined, prefersCorrect = false): { text: string; credit: number }[] {
  const mapped = childrenOf(childOf(declaration, 'mapping'), 'mapEntry').map(({ attributes }) => ({
    text: attributes.mapKey ?? '',
    points: Number(attributes.mappedValue),
  }))
  const most = Math.max(...mapped.map(({ points }) => points))
  const isDeclared = prefersCorrect && correctValues(declaration).length > 0
  if (most > 0 && !isDeclared) {
    return mapped
      .filter(({ points }) => points > 0)
      .map(({ text, points }) => ({ text, credit: Number(((points / most) * 100).toFixed(5)) }))
  }
  return correctValues(declaration).map((text) => ({ text, credit: 100 }))
}
