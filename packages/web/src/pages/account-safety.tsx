import type { readSales } from '@lantern/contract/commerce/sales.ts'
import type { getAccountSafety } from '@lantern/contract/identity/account-safety.ts'
import type { getTwoFactor } from '@lantern/contract/identity/guard.ts'
import type { listBindings } from '@lantern/contract/identity/identity-provider.ts'
import type { getSession } from '@lantern/contract/identity/session.ts'
import type { listSessions } from '@lantern/contract/identity/session-list.ts'
import { signInPath, tfaPath } from '@lantern/contract/redirects.ts'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { AccountSafety, actOnSafetyForm } from '#identity/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { pageTitle } from '#kit/page-title.ts'
import { sendOrSay } from '#kit/unsent.ts'
import type { Route } from './+types/account-safety.ts'

/** /accountSafety/{userId}: one's own; of another there is nothing to see, whether they exist or not. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const here = pageAddress(url)
  const { user } = await call<typeof getSession>('GET /api/session')
  if (!user) throw redirect(signInPath(here))
  if (user.id !== params.userId) throw data(null, { status: 404 })
  const [safety, ways, twoFactor, { sessions }, due] = await Promise.all([
    call<typeof getAccountSafety>('GET /api/learn/cn/account/safety'),
    call<typeof listBindings>('GET /api/learn/cn/binding/list'),
    call<typeof getTwoFactor>('GET /api/learn/cn/auth/tfa'),
    call<typeof listSessions>('GET /api/learn/cn/session/list'),
    call<typeof readSales>('GET /api/learn/creator/sales', { query: { months: 1 } }).then(
      ({ balance }) => balance,
      zeroUnlessAllowed,
    ),
  ])
  return { here, safety, ways, twoFactor, sessions, due, title: translator(locale)('identity.safety_title') }
}

/** Who may not sell has nothing due. */
function zeroUnlessAllowed(error: unknown): number {
  if (error instanceof ApiError && error.status === 403) return 0
  throw error
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const api = apiOf(context)
  const here = pageAddress(url)
  try {
    const { user } = await api.call<typeof getSession>('GET /api/session')
    if (user && user.id !== params.userId) throw data(null, { status: 404 })
    const outcome = await actOnSafetyForm(api, await request.formData())
    if (outcome.kind === 'deleted') return redirect('/')
    const { answer } = outcome
    return data(answer, { status: answer.problem || answer.problems.length > 0 ? 422 : 200 })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return redirect(signInPath(here))
    if (error instanceof ApiError && error.code === 'tfa_required') return redirect(tfaPath(here))
    throw error
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function AccountSafetyPage() {
  return <AccountSafety {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
