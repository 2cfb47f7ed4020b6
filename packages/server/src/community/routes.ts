import { getReportStats } from '@lantern/contract/community/report-stats.ts'
import { type App, route } from '#kit/route.ts'
import { readReportStats } from './report-stats.ts'

export function communityRoutes(app: App): void {
  route(app, getReportStats, ({ query, services }) => readReportStats(services, query.period))
}
