import type { getLiveSession } from '@lantern/contract/catalog/details.ts'
import type { listReminders } from '@lantern/contract/live/reminders.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { redirect } from 'react-router'
import { ItemDetail, RoomDoor, Speakers } from '#catalog/index.ts'
import { ItemDiscussion } from '#community/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { pageAddress } from '#kit/page-address.ts'
import { CollectButton } from '#learning/index.ts'
import { actOnReminderForm, ReminderButton } from '#live/index.ts'
import type { Route } from './+types/live-session.ts'
import { inKnownVersion } from './preview.ts'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const { searchParams } = url
  const { call } = apiOf(context)
  const session = call<typeof getLiveSession>('GET /api/learn/liveSession/:id/extends', {
    params: { id: params.slug },
    query: {
      uv: searchParams.get('uv') ?? undefined,
      projectId: searchParams.get('projectId') ?? undefined,
      courseId: searchParams.get('courseId') ?? undefined,
    },
  })
  const [shown, { ids }] = await Promise.all([
    inKnownVersion(url, session),
    call<typeof listReminders>('GET /api/learn/cn/liveSession/reminder/list'),
  ])
  return { ...shown, reminded: ids }
}

/** The reminder, asked for without script. */
export async function action({ request, context }: Route.ActionArgs) {
  const here = pageAddress(new URL(request.url))
  try {
    await actOnReminderForm(apiOf(context), await request.formData())
    return redirect(here)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return redirect(signInPath(here))
    throw error
  }
}

export default function LiveSession({ loaderData }: Route.ComponentProps) {
  const { liveSessionData: item, breadcrumb, collectMap, boughtMap, reminded } = loaderData
  return (
    <ItemDetail
      item={item}
      breadcrumb={breadcrumb}
      bought={boughtMap[item.id] ?? false}
      percent={null}
      record={(place) =>
        place === 'card' ? (
          <RoomDoor item={item} reminder={<ReminderButton session={item} on={reminded.includes(item.id)} />} />
        ) : null
      }
      collect={
        <CollectButton
          item={item}
          collected={collectMap[item.id] ?? false}
          count={item.statsMap[item.id]?.collectCount}
          look="button"
        />
      }
      outline={<Speakers item={item} />}
      comments={<ItemDiscussion channelId={item.channelId} total={item.statsMap[item.id]?.commentCount ?? 0} />}
    />
  )
}
