import type { listStaffLicences } from '@lantern/contract/commerce/licences.ts'
import { actOnLicences, StaffLicences } from '#commerce/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { readPageNumber } from '#kit/page-number.ts'
import { pageTitle } from '#kit/page-title.ts'
import { sendOrSay } from '#kit/unsent.ts'
import type { Route } from './+types/staff-licences.ts'
import { notFoundUnlessAllowed, staffAction } from './staff-page.ts'

export { links } from 'virtual:authors-sheet'

/** /admin/learn/licences: not found for all but learning admins. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const list = await api
    .call<typeof listStaffLicences>('GET /api/learn/finance/licence/list', {
      query: { page: readPageNumber(url.searchParams) },
    })
    .catch(notFoundUnlessAllowed)
  return { list, title: translator(api.locale)('commerce.staff_licences') }
}

export const action = (args: Route.ActionArgs) => staffAction(args, actOnLicences)

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function StaffLicencesPage({ loaderData, actionData }: Route.ComponentProps) {
  return <StaffLicences list={loaderData.list} answer={actionData} />
}
