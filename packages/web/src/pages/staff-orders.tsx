import { orderStates } from '@lantern/contract/commerce/order-rules.ts'
import type { listAllOrders } from '@lantern/contract/commerce/staff-orders.ts'
import { AllOrders, type OrderSearch } from '#commerce/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { readPageNumber } from '#kit/page-number.ts'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/staff-orders.ts'
import { notFoundUnlessAllowed } from './staff-page.ts'

export { links } from 'virtual:authors-sheet'

/** /admin/learn/orders: not found for all but learning admins. What the address asks wrongly is left out. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const { searchParams } = url
  const day = (name: string) => {
    const text = searchParams.get(name) ?? ''
    return /^20\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text) ? text : undefined
  }
  const search: OrderSearch = {
    q: searchParams.get('q')?.trim().slice(0, 100) || undefined,
    state: orderStates.find((state) => state === searchParams.get('state')),
    from: day('from'),
    until: day('until'),
  }
  const list = await api
    .call<typeof listAllOrders>('GET /api/learn/finance/order/list', {
      query: { ...search, page: readPageNumber(searchParams) },
    })
    .catch(notFoundUnlessAllowed)
  return { list, search, title: translator(api.locale)('commerce.staff_orders') }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function StaffOrdersPage({ loaderData: { list, search } }: Route.ComponentProps) {
  return <AllOrders list={list} search={search} />
}
