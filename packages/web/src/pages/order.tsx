import { orderNumber } from '@lantern/contract/commerce/order-number.ts'
import type { readOrder } from '@lantern/contract/commerce/orders.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect } from 'react-router'
import { actOnOrderForm, OrderPage } from '#commerce/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { pageTitle } from '#kit/page-title.ts'
import { sendOrStay } from '#kit/unsent.ts'
import type { Route } from './+types/order.ts'
import { requirePerson } from './own-page.ts'

/** /order/{orderId}: one's own order; another's does not exist. */
export async function loader({ params: { orderId }, url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  await requirePerson(api, pageAddress(url))
  try {
    const { order } = await api.call<typeof readOrder>('GET /api/learn/cn/order/:id', { params: { id: orderId } })
    return { order, title: translator(api.locale)('commerce.order', { number: orderNumber(order.id) }) }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 })
    throw error
  }
}

export async function action({ params: { orderId }, request, url, context }: Route.ActionArgs) {
  const api = apiOf(context)
  const here = pageAddress(url)
  await requirePerson(api, here)
  try {
    const answer = await actOnOrderForm(api, orderId, await request.formData())
    return data(answer, { status: answer.done ? 200 : 422 })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return redirect(signInPath(here))
    throw error
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrStay(serverAction)

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function OrderRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <OrderPage key={loaderData.order.id} order={loaderData.order} answer={actionData} />
}
