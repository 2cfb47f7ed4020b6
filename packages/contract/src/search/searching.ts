import { type Static, Type } from 'typebox'
import { ItemCard, ItemStats, ItemTypeSchema, PublicUser, SkillLevelSchema, Tag } from '../catalog/items.ts'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import {
  ageRangeValues,
  type CriteriaKey,
  criteriaKeys,
  durationValues,
  hiddenValues,
  instructionValues,
  keywordTypes,
  premiumValues,
  priceValues,
  statusValues,
  submissionOrders,
  timeOfDayValues,
  videoValues,
} from './criteria.ts'

export const CriteriaSchema = object({
  skillLevel: Type.Array(SkillLevelSchema),
  language: Type.Array(Type.String()),
  query: Type.String(),
  tag: Type.Array(Type.String()),
  industry: Type.Array(Type.String()),
  type: Type.Array(ItemTypeSchema),
  duration: Type.Array(oneOf(...durationValues)),
  premium: nullable(oneOf(...premiumValues)),
  hidden: nullable(oneOf(...hiddenValues)),
  price: oneOf(...priceValues),
  singles: Type.Boolean(),
  status: nullable(oneOf(...statusValues)),
  timeOfDay: Type.Array(oneOf(...timeOfDayValues)),
  orderBy: oneOf('none', 'starts', 'recency', 'priceasc', 'pricedes', ...submissionOrders),
  instruction: Type.Array(oneOf(...instructionValues)),
  ageRange: nullable(oneOf(...ageRangeValues)),
  owner: Type.Array(Type.String()),
  itemId: Type.Array(Type.String()),
  uv: nullable(Type.String()),
  ved: nullable(oneOf(...videoValues)),
  module: Type.Array(Type.String()),
  keywordType: oneOf(...keywordTypes),
})

/** Text with the places to mark in it: start and end of each, counted in UTF-16 units. */
export const MarkedText = object({ text: Type.String(), marks: Type.Array(Type.Array(Type.Integer())) })
export type MarkedText = Static<typeof MarkedText>

/** A step of the item in which the words were found, or a part of a project or course. */
export const StepHit = object({
  /** The step, or the item that is the part. */
  id: Type.String(),
  type: oneOf('section', 'tutorial', 'project', 'course', 'quiz', 'liveSession', 'faq', 'submission'),
  /** As it is counted in the outline, from 1. */
  number: Type.Integer(),
  /** The fragment that leads to the step; empty for a part. */
  anchor: Type.String(),
  title: MarkedText,
  /** Some text around the words; null where they stand in the title only, or the visitor may not read the step. */
  snippet: nullable(MarkedText),
})
export type StepHit = Static<typeof StepHit>

/** One result: the item under the key of its type. */
export const SearchResult = object({
  id: Type.String(),
  type: ItemTypeSchema,
  tutorial: Type.Optional(ItemCard),
  project: Type.Optional(ItemCard),
  course: Type.Optional(ItemCard),
  quiz: Type.Optional(ItemCard),
  liveSession: Type.Optional(ItemCard),
  faq: Type.Optional(ItemCard),
  submission: Type.Optional(ItemCard),
  title: MarkedText,
  summary: MarkedText,
  hits: Type.Array(StepHit),
  /** How many steps were hit, shown or not. */
  hitCount: Type.Integer(),
})
export type SearchResult = Static<typeof SearchResult>

/** What the learner did with an item. */
export const LearnerProgress = object({
  itemId: Type.String(),
  type: ItemTypeSchema,
  completed: Type.Boolean(),
  lastCompletedTime: nullable(Type.String()),
  /** Percentage. */
  percent: Type.Integer(),
  remainingMinutes: Type.Integer(),
})
export type LearnerProgress = Static<typeof LearnerProgress>

const LearnerMaps = object({
  collectMap: Type.Record(Type.String(), Type.Boolean()),
  likeMap: Type.Record(Type.String(), Type.Boolean()),
  quizMap: Type.Record(Type.String(), LearnerProgress),
  recordMap: Type.Record(Type.String(), LearnerProgress),
})
export type LearnerMaps = Static<typeof LearnerMaps>

const CardMap = Type.Record(Type.String(), ItemCard)

export const SearchAnswer = object({
  results: Type.Array(SearchResult),
  quizMap: CardMap,
  projectMap: CardMap,
  tutorialMap: CardMap,
  userMap: Type.Record(Type.String(), PublicUser),
  statsMap: Type.Record(Type.String(), ItemStats),
  industryMap: Type.Record(Type.String(), Tag),
  topicMap: Type.Record(Type.String(), Tag),
  criteria: CriteriaSchema,
  page: Type.Integer(),
  pageSize: Type.Integer(),
  /** The words as they were asked for; an answer to other words than those now typed is not shown. */
  text: Type.String(),
  total: Type.Integer(),
  /** Results by type, for any chosen type. */
  typeCounts: Type.Record(Type.String(), Type.Integer()),
  /** The corrected query where a word had a typing error; null when nothing was corrected. */
  corrected: nullable(Type.String()),
  learner: LearnerMaps,
})
export type SearchAnswer = Static<typeof SearchAnswer>

/** Values are checked by the codec, which names the criterion that is wrong; here only their length is. */
const Values = Type.Optional(Type.Array(Type.String({ maxLength: 4000 }), { maxItems: 50 }))
const criteriaParams = Object.fromEntries(
  [...Object.keys(criteriaKeys), ...Object.values(criteriaKeys)].map((name) => [name, Values]),
  // every key is there by construction, which fromEntries cannot say
) as Record<CriteriaKey | (typeof criteriaKeys)[CriteriaKey], typeof Values>

const searchQuery = object({
  k: Type.Optional(Type.String({ maxLength: 8000 })),
  ...criteriaParams,
  tab: Type.Optional(Type.String({ maxLength: 40 })),
  period: Type.Optional(Type.String({ maxLength: 40 })),
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})

const shape = {
  summary: 'Items that fit the words and filters, with the steps in which the words stand',
  access: 'public',
  query: searchQuery,
  response: SearchAnswer,
  errors: ['bad_request'],
} as const

export const searchItems = endpoint('GET /api/learn/search', shape)
export const searchItemsCn = endpoint('GET /api/learn/cn/search', shape)

export const getSearchMarks = endpoint('GET /api/learn/search/marks', {
  summary: "The learner's part of these results",
  access: 'learner',
  query: object({
    /** A JSON list of ids. */
    ids: Type.String({ maxLength: 8000 }),
  }),
  response: object({ learner: LearnerMaps }),
  errors: ['bad_request'],
})

export const getFilterData = endpoint('GET /api/learn/search/filters', {
  summary: 'What the filters of a search have to choose from',
  access: 'public',
  response: object({ topics: Type.Array(Tag), industries: Type.Array(Tag), versions: Type.Array(Type.String()) }),
})

/** A live result below the header's search box. */
export const HeaderResult = object({
  id: Type.String(),
  type: ItemTypeSchema,
  slug: Type.String(),
  language: Type.String(),
  title: MarkedText,
})
export type HeaderResult = Static<typeof HeaderResult>

export const headerSearch = endpoint('GET /api/learn/headerSearch', {
  summary: 'The first results while words are being typed',
  access: 'public',
  query: object({
    k: Type.Optional(Type.String({ maxLength: 8000 })),
    prm: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  response: object({ text: Type.String(), results: Type.Array(HeaderResult) }),
  errors: ['bad_request'],
})

export const autocompleteUsers = endpoint('GET /api/learn/user/autocomplete', {
  summary: 'People whose name begins with or holds the text, for the owner filter',
  access: 'adminOrEditor',
  query: object({ text: Type.String({ maxLength: 100 }) }),
  response: object({ userMap: Type.Record(Type.String(), PublicUser) }),
})
