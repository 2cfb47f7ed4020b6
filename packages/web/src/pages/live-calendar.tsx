import type { listLiveSessions } from '@lantern/contract/catalog/live-sessions.ts'
import { LiveCalendar, listData, PageHead, readPeriod } from '#catalog/index.ts'
import { apiOf } from '#kit/api.ts'
import { useMessages } from '#kit/messages.tsx'
import { readPageNumber } from '#kit/page-number.ts'
import type { Route } from './+types/live-calendar.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const period = readPeriod(searchParams)
  const list = await apiOf(context).call<typeof listLiveSessions>('GET /api/learn/cn/liveSession/list', {
    query: { period, page: readPageNumber(searchParams), pageSize: 20 },
  })
  return { period, list }
}

export default function LiveCalendarPage({ loaderData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <main id="main" className="wrap">
      <PageHead
        title={t('live.calendar')}
        description={t('live.calendar_lead')}
        things={(site) =>
          import.meta.env.SSR
            ? listData(
                loaderData.list.results.map((id) => loaderData.list.liveSessionMap[id]),
                site,
              )
            : []
        }
      />
      <LiveCalendar {...loaderData} />
    </main>
  )
}
