import type { Item } from '@lantern/contract/catalog/items.ts'
import type { ParamsOf, QueryOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { getQuiz, QuizData } from '@lantern/contract/quiz/quizzes.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { readEdited } from '#authoring/index.ts'
import { readDetails } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import {
  learnerState,
  questionsFor,
  readAgainMap,
  readPastAttempts,
  readStanding,
  type Standing,
  settingOf,
} from '#quiz/index.ts'
import { currentStanding } from './record-quiz.ts'

interface QuizRequest {
  params: ParamsOf<typeof getQuiz>
  query: QueryOf<typeof getQuiz>
  locale: OfferedLocale
  /** Asked for under the address of the campus: what is not the campus's is not found. */
  campus?: boolean
}

/** The page of a quiz. It may have to close an attempt whose time is over, which changes the record: hence a flow. */
export async function readQuiz(
  services: Services,
  viewer: Viewer,
  { params, query, locale, campus = false }: QuizRequest,
): Promise<ResponseOf<typeof getQuiz>> {
  const { db, clock } = services
  const { detail = false, edit = false, ...context } = query
  const details = await readDetails(db, viewer, locale, {
    type: 'quiz',
    idOrSlug: params.id,
    query: { ...context, edit },
  })
  const { id, learnOptionType } = details.data
  if (campus && learnOptionType !== 'campus') throw refuse('not_found')
  const standing =
    viewer.kind === 'guest' ? await readStanding(db, null, id) : await currentStanding(services, viewer, id)
  const state = standing ? learnerState(standing, clock.now()) : { quizMap: {}, recordMap: {}, attempt: null }
  return {
    cnQuizData: edit
      ? await readEdited(services, viewer, locale, { id, type: 'quiz' })
      : await shownQuiz(db, viewer, details.data, { standing, detail }),
    collectMap: details.collectMap,
    likeMap: details.likeMap,
    boughtMap: details.boughtMap,
    breadcrumb: details.breadcrumb,
    versions: details.versions,
    ...state,
    attempts: standing && viewer.kind === 'user' ? await readPastAttempts(db, viewer.id, standing) : [],
  }
}

/** As this viewer may know it now; its detail page shows no question. */
async function shownQuiz(
  db: Db,
  viewer: Viewer,
  item: Item,
  { standing, detail }: { standing: Standing | null; detail: boolean },
): Promise<QuizData> {
  const questions =
    standing && item.readable && !detail ? await questionsFor(db, viewer, standing, { edit: false }) : []
  return {
    ...item,
    questionsCount: standing?.questionCount ?? 0,
    quizSetting: settingOf(standing),
    questions,
    readAgainMap: await readAgainMap(db, viewer, questions),
  }
}
