import type { getReportStats } from '@lantern/contract/community/report-stats.ts'
import { data } from 'react-router'
import { ReportStatsView, readStatsPeriod } from '#community/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/report-stats.ts'

export { links } from 'virtual:authors-sheet'

/** /admin/learn/report-stats: not found for all but moderators. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const period = readStatsPeriod(url.searchParams.get('period'))
  const stats = await api
    .call<typeof getReportStats>('GET /api/learn/report/stats', { query: { period } })
    .catch((error: unknown) => {
      if (error instanceof ApiError && [401, 403].includes(error.status)) throw data(null, { status: 404 })
      throw error
    })
  return { title: translator(api.locale)('community.report_stats_title'), stats }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function ReportStatsPage({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap">
      <ReportStatsView stats={loaderData.stats} />
    </main>
  )
}
