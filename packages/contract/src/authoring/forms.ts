import { type Static, Type } from 'typebox'
import { learnOptionTypes, sectionTypes, submissionTypes } from '../catalog/item-types.ts'
import { SkillLevelSchema, UnityVersionRangeSchema } from '../catalog/items.ts'
import { Asset, Group, PaymentItem, SolutionPlan } from '../catalog/maker-fields.ts'
import { peerQuestions } from '../community/peer-rules.ts'
import { nullable, object, oneOf } from '../endpoint.ts'
import { RichText } from '../media/rich-document.ts'
import { Ask, Match, OptionCredit, Points } from '../quiz/asks.ts'

// What the editors edit, as it is kept between visits: a draft may miss anything, so nothing here is required to be
// filled. What must be filled to be saved by hand or published is said by faults.ts.

export const Id = Type.String({ minLength: 1, maxLength: 100 })
const Ids = Type.Array(Id, { maxItems: 200 })
/** A whole number as its author typed it: one that is too large is kept, and faults.ts says what is wrong with it. */
const TypedNumber = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
const Title = Type.String({ maxLength: 1000 })
const Language = Type.String({ maxLength: 8 })
const Name = Type.String({ maxLength: 1000 })
const Materials = Type.Array(
  Type.Union([
    object({ type: Type.Literal('link'), name: Name, url: Type.String({ maxLength: 4000 }) }),
    object({
      type: Type.Literal('file'),
      name: Name,
      attachmentId: Type.String({ maxLength: 100 }),
      // what an answer adds may come back
      url: Type.Optional(Type.String({ maxLength: 4000 })),
      byteSize: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    }),
  ]),
  { maxItems: 100 },
)

/** The plan as its form holds it: rich text everywhere, minutes and ages as numbers or not yet given. */
export const EducatorPlanForm = object({
  description: RichText,
  outcome: RichText,
  objectives: RichText,
  alignment: RichText,
  preparation: RichText,
  materials: Materials,
  ageRange: object({ min: nullable(TypedNumber), max: nullable(TypedNumber) }),
  instruction: nullable(Type.Integer({ minimum: 0, maximum: 100_000 })),
})
export type EducatorPlanForm = Static<typeof EducatorPlanForm>

export const TutorialGeneral = object({
  language: Language,
  title: Title,
  thumbnailId: nullable(Id),
  ownerId: Id,
  isExercise: Type.Boolean(),
  overviewVideoId: nullable(Id),
  overviewVideoTitle: Title,
  description: RichText,
  educatorPlan: nullable(EducatorPlanForm),
  solutionPlan: nullable(object({ ...SolutionPlan.properties, materials: Materials })),
})
export type TutorialGeneral = Static<typeof TutorialGeneral>

export const SectionForm = object({
  id: Id,
  type: oneOf(...sectionTypes),
  title: Title,
  body: RichText,
  labUrl: Type.String({ maxLength: 2000 }),
  submissionType: nullable(oneOf(...submissionTypes)),
  optionType: oneOf('required', 'optional'),
  /** What is opened in an outside tool, of the item's own. Omitted or null: not chosen yet. */
  toolLinkId: Type.Optional(nullable(Id)),
  /** What learners are asked about each other's submissions. Omitted or empty: nothing. */
  peerQuestions: Type.Optional(
    Type.Array(Type.String({ maxLength: peerQuestions.length }), { maxItems: peerQuestions.most }),
  ),
})
export type SectionForm = Static<typeof SectionForm>

const hours = nullable(Type.Integer({ minimum: 0, maximum: 200 }))
const minutes = nullable(Type.Integer({ minimum: 0, maximum: 55 }))

export const TutorialSteps = object({
  unityVersionRange: UnityVersionRangeSchema,
  skillLevel: nullable(SkillLevelSchema),
  estimationInHour: hours,
  estimationInMinute: minutes,
  sections: Type.Array(SectionForm, { maxItems: 500 }),
})
export type TutorialSteps = Static<typeof TutorialSteps>

/** Details of every type but the quiz: how it is found, what one needs for it, whose it is, and who may open it. */
const sharedDetails = {
  tagIds: Ids,
  packageIds: Ids,
  topicIds: Ids,
  industryIds: Ids,
  materials: Materials,
  authorId: Id,
  hidden: Type.Boolean(),
  premium: Type.Boolean(),
}

export const TutorialDetails = object({
  ...sharedDetails,
  /** Omitted by drafts from before tutorials had any: those of the published item stay. */
  prerequisites: Type.Optional(Ids),
  documents: Materials,
  asset: nullable(Asset),
  group: nullable(Group),
  offline: Type.Boolean(),
  paymentItem: nullable(PaymentItem),
})
export type TutorialDetails = Static<typeof TutorialDetails>

export const QuizGeneral = object({
  language: Language,
  title: Title,
  thumbnailId: nullable(Id),
  ownerId: Id,
  description: RichText,
})
export type QuizGeneral = Static<typeof QuizGeneral>

export const QuestionForm = object({
  id: Id,
  body: RichText,
  options: Type.Array(
    object({
      id: Id,
      body: RichText,
      correct: Type.Boolean(),
      feedback: RichText,
      match: Type.Optional(Match),
      /** Omitted on every option: the answer is whole or nothing. */
      credit: Type.Optional(OptionCredit),
    }),
    {
      maxItems: 50,
    },
  ),
  /** Omitted: a choice. */
  ask: Type.Optional(Ask),
  points: Type.Optional(Points),
  shuffleOptions: Type.Boolean(),
  /** Items and steps to read again. */
  contentIds: Ids,
  /** Null where the author has not added one. */
  quizFeedback: object({ correct: nullable(RichText), wrong: nullable(RichText) }),
})
export type QuestionForm = Static<typeof QuestionForm>

export const QuizQuestions = object({
  unityVersionRange: UnityVersionRangeSchema,
  questions: Type.Array(QuestionForm, { maxItems: 500 }),
})
export type QuizQuestions = Static<typeof QuizQuestions>

export const QuizDetails = object({
  skillLevel: nullable(SkillLevelSchema),
  estimationInHour: hours,
  estimationInMinute: minutes,
  materials: Materials,
  prerequisites: Ids,
  hidden: Type.Boolean(),
  group: nullable(Group),
  topicIds: Ids,
  quizSetting: object({
    passNumber: nullable(TypedNumber),
    freezingTimeInHours: nullable(TypedNumber),
    timeLimitInMinutes: Type.Optional(nullable(TypedNumber)),
  }),
})
export type QuizDetails = Static<typeof QuizDetails>

/** A project, a course or a live session. */
export const OutlineGeneral = object({
  language: Language,
  title: Title,
  thumbnailId: nullable(Id),
  ownerId: Id,
  description: RichText,
})
export type OutlineGeneral = Static<typeof OutlineGeneral>

export const OutlineContents = object({
  unityVersionRange: UnityVersionRangeSchema,
  chapters: Type.Array(object({ id: Id, title: Title }), { maxItems: 100 }),
  /** In order; `chapterId` null stands before the first chapter. */
  contentIds: Type.Array(Id, { maxItems: 300 }),
  contents: Type.Array(object({ id: Id, required: Type.Boolean(), chapterId: nullable(Id) }), { maxItems: 300 }),
})
export type OutlineContents = Static<typeof OutlineContents>

export const OutlineDetails = object({
  ...sharedDetails,
  skillLevel: nullable(SkillLevelSchema),
  estimationInHour: hours,
  estimationInMinute: minutes,
  /** Plain text, one aim a line. */
  objective: Type.String({ maxLength: 20_000 }),
  careerGoals: Type.String({ maxLength: 20_000 }),
  prerequisites: Ids,
  /** Who completes it gets a certificate. Omitted: no. Projects give none. */
  givesCertificate: Type.Optional(Type.Boolean()),
})
export type OutlineDetails = Static<typeof OutlineDetails>

/** What a live session is about: at most one project. */
export const LiveSessionContents = object({
  /** False: it is about no project, and that is not missing. */
  withProject: Type.Boolean(),
  contentIds: Type.Array(Id, { maxItems: 20 }),
})
export type LiveSessionContents = Static<typeof LiveSessionContents>

/** What a clock shows in the session's time zone, as in 2026-12-24T18:00; empty: not chosen yet. */
const ClockTime = Type.String({ maxLength: 40 })

export const LiveSessionDetails = object({
  ...sharedDetails,
  start: ClockTime,
  end: ClockTime,
  /** An IANA time zone. */
  timeZone: Type.String({ maxLength: 64 }),
  cancelled: Type.Boolean(),
  /** With `userId` a person of the site, who is shown by their own name; others by the name that is given here. */
  hosts: Type.Array(object({ id: Id, userId: nullable(Id), name: Name, title: Name }), { maxItems: 20 }),
  /** Of the meeting. */
  url: Type.String({ maxLength: 2000 }),
  seats: nullable(TypedNumber),
  recordingVideoId: nullable(Id),
  recordingChapters: Type.Array(object({ id: Id, title: Title, second: TypedNumber }), { maxItems: 200 }),
  skillLevel: nullable(SkillLevelSchema),
  prerequisites: Ids,
})
export type LiveSessionDetails = Static<typeof LiveSessionDetails>

/**
 * A form in an answer. It was checked when it came in and is sent as it is kept: a form that was valid once stays
 * readable after the rules change.
 */
export function asKept<Form>() {
  return Type.Unsafe<Form>({ description: 'As it was saved' })
}

/** The forms of each type by the part that is saved alone. */
export const tutorialParts = { general: TutorialGeneral, steps: TutorialSteps, details: TutorialDetails }
export const quizParts = { general: QuizGeneral, questions: QuizQuestions, details: QuizDetails }
export const outlineParts = { general: OutlineGeneral, contents: OutlineContents, details: OutlineDetails }
export const liveSessionParts = { general: OutlineGeneral, contents: LiveSessionContents, details: LiveSessionDetails }

export const TutorialForms = object(tutorialParts)
export type TutorialForms = Static<typeof TutorialForms>
export const QuizForms = object(quizParts)
export type QuizForms = Static<typeof QuizForms>
export const OutlineForms = object(outlineParts)
export type OutlineForms = Static<typeof OutlineForms>
export const LiveSessionForms = object(liveSessionParts)
export type LiveSessionForms = Static<typeof LiveSessionForms>

/** The forms of an item of any type. */
export type AnyForms = TutorialForms | QuizForms | OutlineForms | LiveSessionForms

export const editedTypes = ['tutorial', 'quiz', 'project', 'course', 'liveSession'] as const
export type EditedType = (typeof editedTypes)[number]
export const draftParts = ['general', 'steps', 'details', 'questions', 'contents'] as const
export type DraftPart = (typeof draftParts)[number]
export const LearnOptionType = oneOf(...learnOptionTypes)
export { Asset, Group, PaymentItem, SolutionPlan }
