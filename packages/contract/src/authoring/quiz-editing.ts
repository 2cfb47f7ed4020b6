import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, wholeFrom } from '../endpoint.ts'
import { QuizData } from '../quiz/quizzes.ts'
import { BaseVersion, SavedDraft } from './drafts.ts'
import { asKept, Id, QuizDetails, QuizGeneral, QuizQuestions } from './forms.ts'

/** A quiz with its answer key and its forms: for its makers. */
export const FullQuiz = object({
  ...QuizData.properties,
  source: nullable(object({ itemId: Type.String(), latestRevision: Type.Integer() })),
  general: asKept<QuizGeneral>(),
  questionForms: asKept<QuizQuestions>(),
  details: asKept<QuizDetails>(),
})
export type FullQuiz = Static<typeof FullQuiz>

const params = object({ id: Id })
const response = object({ cnQuizData: FullQuiz, draft: SavedDraft })
const errors = ['not_found', 'forbidden', 'draft_conflict', 'translation_exists', 'prerequisite_cycle'] as const

const general = {
  params,
  body: object({ ...QuizGeneral.properties, baseVersion: BaseVersion }),
  response,
  errors,
  bodyLimit: 8_000_000,
}
const questions = {
  params,
  body: object({ ...QuizQuestions.properties, baseVersion: BaseVersion }),
  response,
  errors,
  bodyLimit: 8_000_000,
}
const details = { params, body: object({ ...QuizDetails.properties, baseVersion: BaseVersion }), response, errors }
const publish = {
  params,
  body: object({
    ...QuizGeneral.properties,
    questions: QuizQuestions,
    details: QuizDetails,
    revision: Type.Optional(wholeFrom(0)),
    baseVersion: BaseVersion,
  }),
  response,
  errors,
  bodyLimit: 20_000_000,
}

export const saveQuizGeneral = endpoint('POST /api/learn/cn/quiz/:id/general', {
  summary: 'Saves the general form of a quiz; id 0 creates it',
  access: 'creator',
  ...general,
})
export const saveQuizQuestions = endpoint('POST /api/learn/cn/quiz/:id/questions', {
  summary: 'Saves the questions of a quiz',
  access: 'creator',
  ...questions,
})
export const saveQuizDetails = endpoint('POST /api/learn/cn/quiz/:id/details', {
  summary: 'Saves the details form of a quiz',
  access: 'creator',
  ...details,
})
export const publishQuiz = endpoint('POST /api/learn/cn/quiz/:id/publish', {
  summary: 'Saves all three forms and makes them what learners get',
  access: 'creator',
  ...publish,
})

export const saveCampusQuizGeneral = endpoint('POST /api/campus/quiz/:id/general', {
  summary: 'Saves the general form of a campus quiz; id 0 creates it',
  access: 'campusCreator',
  ...general,
})
export const saveCampusQuizQuestions = endpoint('POST /api/campus/quiz/:id/questions', {
  summary: 'Saves the questions of a campus quiz',
  access: 'campusCreator',
  ...questions,
})
export const saveCampusQuizDetails = endpoint('POST /api/campus/quiz/:id/details', {
  summary: 'Saves the details form of a campus quiz',
  access: 'campusCreator',
  ...details,
})
export const publishCampusQuiz = endpoint('POST /api/campus/quiz/:id/publish', {
  summary: 'Saves all three forms of a campus quiz and makes them what learners get',
  access: 'campusCreator',
  ...publish,
})
