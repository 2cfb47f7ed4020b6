import type { getClassTool } from '@lantern/contract/lti/tools.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { redirect } from 'react-router'
import { ApiError, apiOf } from '#kit/api.ts'
import { pageAddress } from '#kit/page-address.ts'
import { pageTitle } from '#kit/page-title.ts'
import { ClassToolPage } from '#lti/index.ts'
import type { Route } from './+types/class-tool.ts'

/** /campus/tool/{id}: what a class opens in an outside tool; for everybody else it does not exist. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  try {
    return { shown: await apiOf(context).call<typeof getClassTool>('GET /api/campus/tool/:id', { params }) }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(signInPath(pageAddress(url)))
    throw error
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.shown.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function ClassToolRoute({ loaderData: { shown } }: Route.ComponentProps) {
  return <ClassToolPage key={shown.id} shown={shown} />
}
