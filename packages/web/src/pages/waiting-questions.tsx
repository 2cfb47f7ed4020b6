import type { listWaiting } from '@lantern/contract/community/waiting.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { redirect } from 'react-router'
import { WaitingPage } from '#community/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { readPageNumber } from '#kit/page-number.ts'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/waiting-questions.ts'

/** /messages/waiting: questions about what the visitor makes or teaches. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  try {
    const query = { page: readPageNumber(url.searchParams) }
    const list = await call<typeof listWaiting>('GET /api/learn/comment/waiting', { query })
    return { list, title: translator(locale)('community.unanswered') }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(signInPath(pageAddress(url)))
    throw error
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function WaitingQuestions({ loaderData: { list } }: Route.ComponentProps) {
  return <WaitingPage list={list} />
}
