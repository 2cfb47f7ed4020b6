import type { getSession, signOut } from '@lantern/contract/identity/session.ts'
import { safeRedirect } from '@lantern/contract/redirects.ts'
import { redirect, useLoaderData } from 'react-router'
import { SignOutPage } from '#identity/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/auth-logout.ts'

/** /auth/logout: asks, then ends the session by a post and goes where `redirect_to` says, on this host. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const redirectTo = safeRedirect(url.searchParams.get('redirect_to'))
  const { user, accountStatus } = await call<typeof getSession>('GET /api/session')
  if (!user && !accountStatus.suspend) throw redirect(redirectTo)
  return { redirectTo, title: translator(locale)('identity.sign_out') }
}

export async function action({ url, context }: Route.ActionArgs) {
  await apiOf(context).call<typeof signOut>('POST /api/auth/logout')
  return redirect(safeRedirect(url.searchParams.get('redirect_to')))
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function AuthLogout() {
  return <SignOutPage redirectTo={useLoaderData<typeof loader>().redirectTo} />
}
