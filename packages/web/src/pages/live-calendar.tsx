import type { getLiveWeek, listLiveSessions } from '@lantern/contract/catalog/live-sessions.ts'
import type { listTopics } from '@lantern/contract/catalog/tags.ts'
import type { listReminders } from '@lantern/contract/live/reminders.ts'
import { useCallback } from 'react'
import { data } from 'react-router'
import {
  LiveCalendar,
  type LiveCalendarData,
  listData,
  liveQuery,
  PageHead,
  readLiveChoice,
  type SessionAct,
} from '#catalog/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { useMessages } from '#kit/messages.tsx'
import { ReminderButton } from '#live/index.ts'
import type { Route } from './+types/live-calendar.ts'

type PageData = { shown: LiveCalendarData; reminded: string[] }

export async function loader({ url, context }: Route.LoaderArgs): Promise<PageData> {
  const { call } = apiOf(context)
  const { ids: reminded } = await call<typeof listReminders>('GET /api/learn/cn/liveSession/reminder/list')
  const { searchParams } = url
  if (searchParams.get('tab') === 'week') {
    try {
      const query = { day: searchParams.get('day') ?? undefined }
      const week = await call<typeof getLiveWeek>('GET /api/learn/cn/liveSession/week', { query })
      return { shown: { week, ...(searchParams.has('mine') && { only: reminded }) }, reminded }
    } catch (error) {
      // a day that no calendar has
      if (error instanceof ApiError && error.status === 400) throw data(null, { status: 404 })
      throw error
    }
  }
  const choice = readLiveChoice(searchParams)
  const [list, { topics }] = await Promise.all([
    call<typeof listLiveSessions>('GET /api/learn/cn/liveSession/list', { query: liveQuery(choice) }),
    call<typeof listTopics>('GET /api/learn/topics'),
  ])
  return { shown: { choice, list, topics }, reminded }
}

export default function LiveCalendarPage({ loaderData }: Route.ComponentProps) {
  const t = useMessages()
  const { shown, reminded } = loaderData
  const { results, liveSessionMap } = 'week' in shown ? shown.week : shown.list
  // the same function while nothing changes: the week is a part whose script comes later
  const act = useCallback<SessionAct>(
    (session) => <ReminderButton session={session} on={reminded.includes(session.id)} size="s" />,
    [reminded],
  )
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
      <LiveCalendar shown={shown} act={act} />
    </main>
  )
}
