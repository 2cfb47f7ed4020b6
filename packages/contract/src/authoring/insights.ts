import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { editedTypes, Id } from './forms.ts'
import { questionSigns } from './insight-rules.ts'

// What authors learn about their learners. Sums only: see insight-rules.ts for how small numbers are kept.

/** Null: there are some, but too few to say how many. */
const Count = nullable(Type.Integer())
const Share = Type.Number({ minimum: 0, maximum: 1 })

/** A step of a tutorial, or a content of a project or course, in order. */
export const FunnelStep = object({
  id: Type.String(),
  title: Type.String(),
  /** Learners who came this far. */
  reached: Count,
  /** Learners who completed it. */
  finished: Count,
  /** Learners who came no further and have not finished the whole. */
  stopped: Count,
})
export type FunnelStep = Static<typeof FunnelStep>

const TimeOf = object({ id: Type.String(), title: Type.String(), medianSeconds: nullable(Type.Integer()) })

export const QuestionInsight = object({
  id: Type.String(),
  /** From 1, as the quiz stands now. */
  number: Type.Integer(),
  text: Type.String(),
  /** Learners who were asked this question. */
  learners: Type.Integer(),
  shareRight: nullable(Share),
  /** Correlation of being right here with the number of other questions that were right. */
  discrimination: nullable(Type.Number({ minimum: -1, maximum: 1 })),
  options: Type.Array(object({ id: Type.String(), text: Type.String(), correct: Type.Boolean(), chosen: Count })),
  /** Learners who left it empty. */
  empty: Count,
  signs: Type.Array(oneOf(...questionSigns)),
})
export type QuestionInsight = Static<typeof QuestionInsight>

export const QuizInsight = object({
  /** First attempts that were submitted. */
  learners: Type.Integer(),
  passed: Count,
  /** How many of them, the newest, the figures below are made of. */
  counted: Type.Integer(),
  averageShare: nullable(Share),
  medianShare: nullable(Share),
  /** Learners by their share of right answers, in ten equal parts. */
  scores: Type.Array(Count),
  questions: Type.Array(QuestionInsight),
})
export type QuizInsight = Static<typeof QuizInsight>

export const Insights = object({
  item: object({
    id: Type.String(),
    type: oneOf(...editedTypes),
    title: Type.String(),
    slug: Type.String(),
    language: Type.String(),
    published: Type.Boolean(),
  }),
  asOf: Type.String(),
  /** Nothing is told of fewer learners than this. */
  leastGroup: Type.Integer(),
  started: Type.Integer(),
  /** As cards say it: with learners from before this site kept records, or from elsewhere. */
  learners: Type.Integer(),
  /** Null together with everything below while there are fewer learners than `leastGroup`. */
  finished: Count,
  /** How many learners, the newest, the funnel is made of. */
  counted: Type.Integer(),
  funnel: Type.Array(FunnelStep),
  /** Null: nothing has been measured yet. */
  time: nullable(
    object({
      learners: Type.Integer(),
      medianSeconds: nullable(Type.Integer()),
      /** Learners by minutes: under 5, 15, 30, 60, 120, and more. */
      spread: Type.Array(object({ under: nullable(Type.Integer()), learners: Count })),
      steps: Type.Array(TimeOf),
    }),
  ),
  /** From 0 to 10, two for a star. Null: nobody has rated it. */
  ratings: nullable(object({ count: Type.Integer(), average: nullable(Type.Number()), spread: Type.Array(Count) })),
  /** The last 26 weeks in the site's time zone, oldest first; each begins on a Monday. */
  weeks: Type.Array(object({ monday: Type.String(), started: Count, finished: Count })),
  quiz: nullable(QuizInsight),
})
export type Insights = Static<typeof Insights>

export const insightTables = ['funnel', 'weeks', 'ratings', 'time', 'scores', 'questions', 'options'] as const
export type InsightTable = (typeof insightTables)[number]

export const getInsights = endpoint('GET /api/learn/creator/insights/:id', {
  summary: 'What learners did with one item, as sums; for those who may edit it',
  access: 'author',
  params: object({ id: Id }),
  response: Insights,
  errors: ['not_found', 'forbidden'],
})
