import type { getSession } from '@lantern/contract/identity/session.ts'
import { realNamePath, safeRedirect, signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { actOnRealNameForm, RealNamePage } from '#identity/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/auth-real-name.ts'

/** /auth/real-name: the dialog's form as a page, for where there is no script. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const redirectTo = safeRedirect(url.searchParams.get('redirect_to'))
  const { user } = await call<typeof getSession>('GET /api/session')
  if (!user) throw redirect(signInPath(realNamePath(redirectTo)))
  if (user.isRealName) throw redirect(redirectTo)
  return { redirectTo, title: translator(locale)('realname.title') }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const redirectTo = safeRedirect(url.searchParams.get('redirect_to'))
  try {
    const answer = await actOnRealNameForm(apiOf(context), await request.formData())
    return answer ? data(answer, { status: 422 }) : redirect(redirectTo)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return redirect(signInPath(realNamePath(redirectTo)))
    throw error
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function AuthRealName() {
  return <RealNamePage redirectTo={useLoaderData<typeof loader>().redirectTo} answer={useActionData<typeof action>()} />
}
