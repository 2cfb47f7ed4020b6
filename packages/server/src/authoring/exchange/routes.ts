import * as exchange from '@lantern/contract/authoring/exchange.ts'
import { type QuestionExport, questionExports } from '@lantern/contract/authoring/exchange-formats.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'
import { type App, requireAccess, route } from '#kit/route.ts'
import { exportQuestions } from './export-questions.ts'
import { importQuestions } from './import-questions.ts'
import { previewQuestions } from './preview-questions.ts'

export function exchangeRoutes(app: App): void {
  route(app, exchange.previewQuestions, ({ params, body, viewer, locale, services }) =>
    previewQuestions(services, viewer, locale, { ...params, ...body }),
  )
  route(app, exchange.importQuestions, ({ params, body, viewer, services }) =>
    importQuestions(services, viewer, { ...params, ...body }),
  )

  // files and not calls
  app.get<{ Params: { id: string; format: string } }>(
    '/api/learn/creator/quiz/:id/exchange/export/:format',
    { schema: { hide: true } },
    async ({ params, viewer }, reply) => {
      requireAccess(viewer, 'author')
      const format = questionExports.find((one): one is QuestionExport => one === params.format)
      if (!format) throw refuse('not_found')
      const file = await exportQuestions(app.services, viewer as SignedIn, { id: params.id, format })
      const name = encodeURIComponent(file.name)
      reply.header('content-disposition', `attachment; filename="questions"; filename*=UTF-8''${name}`)
      return reply.type(file.contentType).send(file.bytes)
    },
  )
}
