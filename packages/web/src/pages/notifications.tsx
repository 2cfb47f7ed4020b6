import type { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { redirect } from 'react-router'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { pageTitle } from '#kit/page-title.ts'
import { sendOrSay } from '#kit/unsent.ts'
import { actOnNotifications, NotificationsPage } from '#notifications/index.ts'
import type { Route } from './+types/notifications.ts'

/** /notifications?filter=unread&kind=new_device: one's own. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const text = (name: string) => url.searchParams.get(name)?.slice(0, 40) || undefined
  const filter = text('filter') === 'unread' ? 'unread' : 'all'
  const [kind, before] = [text('kind'), text('before')]
  try {
    const query = { filter, kind, before } as const
    const list = await call<typeof listNotifications>('GET /api/learn/cn/notification/list', { query })
    const title = translator(locale)('notifications.title')
    return { list, filter, kind: kind ?? null, isLater: before !== undefined, title } as const
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(signInPath(pageAddress(url)))
    throw error
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  try {
    return await actOnNotifications(apiOf(context), await request.formData())
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return redirect(signInPath('/notifications'))
    throw error
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }]
}

export default function Notifications({ loaderData: { title: _, ...page }, actionData }: Route.ComponentProps) {
  return <NotificationsPage {...page} hasMuted={actionData?.muted ?? false} />
}
