import type { getAnswerToMark, listToMark } from '@lantern/contract/campus/marking.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect } from 'react-router'
import { actOnMark, MarkingPage, markingAddress, readMarkingAddress } from '#campus/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { readPageNumber } from '#kit/page-number.ts'
import { pageTitle } from '#kit/page-title.ts'
import { sendOrSay } from '#kit/unsent.ts'
import type { Route } from './+types/marking.ts'
import { requirePerson } from './own-page.ts'

/** /campus/marking: answers that the visitor marks, and one of them. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  await requirePerson(api, pageAddress(url))
  const { state, key } = readMarkingAddress(url.searchParams)
  const [list, answer] = await Promise.all([
    api.call<typeof listToMark>('GET /api/campus/marking/list', {
      query: { state, page: readPageNumber(url.searchParams) },
    }),
    key &&
      api.call<typeof getAnswerToMark>('GET /api/campus/marking/answer', { query: key }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
  ])
  const isGone = key !== null && answer === null
  return { state, list, answer, isGone, title: translator(api.locale)('campus.marking') }
}

/** The mark, as it is posted before or without script. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const { key } = readMarkingAddress(url.searchParams)
  if (!key) throw data(null, { status: 404 })
  try {
    const sent = await actOnMark(apiOf(context), key, await request.formData())
    if ('problem' in sent) return data(sent, { status: 422 })
    return redirect(markingAddress('waiting', sent.next))
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return redirect(signInPath(pageAddress(url)))
    throw error
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function Marking({ loaderData: { title: _, ...page }, actionData }: Route.ComponentProps) {
  return <MarkingPage {...page} sent={actionData} />
}
