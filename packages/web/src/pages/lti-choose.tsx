import type { getLtiChoice, makeLtiChoice } from '@lantern/contract/lti/choices.ts'
import { safeRedirect, signInPath } from '@lantern/contract/redirects.ts'
import { redirect } from 'react-router'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { pageTitle } from '#kit/page-title.ts'
import { secretAddress } from '#kit/secret-address.ts'
import { ArrivalPage, ChoicePage } from '#lti/index.ts'
import type { Route } from './+types/lti-choose.ts'

/** /lti/choose/{ticket}: what a link in a course of a platform opens. A ticket of somebody else is one that is over. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const q = (url.searchParams.get('q') ?? '').slice(0, 200)
  const item = (url.searchParams.get('item') ?? '').slice(0, 100)
  const page = { here: `/lti/choose/${params.ticket}`, q, title: translator(locale)('lti.choose') }
  try {
    const query = { ...(q && { q }), ...(item && { item }) }
    return { ...page, choice: await call<typeof getLtiChoice>('GET /api/lti/choice/:ticket', { params, query }) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    if (error.status === 401) throw redirect(signInPath(pageAddress(url)))
    return { ...page, choice: null }
  }
}

/** A ticket that was used meanwhile is said by the page itself. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  try {
    const { path } = await apiOf(context).call<typeof makeLtiChoice>('POST /api/lti/choice/:ticket', {
      params,
      body: {
        itemId: text('itemId') || null,
        withScore: text('withScore') === 'true',
        ...(text('stepId') && { stepId: text('stepId') }),
      },
    })
    return redirect(safeRedirect(path))
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null
    throw error
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, ...secretAddress]
}

export default function LtiChooseRoute({ loaderData: { choice, here, q } }: Route.ComponentProps) {
  if (choice === null) return <ArrivalPage arrival={null} here={here} />
  return <ChoicePage choice={choice} here={here} q={q} />
}
