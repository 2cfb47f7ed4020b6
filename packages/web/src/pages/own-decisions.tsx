import type { listOwnDecisions } from '@lantern/contract/community/reports.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect } from 'react-router'
import { OwnDecisions, sendAppeal } from '#community/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import { sendOrSay } from '#kit/unsent.ts'
import type { Route } from './+types/own-decisions.ts'

const here = '/moderation'

/** /moderation: what moderators decided about the visitor. */
export async function loader({ context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const own = await call<typeof listOwnDecisions>('GET /api/learn/moderation/own').catch(toSignIn)
  return { own, title: translator(locale)('community.own_decisions') }
}

export async function action({ request, context }: Route.ActionArgs) {
  const answer = await sendAppeal(apiOf(context), await request.formData()).catch(toSignIn)
  return data(answer, { status: answer.done ? 200 : 422 })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

function toSignIn(error: unknown): never {
  if (error instanceof ApiError && error.status === 401) throw redirect(signInPath(here))
  throw error
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function OwnDecisionsPage({ loaderData: { own }, actionData }: Route.ComponentProps) {
  return <OwnDecisions own={own} answer={actionData} />
}
