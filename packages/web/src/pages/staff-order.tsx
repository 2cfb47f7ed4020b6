import { orderNumber } from '@lantern/contract/commerce/order-number.ts'
import type { readAnyOrder } from '@lantern/contract/commerce/staff-orders.ts'
import { AnyOrder, actOnAnyOrder } from '#commerce/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import { sendOrSay } from '#kit/unsent.ts'
import type { Route } from './+types/staff-order.ts'
import { notFoundUnlessAllowed, staffAction } from './staff-page.ts'

export { links } from 'virtual:authors-sheet'

/** /admin/learn/orders/{orderId}: not found for all but learning admins. */
export async function loader({ params: { orderId }, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const found = await api
    .call<typeof readAnyOrder>('GET /api/learn/finance/order/:id', { params: { id: orderId } })
    .catch(notFoundUnlessAllowed)
  return { found, title: translator(api.locale)('commerce.order', { number: orderNumber(orderId) }) }
}

export const action = (args: Route.ActionArgs) => staffAction(args, actOnAnyOrder)

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function StaffOrderPage({ loaderData, actionData }: Route.ComponentProps) {
  return <AnyOrder key={loaderData.found.order.id} found={loaderData.found} answer={actionData} />
}
