import type { getTwoFactor } from '@lantern/contract/identity/guard.ts'
import { safeRedirect, signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { actOnTwoFactorForm, TwoFactorPage } from '#identity/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { pageTitle } from '#kit/page-title.ts'
import { sendOrSay } from '#kit/unsent.ts'
import type { Route } from './+types/auth-tfa.ts'

/** /auth/tfa: the second factor, to be set up, proved or changed; afterwards one is where `redirect_to` says. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const { searchParams } = url
  const redirectTo = safeRedirect(searchParams.get('redirect_to'))
  const here = pageAddress(url)
  try {
    const { mode, enabled } = await call<typeof getTwoFactor>('GET /api/learn/cn/auth/tfa')
    if (mode === 'off') throw redirect(redirectTo)
    return {
      redirectTo,
      here,
      enabled,
      act: actOf(searchParams.get('act')),
      byRecoveryCode: searchParams.get('recovery') === 'true',
      title: translator(locale)('identity.tfa_section'),
    }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(signInPath(here))
    throw error
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const here = pageAddress(url)
  try {
    const outcome = await actOnTwoFactorForm(apiOf(context), await request.formData())
    if (outcome.kind === 'done') return redirect(safeRedirect(url.searchParams.get('redirect_to')))
    if (outcome.kind === 'stale') return redirect(here)
    const { answer } = outcome
    const failed = answer.step === 'again' || (answer.step === 'setup' && answer.problem !== null)
    return data(answer, { status: failed ? 422 : 200, headers: { 'cache-control': 'no-store' } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return redirect(signInPath(here))
    throw error
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function AuthTfa() {
  return <TwoFactorPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}

function actOf(text: string | null): 'verify' | 'disable' | 'codes' {
  return text === 'disable' || text === 'codes' ? text : 'verify'
}
