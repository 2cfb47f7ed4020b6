import type { NumericAsk } from '@lantern/contract/quiz/asks.ts'
import { emptyEssay } from '@lantern/contract/quiz/kinds/essay.ts'
import { readingsOf } from '@lantern/contract/quiz/kinds/numeric.ts'
import { childOf, childrenOf, textOf, type XmlElement } from '#kit/xml-tree.ts'
import { gapselect, multianswer } from './moodle-gaps.ts'
import { guidanceOf, RowProblem, type SourceOption, type SourceQuestion, type SourceText } from './source-rows.ts'

/** How the texts of a Moodle file are read. */
export interface MoodleTexts {
  textIn(element: XmlElement | undefined): SourceText | null
  rawText(element: XmlElement | undefined): string
  fractionOf(answer: XmlElement): number
}

type AskedParts = Pick<SourceQuestion, 'options'> & Required<Pick<SourceQuestion, 'ask'>> & { body?: SourceText }

/** Its `body` is another one than the file has where the gaps stand in it. */
export type MoodleKind = (question: XmlElement, texts: MoodleTexts) => AskedParts

/** What is asked by the types of Moodle that are no choice. */
export const moodleKinds: Record<string, MoodleKind> = {
  cloze: multianswer,
  multianswer,
  gapselect,
  ddwtos: gapselect,
  shortanswer(question, { rawText, fractionOf }) {
    const answers = childrenOf(question, 'answer')
      .map((answer) => ({ text: rawText(answer).trim(), credit: creditOf(fractionOf(answer)) }))
      .filter(({ text, credit }) => text !== '' && credit > 0)
    const matchCase = textOf(childOf(question, 'usecase')).trim() === '1'
    return { options: [], ask: { kind: 'text', answers, matchCase } }
  },
  numerical(question, { rawText, fractionOf }) {
    const answers = childrenOf(question, 'answer').flatMap((answer) => {
      const [value] = readingsOf(rawText(answer))
      const [tolerance = 0] = readingsOf(textOf(childOf(answer, 'tolerance')))
      const credit = creditOf(fractionOf(answer))
      return value === undefined || credit === 0
        ? []
        : [{ value, tolerance: Math.abs(tolerance), percent: false, credit }]
    })
    return { options: [], ask: { kind: 'numeric', answers, units: unitsOf(question) } }
  },
  essay(question, { rawText }) {
    // only files are handed in
    if (textOf(childOf(question, 'responseformat')).trim() === 'noinline') throw new RowProblem('upload')
    return { options: [], ask: { ...emptyEssay, guidance: guidanceOf(rawText(childOf(question, 'graderinfo'))) } }
  },
  matching(question, { textIn, rawText }) {
    const pairs = childrenOf(question, 'subquestion').map((pair) => ({
      text: textIn(pair),
      match: rawText(childOf(pair, 'answer')).trim(),
    }))
    const options = pairs.flatMap(({ text, match }): SourceOption[] =>
      text ? [{ text, match, correct: true, feedback: null }] : [],
    )
    const others = pairs.filter(({ text, match }) => !text && match !== '').map(({ match }) => match)
    return { options, ask: { kind: 'matching', others } }
  },
  ordering(question, { textIn }) {
    const options = childrenOf(question, 'answer').flatMap((answer): SourceOption[] => {
      const text = textIn(answer)
      return text ? [{ text, correct: true, feedback: null }] : []
    })
    return { options, ask: { kind: 'ordering' } }
  },
}

function creditOf(fraction: number): number {
  return Math.min(100, Math.max(0, fraction))
}

/** Moodle says how many of a unit make one of the first; here it is what one of them is in the first. */
function unitsOf(question: XmlElement): NumericAsk['units'] {
  const units = childrenOf(childOf(question, 'units'), 'unit').map((unit) => ({
    name: textOf(childOf(unit, 'unit_name')).trim(),
    multiplier: Number(textOf(childOf(unit, 'multiplier'))),
  }))
  return units
    .filter(({ name, multiplier }) => name !== '' && multiplier > 0)
    .sort((one, other) => Math.abs(one.multiplier - 1) - Math.abs(other.multiplier - 1))
    .map(({ name, multiplier }) => ({ name, factor: Number((1 / multiplier).toPrecision(12)) }))
}
