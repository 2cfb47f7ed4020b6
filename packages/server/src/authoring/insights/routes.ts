import { getInsights, type InsightTable, insightTables } from '@lantern/contract/authoring/insights.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'
import { type App, requireAccess, route } from '#kit/route.ts'
import { writeCsv } from '#kit/write-csv.ts'
import { insightTable } from './insight-tables.ts'
import { readInsights } from './read-insights.ts'

export function insightRoutes(app: App): void {
  route(app, getInsights, ({ params, viewer, services }) => readInsights(services, viewer, params.id))

  // a file and not a call
  app.get<{ Params: { id: string; file: string } }>(
    '/api/learn/creator/insights/:id/:file',
    { schema: { hide: true } },
    async ({ params, viewer, locale }, reply) => {
      requireAccess(viewer, 'author')
      const table = insightTables.find((name): name is InsightTable => `${name}.csv` === params.file)
      if (!table) throw refuse('not_found')
      const insights = await readInsights(app.services, viewer as SignedIn, params.id)
      const rows = insightTable(insights, table, app.services.text, locale)
      reply.header('content-disposition', `attachment; filename="${insights.item.id}-${table}.csv"`)
      return reply.type('text/csv; charset=utf-8').send(writeCsv(rows))
    },
  )
}
