import type { getSession } from '@lantern/contract/identity/session.ts'
import { safeRedirect } from '@lantern/contract/redirects.ts'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { actOnSignInForm, SignInPage } from '#identity/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/auth-login.ts'

/** /auth/login and /auth/signup: afterwards one is where `redirect_to` says, on this host. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const { searchParams, pathname } = url
  const redirectTo = safeRedirect(searchParams.get('redirect_to'))
  const { user } = await call<typeof getSession>('GET /api/session')
  if (user) throw redirect(redirectTo)
  const registering = pathname.startsWith('/auth/signup')
  const title = translator(locale)(registering ? 'identity.sign_up' : 'identity.sign_in')
  return { redirectTo, registering, title, outsideProblem: searchParams.get('problem') }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const redirectTo = safeRedirect(url.searchParams.get('redirect_to'))
  const outcome = await actOnSignInForm(apiOf(context), await request.formData())
  if (outcome.kind === 'signed_in') return redirect(redirectTo)
  // every page says above its content that the account is suspended, why and until when
  if (outcome.kind === 'suspended') return redirect('/')
  const { answer } = outcome
  return data(answer, { status: answer.sent || answer.outsideWay ? 200 : 422 })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function AuthLogin() {
  const { redirectTo, registering, outsideProblem } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <SignInPage redirectTo={redirectTo} registering={registering} answer={answer} outsideProblem={outsideProblem} />
  )
}
