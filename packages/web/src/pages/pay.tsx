import type { getTutorialMap } from '@lantern/contract/catalog/lists.ts'
import type { readOrder } from '@lantern/contract/commerce/orders.ts'
import type {
  GatewayName,
  listGateways,
  Prepaid,
  prepay,
  readPaymentStatus,
} from '@lantern/contract/commerce/payments.ts'
import { data } from 'react-router'
import { PayPage, prepayProblem } from '#commerce/index.ts'
import { type Api, ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/pay.ts'
import { requirePerson } from './own-page.ts'

/** /pay/{orderId}: one's own order. `gateway` in the address is the chosen way: the payment begins, or goes on. */
export async function loader({ params: { orderId }, request, url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  await requirePerson(api, pageAddress(url))
  const readOwn = () => ownOr404(api.call<typeof readOrder>('GET /api/learn/cn/order/:id', { params: { id: orderId } }))
  const { order: before } = await readOwn()
  // an order that does not wait is asked about nowhere
  const [status, { gateways }] =
    before.state === 'waiting'
      ? await Promise.all([
          api.call<typeof readPaymentStatus>('GET /api/learn/cn/payment/status', { query: { orderId } }),
          api.call<typeof listGateways>('GET /api/learn/cn/payment/gateways'),
        ])
      : [{ ...before, failed: false, tried: null }, { gateways: [] }]
  // the question may have settled the payment
  const { order } = status.state === before.state ? { order: before } : await readOwn()
  const wanted = url.searchParams.get('gateway')
  const by = gateways.find((gateway) => gateway === wanted) ?? null
  const begun = by && order.state === 'waiting' ? await begin(api, by, orderId, request) : noPayment
  const itemIds = order.items.flatMap(({ itemId }) => itemId ?? [])
  const cards =
    itemIds.length > 0
      ? await api.call<typeof getTutorialMap>('GET /api/learn/cn/tutorialMap', {
          query: { ids: JSON.stringify([...new Set(itemIds)]), pageSize: 100 },
        })
      : null
  return {
    order,
    cards: cards?.tutorialMap ?? {},
    status: { status: status.status, state: status.state, failed: status.failed, tried: status.tried },
    gateways,
    by,
    ...begun,
    title: translator(api.locale)('commerce.pay_title'),
  }
}

const noPayment: { prepaid: Prepaid | null; problem: string | null } = { prepaid: null, problem: null }

async function begin(api: Api, gateway: GatewayName, orderId: string, request: Request) {
  const device = /Mobi|Android|iPhone/.test(request.headers.get('user-agent') ?? '') ? 'phone' : 'desktop'
  try {
    const prepaid = await api.call<typeof prepay>('POST /api/learn/cn/payment/:gateway/prepay', {
      params: { gateway },
      body: { orderId, device },
    })
    return { prepaid, problem: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    return { prepaid: null, problem: prepayProblem(gateway, error, translator(api.locale)) }
  }
}

async function ownOr404<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 })
    throw error
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function PayRoute({ loaderData }: Route.ComponentProps) {
  return <PayPage key={loaderData.order.id} {...loaderData} />
}
