import type { CartridgeNote } from '@lantern/contract/authoring/cartridges.ts'
import type { EssayAsk, GapsAsk, HotspotAsk, NumericAsk, TextAsk } from '@lantern/contract/quiz/asks.ts'
import type { QuestionDraft } from '@lantern/contract/quiz/faults.ts'
import { longestEssay } from '@lantern/contract/quiz/kinds/essay.ts'
import { withGaps } from '@lantern/contract/quiz/kinds/gap-marks.ts'
import { pictureOf, sizeOfPicture, splitPicture } from '@lantern/contract/quiz/kinds/hotspot-picture.ts'
import { kindNameOf, type QuestionKindName } from '@lantern/contract/quiz/kinds/index.ts'
import { coordsOfQti1 } from './picture-areas.ts'
import { escapeXml } from './xml-tree.ts'

/** A test of QTI 1.2 in the profile of Common Cartridge. */
export interface Qti1Quiz {
  id: string
  title: string
  /** HTML; empty: none. */
  description: string
  timeLimitMinutes: number | null
  questions: readonly QuestionDraft[]
  /** The HTML of a text with its media under their paths in the package. */
  html(text: string): string
  /** Hears what is left out or said otherwise. */
  note(code: CartridgeNote, question: QuestionDraft): void
}

/** Null where no question can be written. */
export function writeQti1({ id, title, description, timeLimitMinutes, questions, ...with_ }: Qti1Quiz): string | null {
  const items = questions.flatMap((question, at) => writeItem(question, `q${at + 1}`, with_) ?? [])
  if (items.length === 0) return null
  return `<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.imsglobal.org/xsd/ims_qtiasiv1p2 http://www.imsglobal.org/profile/cc/ccv1p3/ccv1p3_qtiasiv1p2p1_v1p0.xsd">
  <assessment ident="${id}" title="${escapeXml(title)}">
    ${fields({ cc_profile: 'cc.exam.v0p1', qmd_assessmenttype: 'Examination', qmd_scoretype: 'Percentage', ...(timeLimitMinutes !== null && { qmd_timelimit: String(timeLimitMinutes) }) })}
    ${description === '' ? '' : `<rubric>${material(with_.html(description))}</rubric>`}
    <section ident="root_section">${items.join('')}
    </section>
  </assessment>
</questestinterop>`
}

type With = Pick<Qti1Quiz, 'html' | 'note'>

interface Written {
  /** What Common Cartridge calls the kind; for others, what Canvas does. */
  profile?: string
  type?: string
  /** The text, where it says where something stands. */
  body?: string
  responses: string
  /** Empty: a person marks it. */
  scoring: string
}

type Writer = (question: QuestionDraft, with_: With) => Written | null

const writers: Record<QuestionKindName, Writer> = {
  single: (question, with_) => choice(question, with_, 'Single'),
  several: (question, with_) => choice(question, with_, 'Multiple'),
  numeric,
  text,
  ordering,
  matching,
  gaps,
  essay,
  hotspot,
}

function writeItem(question: QuestionDraft, ident: string, with_: With): string | null {
  const { body, contentIds = [], points = 1, options, quizFeedback } = question
  const written = writers[kindNameOf(question)](question, with_)
  if (!written) {
    with_.note('no_answer', question)
    return null
  }
  const { profile, type } = written
  if (!profile) with_.note('kind_extra', question)
  if (contentIds.length > 0) with_.note('read_again', question)
  const said = { correct_fb: quizFeedback?.correct ?? '', general_incorrect_fb: quizFeedback?.wrong ?? '' }
  const ofOptions = profile ? options.map(({ feedback = '' }, at) => [`${labelOf(at)}_fb`, feedback]) : []
  const feedback = [...Object.entries(said), ...ofOptions].filter(([, words]) => words !== '')
  const meta = {
    ...(profile && { cc_profile: profile }),
    ...(type && { question_type: type }),
    ...(written.scoring === '' && { qmd_computerscored: 'No' }),
    ...(Number.isInteger(points) && { cc_weighting: String(points) }),
    points_possible: String(points),
  }
  return `
      <item ident="${ident}" title="Question">
        <itemmetadata>${fields(meta)}</itemmetadata>
        <presentation>
          ${material(with_.html(written.body ?? body))}
          ${written.responses}
        </presentation>
        <resprocessing>
          <outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>
          ${written.scoring}${said.general_incorrect_fb === '' || written.scoring === '' ? '' : whenOther()}
        </resprocessing>${feedback
          .map(([name = '', words = '']) => {
            const shown = `<flow_mat>${material(with_.html(words))}</flow_mat>`
            return `\n        <itemfeedback ident="${name}">${shown}</itemfeedback>`
          })
          .join('')}
      </item>`
}

const labelOf = (at: number) => `c${at + 1}`

/** Words that stay HTML: other systems read nothing else. */
function material(html: string): string {
  return `<material><mattext texttype="text/html">${escapeXml(html)}</mattext></material>`
}

function fields(values: Record<string, string>): string {
  const all = Object.entries(values).map(
    ([label, entry]) =>
      `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${escapeXml(entry)}</fieldentry></qtimetadatafield>`,
  )
  return `<qtimetadata>${all.join('')}</qtimetadata>`
}

const equal = (response: string, value: string, more = '') =>
  `<varequal respident="${response}"${more}>${escapeXml(value)}</varequal>`

/** What an answer earns, of 100, and which words it shows besides. */
function when(variables: string, score: number | string, { add = false, say = '' } = {}): string {
  const shown = say === '' ? '' : displayed(say)
  return `<respcondition continue="${add ? 'Yes' : 'No'}"><conditionvar>${variables}</conditionvar><setvar action="${add ? 'Add' : 'Set'}" varname="SCORE">${score}</setvar>${shown}</respcondition>`
}

const displayed = (name: string) => `<displayfeedback feedbacktype="Response" linkrefid="${name}"/>`

const whenOther = () =>
  `<respcondition continue="Yes"><conditionvar><other/></conditionvar>${displayed('general_incorrect_fb')}</respcondition>`

const sayRight = ({ quizFeedback }: QuestionDraft) => ({ say: quizFeedback?.correct ? 'correct_fb' : '' })

function label(ident: string, html: string): string {
  return `<response_label ident="${ident}">${material(html)}</response_label>`
}

function choice(question: QuestionDraft, { html, note }: With, cardinality: 'Single' | 'Multiple'): Written {
  const { options, shuffleOptions = true } = question
  const isParted = options.some(({ credit }) => credit !== undefined)
  if (isParted) note('part_credit', question)
  const labels = options.map(({ body }, at) => label(labelOf(at), html(body)))
  const told = options.flatMap(({ feedback }, at) =>
    feedback
      ? `<respcondition continue="Yes"><conditionvar>${equal('response1', labelOf(at))}</conditionvar>${displayed(`${labelOf(at)}_fb`)}</respcondition>`
      : [],
  )
  const each = options.map(({ correct }, at) => {
    const chosen = equal('response1', labelOf(at))
    return correct ? chosen : `<not>${chosen}</not>`
  })
  const earning = options.flatMap(({ correct, credit = correct ? 100 : 0 }, at) =>
    credit > 0 ? when(equal('response1', labelOf(at)), credit, credit === 100 ? sayRight(question) : {}) : [],
  )
  const isSingle = cardinality === 'Single'
  return {
    profile: isSingle ? 'cc.multiple_choice.v0p1' : 'cc.multiple_response.v0p1',
    responses: `<response_lid ident="response1" rcardinality="${cardinality}"><render_choice shuffle="${shuffleOptions ? 'Yes' : 'No'}">${labels.join('')}</render_choice></response_lid>`,
    scoring: `${told.join('')}${isSingle ? earning.join('') : when(`<and>${each.join('')}</and>`, 100, sayRight(question))}`,
  }
}

/** An accepted answer as it is typed; null where any text may stand in it. */
function literalOf(answer: string): string | null {
  return /(?<!\\)\*/.test(answer) ? null : answer.replaceAll('\\*', '*')
}

function literalsOf({ answers }: TextAsk, question: QuestionDraft, { note }: With) {
  const written = answers.flatMap(({ text: words, credit }) => {
    const value = literalOf(words)
    return value === null ? [] : [{ value, credit }]
  })
  if (written.length < answers.length) note('wildcards', question)
  return written
}

const field = (ident: string, type = '') =>
  `<response_str ident="${ident}" rcardinality="Single"><render_fib${type}/></response_str>`

function text(question: QuestionDraft, with_: With): Written | null {
  const ask = question.ask as TextAsk
  const answers = literalsOf(ask, question, with_)
  if (answers.length === 0) return null
  if (answers.some(({ credit }) => credit < 100)) with_.note('part_credit', question)
  const how = ` case="${ask.matchCase ? 'Yes' : 'No'}"`
  return {
    profile: 'cc.fib.v0p1',
    responses: field('response1'),
    scoring: answers
      .map(({ value, credit }) =>
        when(equal('response1', value, how), credit, credit === 100 ? sayRight(question) : {}),
      )
      .join(''),
  }
}

function numeric(question: QuestionDraft, { note }: With): Written | null {
  const { answers, units } = question.ask as NumericAsk
  if (units.length > 0) note('units', question)
  const known = answers.flatMap(({ value, ...answer }) => (value === null ? [] : { ...answer, value }))
  if (known.length === 0) return null
  const scoring = known.map(({ value, tolerance, percent, credit }) => {
    const off = rounded(percent ? (Math.abs(value) * tolerance) / 100 : tolerance)
    const bound = (name: string, to: number) => `<${name} respident="response1">${rounded(to)}</${name}>`
    const range = `<and>${bound('vargte', value - off)}${bound('varlte', value + off)}</and>`
    return when(
      `<or>${equal('response1', String(value))}${range}</or>`,
      credit,
      credit === 100 ? sayRight(question) : {},
    )
  })
  return {
    type: 'numerical_question',
    responses: field('response1', ' fibtype="Decimal"'),
    scoring: scoring.join(''),
  }
}

const rounded = (value: number) => Number(value.toPrecision(12))

function ordering(question: QuestionDraft, { html }: With): Written {
  const { options, shuffleOptions = true } = question
  const labels = options.map(({ body }, at) => label(labelOf(at), html(body)))
  const order = options.map((_, at) => equal('response1', labelOf(at), ` index="${at + 1}"`))
  return {
    type: 'ordering_question',
    responses: `<response_lid ident="response1" rcardinality="Ordered"><render_choice shuffle="${shuffleOptions ? 'Yes' : 'No'}">${labels.join('')}</render_choice></response_lid>`,
    scoring: when(`<and>${order.join('')}</and>`, 100, sayRight(question)),
  }
}

function matching(question: QuestionDraft, { html }: With): Written {
  const { options, ask } = question
  const others = ask?.kind === 'matching' ? ask.others : []
  const targets = [...new Set([...options.map(({ match = '' }) => match), ...others])]
  const nameOf = (match: string) => `t${targets.indexOf(match) + 1}`
  const labels = targets.map((match) => label(nameOf(match), escapeXml(match))).join('')
  return {
    type: 'matching_question',
    responses: options
      .map(
        ({ body }, at) =>
          `<response_lid ident="response_${at + 1}">${material(html(body))}<render_choice>${labels}</render_choice></response_lid>`,
      )
      .join(''),
    scoring: options
      .map(({ match = '' }, at) =>
        when(equal(`response_${at + 1}`, nameOf(match)), share(options.length), { add: true }),
      )
      .join(''),
  }
}

const share = (count: number) => (100 / count).toFixed(2)

/** Gaps are named in the text; of different kinds, all are typed. */
function gaps(question: QuestionDraft, with_: With): Written | null {
  const all = (question.ask as GapsAsk).gaps
  const areChoices = all.every(({ kind }) => kind === 'choice')
  if (!areChoices && all.some(({ kind }) => kind !== 'text')) with_.note('gaps', question)
  const partly = all.some((gap) => gap.answers.some(({ credit }) => credit > 0 && credit < 100))
  if (partly || all.some((gap) => gap.kind === 'text' && gap.matchCase)) with_.note('part_credit', question)
  const answersOf = (gap: GapsAsk['gaps'][number]) => {
    if (gap.kind === 'text') return literalsOf(gap, question, with_)
    if (gap.kind === 'choice') {
      const shown = gap.answers.map(({ text: value, credit }) => ({ value, credit }))
      return areChoices ? shown : shown.filter(({ credit }) => credit > 0)
    }
    return gap.answers.flatMap(({ value, credit }) => (value === null ? [] : { value: String(value), credit }))
  }
  const parts = all.map((gap, at) => ({ name: `gap${at + 1}`, answers: answersOf(gap) }))
  if (parts.some(({ answers }) => !answers.some(({ credit }) => credit > 0))) return null
  return {
    type: areChoices ? 'multiple_dropdowns_question' : 'fill_in_multiple_blanks_question',
    body: withGaps(question.body, (number) => `[gap${number}]`),
    responses: parts
      .map(
        ({ name, answers }) =>
          `<response_lid ident="response_${name}"><material><mattext>${name}</mattext></material><render_choice>${answers
            .map(({ value }, at) => label(labelOf(at), escapeXml(value)))
            .join('')}</render_choice></response_lid>`,
      )
      .join(''),
    scoring: parts
      .flatMap(({ name, answers }) =>
        answers.flatMap(({ credit }, at) =>
          credit > 0 ? when(equal(`response_${name}`, labelOf(at)), share(parts.length), { add: true }) : [],
        ),
      )
      .join(''),
  }
}

/** Points in the picture; null where its size is not known. */
function hotspot(question: QuestionDraft, { html }: With): Written | null {
  const { areas, most } = question.ask as HotspotAsk
  const parts = splitPicture(question.body)
  const size = sizeOfPicture(parts?.picture ?? '')
  if (!parts || !size) return null
  const src = pictureOf(html(parts.picture))?.src ?? ''
  const image = `<matimage uri="${escapeXml(src)}" label="${escapeXml(parts.alt)}" width="${size.width}" height="${size.height}"/>`
  const wanted = Math.min(areas.length, most)
  return {
    body: parts.text,
    responses: `<response_xy ident="response1" rcardinality="${most > 1 ? 'Multiple' : 'Single'}"><render_hotspot maxnumber="${most}"><material>${image}</material></render_hotspot></response_xy>`,
    scoring: areas
      .map((area) => {
        const { shape, coords } = coordsOfQti1(area, size)
        return when(`<varinside respident="response1" areatype="${shape}">${coords}</varinside>`, share(wanted), {
          add: true,
        })
      })
      .join(''),
  }
}

/** What to look for stays here: some systems show learners all that a test holds. */
function essay(question: QuestionDraft, { note }: With): Written {
  const { guidance, least, most } = question.ask as EssayAsk
  if (guidance !== '' || least > 0 || most < longestEssay) note('guidance', question)
  return {
    profile: 'cc.essay.v0p1',
    type: 'essay_question',
    responses: '<response_str ident="response1" rcardinality="Single"><render_fib rows="12"/></response_str>',
    scoring: '',
  }
}
