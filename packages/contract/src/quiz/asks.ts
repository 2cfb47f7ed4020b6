import { type Static, Type } from 'typebox'
import { nullable, object, oneOf } from '../endpoint.ts'
import { longestEssay } from './kinds/essay.ts'

// What a question of another kind than choice holds besides its text and options. One that has none of these is a
// choice: of one where one option is right, of several where several are.

/** What an answer is worth of its question, in percent. */
const Credit = Type.Number({ minimum: 0, maximum: 100 })
const Line = Type.String({ maxLength: 500 })

const NumericAsk = object({
  kind: Type.Literal('numeric'),
  answers: Type.Array(
    object({
      /** Null while the author has not written it. */
      value: nullable(Type.Number()),
      /** How far an answer may lie from it, to both sides. */
      tolerance: Type.Number({ minimum: 0 }),
      /** The tolerance is a share of the value in percent, else it is absolute. */
      percent: Type.Boolean(),
      credit: Credit,
    }),
    { maxItems: 20 },
  ),
  /** The first is the unit of `values`, with factor 1. A number in another unit is multiplied by its factor. */
  units: Type.Array(object({ name: Type.String({ maxLength: 40 }), factor: Type.Number() }), { maxItems: 20 }),
})
export type NumericAsk = Static<typeof NumericAsk>

const TextAsk = object({
  kind: Type.Literal('text'),
  /** `*` stands for any text, `\*` for itself. Width and spaces never count. */
  answers: Type.Array(object({ text: Line, credit: Credit }), { maxItems: 50 }),
  matchCase: Type.Boolean(),
})
export type TextAsk = Static<typeof TextAsk>

/** The options stand in their right order. */
const OrderingAsk = object({ kind: Type.Literal('ordering') })
export type OrderingAsk = Static<typeof OrderingAsk>

/** Each option has its `match`. */
const MatchingAsk = object({
  kind: Type.Literal('matching'),
  /** Matches of no option, to choose wrongly. */
  others: Type.Array(Line, { maxItems: 50 }),
})
export type MatchingAsk = Static<typeof MatchingAsk>

const ChoiceGap = object({
  kind: Type.Literal('choice'),
  answers: Type.Array(object({ text: Line, credit: Credit }), { maxItems: 50 }),
})
const Gap = Type.Union([NumericAsk, TextAsk, ChoiceGap])
export type Gap = Static<typeof Gap>

/** The first gap stands where the text of the question says `[[1]]`. */
const GapsAsk = object({ kind: Type.Literal('gaps'), gaps: Type.Array(Gap, { maxItems: 50 }) })
export type GapsAsk = Static<typeof GapsAsk>

/** A text that a person marks. */
const EssayAsk = object({
  kind: Type.Literal('essay'),
  /** Characters without the spaces around. Shorter is told to the learner and to who marks, and not refused. */
  least: Type.Integer({ minimum: 0, maximum: longestEssay }),
  most: Type.Integer({ minimum: 1, maximum: longestEssay }),
  /** What to look for, as plain text for those who mark; never for learners. */
  guidance: Type.String({ maxLength: 5000 }),
})
export type EssayAsk = Static<typeof EssayAsk>

/** From 0 to 1: a share of the width or of the height of the picture. */
const Share = Type.Number({ minimum: 0, maximum: 1 })

const Area = object({
  shape: oneOf('rectangle', 'ellipse', 'polygon'),
  /**
   * Of a rectangle the left and the upper edge, the width and the height; of an ellipse its centre and its half width and
   * half height; of a polygon its corners, each across and down.
   */
  at: Type.Array(Share, { maxItems: 200 }),
})
export type Area = Static<typeof Area>

/** The picture is the first one of the text. */
const HotspotAsk = object({
  kind: Type.Literal('hotspot'),
  /** How many points may be set. */
  most: Type.Integer({ minimum: 1, maximum: 20 }),
  /** What should be hit. */
  areas: Type.Array(Area, { maxItems: 50 }),
})
export type HotspotAsk = Static<typeof HotspotAsk>

export const Ask = Type.Union([NumericAsk, TextAsk, OrderingAsk, MatchingAsk, GapsAsk, EssayAsk, HotspotAsk])
export type Ask = Static<typeof Ask>

/** What choosing an option adds to the answer, in percent of the question, or takes away from it. */
export const OptionCredit = Type.Number({ minimum: -100, maximum: 100 })
export const Points = Type.Number({ minimum: 0.01, maximum: 1000 })
export const Match = Line
