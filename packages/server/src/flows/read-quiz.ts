import type { ParamsOf, QueryOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { getQuiz } from '@lantern/contract/quiz/quizzes.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { readDetails } from '#catalog/index.ts'
import type { Services } from '#kit/services.ts'
import { learnerState, questionsFor, readAgainMap, readPastAttempts, readStanding, settingOf } from '#quiz/index.ts'
import { currentStanding } from './record-quiz.ts'

type QuizRequest = { params: ParamsOf<typeof getQuiz>; query: QueryOf<typeof getQuiz>; locale: OfferedLocale }

/** The page of a quiz. It may have to close an attempt whose time is over, which changes the record: hence a flow. */
export async function readQuiz(
  services: Services,
  viewer: Viewer,
  { params, query, locale }: QuizRequest,
): Promise<ResponseOf<typeof getQuiz>> {
  const { db, clock } = services
  const { detail = false, edit = false, ...context } = query
  const details = await readDetails(db, viewer, locale, {
    type: 'quiz',
    idOrSlug: params.id,
    query: { ...context, edit },
  })
  const { id, readable } = details.data
  const standing =
    viewer.kind === 'guest' ? await readStanding(db, null, id) : await currentStanding(services, viewer, id)
  const state = standing ? learnerState(standing, clock.now()) : { quizMap: {}, recordMap: {}, attempt: null }
  const questions = standing && readable && !detail ? await questionsFor(db, viewer, standing, { edit }) : []
  return {
    cnQuizData: {
      ...details.data,
      questionsCount: standing?.questionCount ?? 0,
      quizSetting: settingOf(standing),
      questions,
      readAgainMap: await readAgainMap(db, questions),
    },
    collectMap: details.collectMap,
    likeMap: details.likeMap,
    boughtMap: details.boughtMap,
    breadcrumb: details.breadcrumb,
    ...state,
    attempts: standing && viewer.kind === 'user' ? await readPastAttempts(db, viewer.id, standing) : [],
  }
}
