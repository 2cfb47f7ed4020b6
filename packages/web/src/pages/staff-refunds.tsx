import { refundStates } from '@lantern/contract/commerce/order-rules.ts'
import type { listRefundRequests } from '@lantern/contract/commerce/refunds.ts'
import { actOnRefundRequest, RefundQueue } from '#commerce/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { readPageNumber } from '#kit/page-number.ts'
import { pageTitle } from '#kit/page-title.ts'
import { sendOrSay } from '#kit/unsent.ts'
import type { Route } from './+types/staff-refunds.ts'
import { notFoundUnlessAllowed, staffAction } from './staff-page.ts'

export { links } from 'virtual:authors-sheet'

/** /admin/learn/refunds: not found for all but learning admins. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const { searchParams } = url
  const state = refundStates.find((one) => one === searchParams.get('state')) ?? null
  const list = await api
    .call<typeof listRefundRequests>('GET /api/learn/finance/refund/list', {
      query: { ...(state && { state }), page: readPageNumber(searchParams) },
    })
    .catch(notFoundUnlessAllowed)
  return { list, state, title: translator(api.locale)('commerce.staff_refunds') }
}

export const action = (args: Route.ActionArgs) => staffAction(args, actOnRefundRequest)

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function StaffRefundsPage({ loaderData: { list, state }, actionData }: Route.ComponentProps) {
  return <RefundQueue list={list} state={state} answer={actionData} />
}
