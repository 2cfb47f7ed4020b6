import type { enterLtiArrival, getLtiArrival } from '@lantern/contract/lti/arrivals.ts'
import { safeRedirect } from '@lantern/contract/redirects.ts'
import { redirect } from 'react-router'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import { secretAddress } from '#kit/secret-address.ts'
import { ArrivalPage } from '#lti/index.ts'
import type { Route } from './+types/lti-arrival.ts'

/** /lti/arrival/{ticket}: as whom somebody goes on who comes from a platform. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const page = { here: `/lti/arrival/${params.ticket}`, title: translator(locale)('lti.arrival') }
  try {
    return { ...page, arrival: await call<typeof getLtiArrival>('GET /api/lti/arrival/:ticket', { params }) }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return { ...page, arrival: null }
    throw error
  }
}

/** A ticket that was used meanwhile is said by the page itself. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const bind = (await request.formData()).get('bind') === 'true'
  try {
    const { path } = await apiOf(context).call<typeof enterLtiArrival>('POST /api/lti/arrival/:ticket', {
      params,
      body: { bind },
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

export default function LtiArrivalRoute({ loaderData: { arrival, here } }: Route.ComponentProps) {
  return <ArrivalPage arrival={arrival} here={here} />
}
