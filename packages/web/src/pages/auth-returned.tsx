import { bindParameters, existingAccountParameters, withParameters } from '@lantern/contract/identity/outside-ways.ts'
import { safeRedirect } from '@lantern/contract/redirects.ts'
import { useLoaderData } from 'react-router'
import { ReturnedPage } from '#identity/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/auth-returned.ts'

export const handle = { headerTheme: 'hidden' }

/** /auth/returned: a login window is back. What the other site left in this address belongs to the page it came from. */
export function loader({ url, context }: Route.LoaderArgs) {
  const { searchParams } = url
  const left = [...bindParameters, ...existingAccountParameters].flatMap((name) => {
    const value = searchParams.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const target = withParameters(safeRedirect(searchParams.get('redirect_to')), Object.fromEntries(left))
  const title = translator(apiOf(context).locale)('identity.returned_title')
  return { target, windowId: searchParams.get('window'), title }
}

/** A window that was at another site stays joined to the page that opened it only if no page in it asks to be alone. */
export function headers() {
  return { 'cross-origin-opener-policy': 'unsafe-none' }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function AuthReturned() {
  const { windowId, target } = useLoaderData<typeof loader>()
  return <ReturnedPage windowId={windowId} target={target} />
}
