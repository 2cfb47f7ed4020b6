import type { readUnsubscribeLink, unsubscribe } from '@lantern/contract/notifications/preferences.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { pageTitle } from '#kit/page-title.ts'
import { secretAddress } from '#kit/secret-address.ts'
import { sendOrSay } from '#kit/unsent.ts'
import { UnsubscribePage } from '#notifications/index.ts'
import type { Route } from './+types/notifications-unsubscribe.ts'

/** /notifications/unsubscribe?token=…: for the reader of the mail, signed in or not. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const page = { here: pageAddress(url), title: translator(locale)('notifications.stop_title') }
  try {
    const query = { token: url.searchParams.get('token') ?? '' }
    const link = await call<typeof readUnsubscribeLink>('GET /api/learn/cn/notification/unsubscribe', { query })
    return { ...page, link }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return { ...page, link: null }
    throw error
  }
}

/** The button of the page, and that of mail programs (RFC 8058). */
export async function action({ url, context }: Route.ActionArgs) {
  const token = url.searchParams.get('token') ?? ''
  try {
    await apiOf(context).call<typeof unsubscribe>('POST /api/learn/cn/notification/unsubscribe', { body: { token } })
    return { isDone: true }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return { isDone: false }
    throw error
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, ...secretAddress]
}

export default function Unsubscribe({ loaderData: { link, here }, actionData }: Route.ComponentProps) {
  return <UnsubscribePage link={link} here={here} isDone={actionData?.isDone ?? false} />
}
