import { type Static, Type } from 'typebox'
import { nullable, object, oneOf } from '../endpoint.ts'
import { itemTypes, learnOptionTypes, sectionTypes, skillLevels, submissionTypes, tagTypes } from './item-types.ts'

export const ItemTypeSchema = oneOf(...itemTypes)
export const SkillLevelSchema = oneOf(...skillLevels)

export const UnityVersionRangeSchema = object({
  minVersionId: nullable(Type.String()),
  maxVersionId: nullable(Type.String()),
  withAll: Type.Boolean(),
})

/** Where the item stands in the learner's way through its parent. */
export const ItemStatus = object({
  prevCompleted: Type.Boolean(),
  nextCompleted: Type.Boolean(),
  completed: Type.Boolean(),
  isNext: Type.Boolean(),
  hasNext: Type.Boolean(),
})

export const ItemStats = object({
  recordCount: Type.Integer(),
  averageRating: Type.Number({ minimum: 0, maximum: 10 }),
  ratingCount: Type.Integer(),
  commentCount: Type.Integer(),
  collectCount: Type.Integer(),
  likeCount: Type.Integer(),
})
export type ItemStats = Static<typeof ItemStats>

/** The author or owner named on content. `official` decides whether the name is shown or the team's. */
export const PublicUser = object({
  id: Type.String(),
  fullName: Type.String(),
  title: Type.String(),
  description: Type.String(),
  avatar: nullable(Type.String()),
  slug: Type.String(),
  official: Type.Boolean(),
})
export type PublicUser = Static<typeof PublicUser>

export const DiscountSchema = object({
  itemId: Type.String(),
  active: Type.Boolean(),
  startDate: Type.String(),
  endDate: Type.String(),
  origPrice: Type.Integer(),
  discountPrice: Type.Integer(),
})

export const LiveTimes = object({
  startTime: Type.String(),
  endTime: Type.String(),
})

const cardFields = {
  id: Type.String(),
  type: ItemTypeSchema,
  slug: Type.String(),
  language: Type.String(),
  learnOptionType: oneOf(...learnOptionTypes),
  /** Whose it is; null: the site's own. */
  organisationId: nullable(Type.String()),
  title: Type.String(),
  summary: Type.String(),
  /** Its id is for makers, who send it back. */
  thumbnail: object({ id: Type.Optional(nullable(Type.String())), url: nullable(Type.String()) }),
  premium: Type.Boolean(),
  withPay: Type.Boolean(),
  priceFen: nullable(Type.Integer()),
  discount: nullable(DiscountSchema),
  withLab: Type.Boolean(),
  liveSessionIds: Type.Array(Type.String()),
  live: nullable(LiveTimes),
  skillLevel: nullable(SkillLevelSchema),
  withManual: Type.Boolean(),
  manualDuration: nullable(Type.Integer()),
  duration: Type.Integer(),
  withEducator: Type.Boolean(),
  questionsCount: Type.Integer(),
  tagIds: Type.Array(Type.String()),
  topicIds: Type.Array(Type.String()),
  industryIds: Type.Array(Type.String()),
  unityVersionRange: UnityVersionRangeSchema,
  ownerId: Type.String(),
  authorId: Type.String(),
  active: Type.Boolean(),
  /** It had a price, and nobody sells it any more: the owner deleted the account. */
  saleEnded: Type.Optional(Type.Boolean()),
  publishedTime: nullable(Type.String()),
}

/** What a card, a row of a list or an outline shows of an item. */
export const ItemCard = object(cardFields)
export type ItemCard = Static<typeof ItemCard>

/** A step as the outline shows it; its text comes with the page, and only to viewers who may read it. */
export const SectionOutline = object({
  id: Type.String(),
  title: Type.String(),
  type: oneOf(...sectionTypes),
  optionType: oneOf('required', 'optional'),
  channelId: Type.String(),
  chapterId: nullable(Type.String()),
  anchor: Type.String(),
})
export type SectionOutline = Static<typeof SectionOutline>

export const Section = object({
  ...SectionOutline.properties,
  /** Sanitized HTML; null when the viewer may not read it. */
  body: nullable(Type.String()),
  labUrl: nullable(Type.String()),
  submissionType: nullable(oneOf(...submissionTypes)),
})
export type Section = Static<typeof Section>

/** A chapter with its steps (tutorial) or its contents (project, course). */
export const ChapterSections = object({
  id: Type.String(),
  title: Type.String(),
  sectionIds: Type.Array(Type.String()),
  contentIds: Type.Array(Type.String()),
})
export type ChapterSections = Static<typeof ChapterSections>

/** One content of a project or course with the steps inside it. */
export const SubNode = object({
  id: Type.String(),
  type: ItemTypeSchema,
  title: Type.String(),
  required: Type.Boolean(),
  chapterId: nullable(Type.String()),
  sections: Type.Array(SectionOutline),
})
export type SubNode = Static<typeof SubNode>

export const Material = Type.Union([
  object({ type: Type.Literal('link'), name: Type.String(), url: Type.String() }),
  object({
    type: Type.Literal('file'),
    name: Type.String(),
    attachmentId: Type.String(),
    url: Type.Optional(Type.String()),
    byteSize: Type.Optional(Type.Integer()),
  }),
])
export type Material = Static<typeof Material>

export const EducatorPlan = object({
  description: Type.String(),
  outcome: Type.Optional(Type.String()),
  objectives: Type.Optional(Type.String()),
  alignment: Type.Optional(Type.String()),
  preparation: Type.Optional(Type.String()),
  materials: Type.Optional(Type.Array(Material)),
  ageRange: Type.Optional(object({ min: nullable(Type.Integer()), max: nullable(Type.Integer()) })),
  instruction: Type.Optional(nullable(Type.Integer())),
})
export type EducatorPlan = Static<typeof EducatorPlan>

export const Package = object({
  id: Type.String(),
  name: Type.String(),
  externalRef: nullable(Type.String()),
  externalType: nullable(Type.Literal('asset_store')),
  url: nullable(Type.String()),
  macUrl: nullable(Type.String()),
  windowsUrl: nullable(Type.String()),
  package: nullable(
    object({
      name: Type.String(),
      publisherName: Type.String(),
      originalPrice: Type.Integer(),
      finalPrice: Type.Integer(),
      isFree: Type.Boolean(),
      isOnSale: Type.Boolean(),
    }),
  ),
})
export type Package = Static<typeof Package>

export const Tag = object({
  id: Type.String(),
  type: oneOf(...tagTypes, 'tag', 'skill'),
  /** In the visitor's language. */
  name: Type.String(),
})
export type Tag = Static<typeof Tag>

/** The same work in another language. */
export const Translation = object({
  id: Type.String(),
  type: ItemTypeSchema,
  slug: Type.String(),
  language: Type.String(),
  title: Type.String(),
})
export type Translation = Static<typeof Translation>

/** Speakers, seats and where to watch, of a live session. */
export const LiveDetails = object({
  startTime: Type.String(),
  endTime: Type.String(),
  /** The IANA time zone that the hosts planned it in. */
  timeZone: Type.String(),
  cancelled: Type.Boolean(),
  /** Of the meeting, for viewers who may enter. */
  url: nullable(Type.String()),
  seats: nullable(Type.Integer()),
  /** `id` of those who have an account on the site. */
  speakers: Type.Array(object({ id: nullable(Type.String()), name: Type.String(), title: Type.String() })),
  isRecorded: Type.Boolean(),
  /** For viewers who may enter, once it is there. */
  recording: nullable(
    object({
      videoId: Type.String(),
      /** In order; `second` is a place in the film. */
      chapters: Type.Array(object({ id: Type.String(), title: Type.String(), second: Type.Integer() })),
    }),
  ),
})
export type LiveDetails = Static<typeof LiveDetails>

/** What a learner has to do before an item opens to them. */
export const WaitedFor = object({
  itemId: Type.String(),
  title: Type.String(),
  language: Type.String(),
  path: Type.String(),
  /** A quiz that has to be passed; else it is enough to have done it. */
  toPass: Type.Boolean(),
})
export type WaitedFor = Static<typeof WaitedFor>

/** Everything a detail or reading page needs of one item. */
export const Item = object({
  ...cardFields,
  channelId: Type.String(),
  description: Type.String(),
  /** Whether the viewer may read the text of the steps. */
  readable: Type.Boolean(),
  /** Said only of an item that is locked for the viewer: what opens it. */
  waitsFor: Type.Optional(Type.Array(WaitedFor)),
  /** An exercise with a suggested solution. */
  withSolution: Type.Boolean(),
  /** Shows what the item is about; everybody who sees the item may watch it. */
  overviewVideo: nullable(object({ id: Type.String(), title: Type.String() })),
  hidden: Type.Boolean(),
  published: Type.Boolean(),
  contentIds: Type.Array(Type.String()),
  sections: Type.Array(Section),
  chapterSections: Type.Array(ChapterSections),
  requiredSections: Type.Array(Type.String()),
  requiredContentIds: Type.Array(Type.String()),
  /** The ids in the order in which previous and next walk. */
  navIds: Type.Array(Type.String()),
  subNodes: Type.Array(SubNode),
  /** What is in it down to the last lesson: what stands in its projects counts, not the projects. */
  included: object({ contents: Type.Integer(), steps: Type.Integer(), quizzes: Type.Integer() }),
  packageIds: Type.Array(Type.String()),
  properties: object({
    /** Plain text, one aim a line. */
    objective: Type.Optional(Type.String()),
    careerGoals: Type.Optional(Type.String()),
    /** Of a course: who completes it gets a certificate. */
    givesCertificate: Type.Optional(Type.Boolean()),
  }),
  status: ItemStatus,
  materials: Type.Array(Material),
  documents: Type.Array(Material),
  educatorPlan: nullable(EducatorPlan),
  /** What its author wants learned before, as far as learners may see it. */
  prerequisites: Type.Array(Type.String()),
  /** Prerequisites that the viewer has completed. */
  learnedPrerequisites: Type.Array(Type.String()),
  liveDetails: nullable(LiveDetails),
  translations: Type.Array(Translation),
  updatedTime: Type.String(),
  /** Shapes of everything the item refers to, by id. */
  contentMap: Type.Record(Type.String(), ItemCard),
  statsMap: Type.Record(Type.String(), ItemStats),
  /** How many gave one, two, three, four and five stars. */
  ratingSpread: Type.Array(Type.Integer(), { minItems: 5, maxItems: 5 }),
  userMap: Type.Record(Type.String(), PublicUser),
  packageMap: Type.Record(Type.String(), Package),
  topicMap: Type.Record(Type.String(), Tag),
  industryMap: Type.Record(Type.String(), Tag),
  tagMap: Type.Record(Type.String(), Tag),
})
export type Item = Static<typeof Item>

export const Breadcrumb = Type.Array(
  object({
    type: ItemTypeSchema,
    id: Type.String(),
    slug: Type.String(),
    title: Type.String(),
    language: Type.String(),
    learnOptionType: oneOf(...learnOptionTypes),
  }),
)
export type Breadcrumb = Static<typeof Breadcrumb>

/** The viewer's marks by item id; an absent id is false. */
export const FlagMap = Type.Record(Type.String(), Type.Boolean())
