import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { getCampusQuiz, getQuiz, saveCampusQuiz, saveQuiz } from '@lantern/contract/quiz/quizzes.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type App, route } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { tellClasses } from '#learning/index.ts'
import { readQuiz } from './read-quiz.ts'
import { recordCampusQuiz, recordQuiz } from './record-quiz.ts'

export function quizRoutes(app: App): void {
  route(app, getQuiz, ({ params, query, viewer, locale, services }) =>
    readQuiz(services, viewer, { params, query, locale }),
  )
  route(app, getCampusQuiz, ({ params, query, viewer, locale, services }) =>
    readQuiz(services, viewer, { params, query, locale, campus: true }),
  )
  route(app, saveQuiz, told(recordQuiz))
  route(app, saveCampusQuiz, told(recordCampusQuiz))
}

/** Teachers hear when a quiz is begun and when it is submitted, not of each answer. */
function told(record: typeof recordQuiz) {
  return async ({
    body,
    viewer,
    services,
  }: {
    body: BodyOf<typeof saveQuiz>
    viewer: SignedIn
    services: Services
  }) => {
    const saved = await record(services, viewer, body)
    if (body.completed || body.answers === undefined) await tellClasses(services, viewer)
    return saved
  }
}
