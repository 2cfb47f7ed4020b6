import type { getLiveWeek, listLiveSessions } from '@lantern/contract/catalog/live-sessions.ts'
import { data } from 'react-router'
import { LiveCalendar, type LiveCalendarProps, listData, PageHead, readPeriod } from '#catalog/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { useMessages } from '#kit/messages.tsx'
import { readPageNumber } from '#kit/page-number.ts'
import type { Route } from './+types/live-calendar.ts'

export async function loader({ request, context }: Route.LoaderArgs): Promise<LiveCalendarProps> {
  const { call } = apiOf(context)
  const { searchParams } = new URL(request.url)
  if (searchParams.get('tab') === 'week') {
    try {
      const query = { day: searchParams.get('day') ?? undefined }
      return { week: await call<typeof getLiveWeek>('GET /api/learn/cn/liveSession/week', { query }) }
    } catch (error) {
      // a day that no calendar has
      if (error instanceof ApiError && error.status === 400) throw data(null, { status: 404 })
      throw error
    }
  }
  const period = readPeriod(searchParams)
  const list = await call<typeof listLiveSessions>('GET /api/learn/cn/liveSession/list', {
    query: { period, page: readPageNumber(searchParams), pageSize: 20 },
  })
  return { period, list }
}

export default function LiveCalendarPage({ loaderData }: Route.ComponentProps) {
  const t = useMessages()
  const { results, liveSessionMap } = 'week' in loaderData ? loaderData.week : loaderData.list
  return (
    <main id="main" className="wrap">
      <PageHead
        title={t('live.calendar')}
        description={t('live.calendar_lead')}
        things={(site) =>
          import.meta.env.SSR
            ? listData(
                results.map((id) => liveSessionMap[id]),
                site,
              )
            : []
        }
      />
      <LiveCalendar {...loaderData} />
    </main>
  )
}
