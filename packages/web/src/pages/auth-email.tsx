import type { getSession } from '@lantern/contract/identity/session.ts'
import { safeRedirect, signInPath, tfaPath } from '@lantern/contract/redirects.ts'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { actOnEmailForm, EmailPage } from '#identity/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/auth-email.ts'

/** /auth/email: adds an email; the mail leads back to where `redirect_to` says, on this host. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const here = pageAddress(url)
  const { user } = await call<typeof getSession>('GET /api/session')
  if (!user) throw redirect(signInPath(here))
  return {
    here,
    redirectTo: safeRedirect(url.searchParams.get('redirect_to')),
    current: user.email,
    title: translator(locale)('identity.email_title'),
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  try {
    const redirectTo = safeRedirect(url.searchParams.get('redirect_to'))
    const answer = await actOnEmailForm(apiOf(context), await request.formData(), redirectTo)
    return data(answer, { status: answer.sent ? 200 : 422 })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return redirect(signInPath(pageAddress(url)))
    if (error instanceof ApiError && error.code === 'tfa_required') return redirect(tfaPath(pageAddress(url)))
    throw error
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function AuthEmail() {
  return <EmailPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
