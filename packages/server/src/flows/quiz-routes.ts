import { getCampusQuiz, getQuiz, saveQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { type App, route } from '#kit/route.ts'
import { readQuiz } from './read-quiz.ts'
import { recordQuiz } from './record-quiz.ts'

export function quizRoutes(app: App): void {
  route(app, getQuiz, ({ params, query, viewer, locale, services }) =>
    readQuiz(services, viewer, { params, query, locale }),
  )
  route(app, getCampusQuiz, ({ params, query, viewer, locale, services }) =>
    readQuiz(services, viewer, { params, query, locale, campus: true }),
  )
  route(app, saveQuiz, ({ body, viewer, services }) => recordQuiz(services, viewer, body))
}
