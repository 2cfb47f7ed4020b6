import { type Static, Type } from 'typebox'
import { Item } from '../catalog/items.ts'
import { makerFields } from '../catalog/maker-fields.ts'
import { endpoint, object, oneOf, wholeFrom } from '../endpoint.ts'
import { BaseVersion, SavedDraft } from './drafts.ts'
import { asKept, Id, TutorialDetails, TutorialGeneral, TutorialSteps } from './forms.ts'

/** A tutorial with what only its makers see: how it would be if it were published as it stands now. */
export const FullTutorial = object({
  ...Item.properties,
  ...makerFields,
  steps: asKept<TutorialSteps>(),
  details: asKept<TutorialDetails>(),
  general: asKept<TutorialGeneral>(),
})
export type FullTutorial = Static<typeof FullTutorial>

const IdOrNew = object({ id: Id })
/** Whether what id 0 creates belongs to the campus. */
const Campus = object({ campus: Type.Optional(Type.Boolean()) })
const saved = object({ tutorialData: FullTutorial, draft: SavedDraft })
const errors = [
  'not_found',
  'forbidden',
  'draft_conflict',
  'translation_exists',
  'prerequisite_cycle',
  'tutorial_exceed_lab_limit_1',
  'tutorial_exercise_exceed_submission_limit_1',
] as const
const bodyLimit = 8_000_000

const generalFields = TutorialGeneral.properties

export const saveTutorialGeneral = endpoint('POST /api/learn/tutorial/:id/general', {
  summary: 'Saves the general form of a tutorial; id 0 creates it',
  access: 'author',
  params: IdOrNew,
  query: Campus,
  body: object({ ...generalFields, baseVersion: BaseVersion }),
  response: saved,
  errors,
  bodyLimit,
})

export const saveTutorialSteps = endpoint('POST /api/learn/tutorial/:id/steps', {
  summary: 'Saves the steps of a tutorial',
  access: 'author',
  params: IdOrNew,
  body: object({ ...TutorialSteps.properties, baseVersion: BaseVersion }),
  response: saved,
  errors,
  bodyLimit,
})

export const addTutorialStep = endpoint('POST /api/learn/tutorial/:id/addStep/:type', {
  summary: 'Saves the steps with an empty one of this type at the end',
  access: 'author',
  params: object({ id: Id, type: oneOf('normal', 'lab', 'submission', 'tool') }),
  body: object({ ...TutorialSteps.properties, baseVersion: BaseVersion }),
  response: saved,
  errors,
  bodyLimit,
})

export const saveTutorialDetails = endpoint('POST /api/learn/tutorial/:id/details', {
  summary: 'Saves the details form of a tutorial',
  access: 'author',
  params: IdOrNew,
  body: object({ ...TutorialDetails.properties, baseVersion: BaseVersion }),
  response: saved,
  errors,
})

export const publishTutorial = endpoint('POST /api/learn/tutorial/:id/publish', {
  summary: 'Saves all three forms and makes them what learners see',
  access: 'author',
  params: IdOrNew,
  body: object({
    ...generalFields,
    steps: TutorialSteps,
    details: TutorialDetails,
    /** The newest revision of the original, when this translation is up to date with it. */
    revision: Type.Optional(wholeFrom(0)),
    /** The draft's version that the forms are based on. */
    baseVersion: BaseVersion,
  }),
  response: saved,
  errors,
  bodyLimit: 20_000_000,
})
