import type { getAttendance } from '@lantern/contract/live/attendance.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect } from 'react-router'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { pageTitle } from '#kit/page-title.ts'
import { AttendancePage } from '#live/index.ts'
import type { Route } from './+types/live-attendance.ts'

/** /liveSession/{id}/attendance: for hosts and makers; for others there is no such page. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  try {
    const attendance = await call<typeof getAttendance>('GET /api/learn/cn/liveSession/:id/attendance', {
      params: { id: params.slug },
    })
    return { attendance, title: translator(locale)('live.attendance') }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(signInPath(pageAddress(url)))
    if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 })
    throw error
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function LiveAttendance({ loaderData }: Route.ComponentProps) {
  return <AttendancePage attendance={loaderData.attendance} />
}
