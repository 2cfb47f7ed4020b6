import type { QuestionDraft } from '@lantern/contract/quiz/faults.ts'
import { sizeOfPicture, splitPicture } from '@lantern/contract/quiz/kinds/hotspot-picture.ts'
import { kindNameOf, type QuestionKindName } from '@lantern/contract/quiz/kinds/index.ts'
import { coordsOf } from './picture-areas.ts'
import { escapeXml } from './xml-tree.ts'

interface WrittenKind {
  declaration: string
  /** Behind the text; empty where it stands in the text. */
  interaction: string
  /** What stands in the place of each gap, by its number. */
  inText?: string[]
  /** The text, where something of it stands in the interaction. */
  stem?: string
  /** Areas that are hit earn their shares. */
  isMapped?: true
  /** A person marks it: nothing is computed. */
  isMarked?: true
}

/** Writes the HTML of a text as XML. */
type Xml = (html: string) => string
type Writer = (question: QuestionDraft, ids: readonly string[], xml: Xml) => WrittenKind

/** How each kind is asked in QTI 3. */
const writers: Record<QuestionKindName, Writer> = {
  gaps: writeGaps,
  hotspot: writeHotspot,
  single: (question, ids, xml) => choice(question, ids, xml, { cardinality: 'single', most: 1 }),
  several: (question, ids, xml) => choice(question, ids, xml, { cardinality: 'multiple', most: 0 }),
  numeric: ({ ask }) =>
    typed(
      'float',
      ask?.kind === 'numeric' ? ask.answers.map(({ value, credit }) => ({ text: String(value ?? 0), credit })) : [],
    ),
  text: ({ ask }) => typed('string', ask?.kind === 'text' ? ask.answers : []),
  ordering: ({ options, shuffleOptions = true }, ids, xml) => ({
    declaration: declared('ordered', 'identifier', ids),
    interaction: `<qti-order-interaction response-identifier="RESPONSE" shuffle="${shuffleOptions}">${simpleChoices(options, ids, xml)}
    </qti-order-interaction>`,
  }),
  essay: ({ ask }) => ({
    declaration: '<qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="string"/>',
    interaction: `<qti-extended-text-interaction response-identifier="RESPONSE" format="plain"/>${
      ask?.kind === 'essay' && ask.guidance !== ''
        ? `\n    <qti-rubric-block use="scoring" view="scorer"><qti-content-body><p>${escapeXml(ask.guidance)}</p></qti-content-body></qti-rubric-block>`
        : ''
    }`,
    isMarked: true,
  }),
  matching: ({ options, ask, shuffleOptions = true }, ids, xml) => {
    const others = ask?.kind === 'matching' ? ask.others : []
    const targets = [...new Set([...options.map(({ match = '' }) => match), ...others])]
    const idOf = (match: string) => `target-${targets.indexOf(match) + 1}`
    const choices = (texts: [string, string][]) =>
      texts
        .map(
          ([id, text]) =>
            `\n        <qti-simple-associable-choice identifier="${id}" match-max="0">${text}</qti-simple-associable-choice>`,
        )
        .join('')
    const sources = options.map(({ body }, at): [string, string] => [ids[at] ?? '', xml(body)])
    return {
      declaration: declared(
        'multiple',
        'directedPair',
        options.map(({ match = '' }, at) => `${ids[at]} ${idOf(match)}`),
      ),
      interaction: `<qti-match-interaction response-identifier="RESPONSE" shuffle="${shuffleOptions}" max-associations="0">
      <qti-simple-match-set>${choices(sources)}</qti-simple-match-set>
      <qti-simple-match-set>${choices(targets.map((match) => [idOf(match), escapeXml(match)]))}</qti-simple-match-set>
    </qti-match-interaction>`,
    }
  },
}

function writeHotspot({ body, ask }: QuestionDraft, _: readonly string[], xml: Xml): WrittenKind {
  const { areas, most } = ask?.kind === 'hotspot' ? ask : { areas: [], most: 1 }
  const parts = splitPicture(body)
  const size = sizeOfPicture(parts?.picture ?? '')
  const value = Number((1 / Math.max(1, Math.min(areas.length, most))).toFixed(5))
  const entries = areas.map((area) => {
    const { shape, coords } = coordsOf(area, size)
    return `<qti-area-map-entry shape="${shape}" coords="${coords}" mapped-value="${value}"/>`
  })
  return {
    declaration: `<qti-response-declaration identifier="RESPONSE" cardinality="${most > 1 ? 'multiple' : 'single'}" base-type="point">
    <qti-area-mapping default-value="0" lower-bound="0" upper-bound="1">${entries.join('')}</qti-area-mapping>
  </qti-response-declaration>`,
    interaction: `<qti-select-point-interaction response-identifier="RESPONSE" max-choices="${most}">${xml(parts?.picture ?? '')}</qti-select-point-interaction>`,
    stem: xml(parts?.text ?? body),
    isMapped: true,
  }
}

function writeGaps({ ask }: QuestionDraft): WrittenKind {
  const gaps = ask?.kind === 'gaps' ? ask.gaps : []
  const written = gaps.map((gap, at) => {
    const name = `RESPONSE_${at + 1}`
    if (gap.kind !== 'choice') {
      const answers =
        gap.kind === 'text'
          ? gap.answers
          : gap.answers.map(({ value, credit }) => ({ text: String(value ?? 0), credit }))
      return {
        declaration: mapped(name, gap.kind === 'text' ? 'string' : 'float', answers),
        inText: `<qti-text-entry-interaction response-identifier="${name}"/>`,
      }
    }
    const choices = gap.answers.map(({ text, credit }, n) => ({ id: `choice-${n + 1}`, text, credit }))
    const inline = choices.map(
      ({ id, text }) => `<qti-inline-choice identifier="${id}">${escapeXml(text)}</qti-inline-choice>`,
    )
    return {
      declaration: mapped(
        name,
        'identifier',
        choices.map(({ id, credit }) => ({ text: id, credit })),
      ),
      inText: `<qti-inline-choice-interaction response-identifier="${name}" shuffle="true">${inline.join('')}</qti-inline-choice-interaction>`,
    }
  })
  return {
    declaration: written.map(({ declaration }) => declaration).join('\n  '),
    interaction: '',
    inText: written.map(({ inText }) => inText),
  }
}

export function writeKind(question: QuestionDraft, ids: readonly string[], xml: Xml): WrittenKind {
  return writers[kindNameOf(question)](question, ids, xml)
}

function choice(
  { options, shuffleOptions = true }: QuestionDraft,
  ids: readonly string[],
  xml: Xml,
  { cardinality, most }: { cardinality: string; most: number },
): WrittenKind {
  const right = ids.filter((_, at) => options[at]?.correct)
  return {
    declaration: declared(cardinality, 'identifier', right),
    interaction: `<qti-choice-interaction response-identifier="RESPONSE" shuffle="${shuffleOptions}" max-choices="${most}">${simpleChoices(options, ids, xml)}
    </qti-choice-interaction>`,
  }
}

function simpleChoices(options: QuestionDraft['options'], ids: readonly string[], xml: Xml): string {
  return options
    .map(({ body }, at) => `\n      <qti-simple-choice identifier="${ids[at]}">${xml(body)}</qti-simple-choice>`)
    .join('')
}

function typed(type: string, answers: Accepted): WrittenKind {
  return {
    declaration: mapped('RESPONSE', type, answers),
    interaction: '<p><qti-text-entry-interaction response-identifier="RESPONSE"/></p>',
  }
}

type Accepted = readonly { text: string; credit: number }[]

function mapped(name: string, type: string, answers: Accepted): string {
  const whole = answers.find(({ credit }) => credit >= 100)
  const entries = answers.map(
    ({ text, credit }) =>
      `<qti-map-entry map-key="${escapeXml(text)}" mapped-value="${Number((credit / 100).toFixed(5))}"/>`,
  )
  return declared('single', type, whole ? [whole.text] : [], {
    name,
    mapping: `<qti-mapping>${entries.join('')}</qti-mapping>`,
  })
}

function declared(
  cardinality: string,
  type: string,
  right: readonly string[],
  { name = 'RESPONSE', mapping = '' } = {},
): string {
  const values = right.map((value) => `<qti-value>${escapeXml(value)}</qti-value>`).join('')
  return `<qti-response-declaration identifier="${name}" cardinality="${cardinality}" base-type="${type}">
    <qti-correct-response>${values}</qti-correct-response>${mapping && `\n    ${mapping}`}
  </qti-response-declaration>`
}
