import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { pageAnswer, pageQuery } from '../page-query.ts'
import { listedTypes, listOrders } from './item-types.ts'
import { FlagMap, ItemCard, ItemStats, ItemTypeSchema, PublicUser, SkillLevelSchema, Tag } from './items.ts'

export const ListCriteria = object({
  type: Type.Optional(Type.Array(oneOf(...listedTypes))),
  /** Neither premium nor paid. */
  free: Type.Optional(Type.Boolean()),
  /** With a plan for educators. */
  educators: Type.Optional(Type.Boolean()),
  /** With a discount that is running now. */
  discounted: Type.Optional(Type.Boolean()),
  /** What the learning admins feature comes first, in their order. */
  featured: Type.Optional(Type.Boolean()),
  /** `all` for every language; the language of the visitor's locale when left out. */
  language: Type.Optional(Type.String({ maxLength: 8 })),
  sl: Type.Optional(Type.Array(SkillLevelSchema)),
  topic: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 })),
  ob: Type.Optional(oneOf(...listOrders)),
})
export type ListCriteria = Static<typeof ListCriteria>

/** What a card shows of the learner's record. */
export const CardRecord = object({
  itemId: Type.String(),
  completed: Type.Boolean(),
  lastCompletedTime: nullable(Type.String()),
  /** The rounded share of completed steps or contents. */
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
})
export type CardRecord = Static<typeof CardRecord>

/** The learner's part of a list; a guest's is empty. */
export const CardLearner = object({
  collectMap: FlagMap,
  boughtMap: FlagMap,
  recordMap: Type.Record(Type.String(), CardRecord),
})
export type CardLearner = Static<typeof CardLearner>

/** The same for the page of an item that is kept for all. */
export const ItemMarks = object({
  ...CardLearner.properties,
  /** How many have collected each, the learner among them. */
  collectCounts: Type.Record(Type.String(), Type.Integer()),
  /** What the learner likes, and how many like each, the learner among them. */
  likeMap: FlagMap,
  likeCounts: Type.Record(Type.String(), Type.Integer()),
  /** What is locked for the learner: its page says more than the kept one. */
  lockedMap: FlagMap,
})
export type ItemMarks = Static<typeof ItemMarks>

export const ItemList = object({
  results: Type.Array(object({ id: Type.String(), type: ItemTypeSchema })),
  itemMap: Type.Record(Type.String(), ItemCard),
  statsMap: Type.Record(Type.String(), ItemStats),
  userMap: Type.Record(Type.String(), PublicUser),
  topicMap: Type.Record(Type.String(), Tag),
  criteria: ListCriteria,
  ...pageAnswer,
  learner: CardLearner,
})
export type ItemList = Static<typeof ItemList>

export const listCatalog = endpoint('GET /api/learn/catalog/list', {
  summary: 'Published items of one or several types, filtered and ordered',
  access: 'public',
  query: object({
    ...ListCriteria.properties,
    ...pageQuery,
  }),
  response: ItemList,
})

export const getTutorialMap = endpoint('GET /api/learn/cn/tutorialMap', {
  summary: 'Tutorials by id, for the cards of content-managed pages; pages count from 1',
  access: 'public',
  query: object({
    /** A JSON list of ids. */
    ids: Type.String({ maxLength: 8000 }),
    pageNumber: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  response: object({
    tutorialMap: Type.Record(Type.String(), ItemCard),
    tutorialStats: Type.Record(Type.String(), ItemStats),
    learner: CardLearner,
    pageNumber: Type.Integer(),
    pageSize: Type.Integer(),
  }),
  errors: ['bad_request'],
})

export const getCardMarks = endpoint('GET /api/learn/catalog/marks', {
  summary: "The learner's part of these items, for pages that have the rest of them",
  access: 'learner',
  query: object({
    /** A JSON list of ids. */
    ids: Type.String({ maxLength: 8000 }),
  }),
  response: CardLearner,
  errors: ['bad_request'],
})
