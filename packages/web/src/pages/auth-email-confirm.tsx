import type { readEmailLink } from '@lantern/contract/identity/email.ts'
import { data, useActionData, useLoaderData } from 'react-router'
import { actOnEmailLink, EmailConfirmPage } from '#identity/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { pageTitle } from '#kit/page-title.ts'
import { secretAddress } from '#kit/secret-address.ts'
import { sendOrSay } from '#kit/unsent.ts'
import type { Route } from './+types/auth-email-confirm.ts'

/** /auth/email/confirm: where the link of a mail leads, on any device. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const page = { here: pageAddress(url), title: translator(locale)('identity.email_confirm_title') }
  try {
    const token = url.searchParams.get('token') ?? ''
    const link = await call<typeof readEmailLink>('GET /api/learn/cn/email/link', { query: { token } })
    return { ...page, link }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return { ...page, link: null }
    throw error
  }
}

export async function action({ url, context }: Route.ActionArgs) {
  const answer = await actOnEmailLink(apiOf(context), url.searchParams.get('token') ?? '')
  return data(answer, { status: answer.kind === 'confirmed' ? 200 : 422 })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, ...secretAddress]
}

export default function AuthEmailConfirm() {
  return <EmailConfirmPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
