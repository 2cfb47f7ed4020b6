import type { readSales } from '@lantern/contract/commerce/sales.ts'
import { SalesPage, salesSpans } from '#commerce/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/creator-sales.ts'
import { notFoundUnlessAllowed } from './staff-page.ts'

export { links } from 'virtual:authors-sheet'

/** /creator/sales: one's own; for those who write nothing there is no such page. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const asked = Number(url.searchParams.get('months'))
  const months = salesSpans.find((span) => span === asked) ?? salesSpans[0]
  const sales = await api
    .call<typeof readSales>('GET /api/learn/creator/sales', { query: { months } })
    .catch(notFoundUnlessAllowed)
  return { title: translator(api.locale)('commerce.sales.title'), sales }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function CreatorSalesPage({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap">
      <SalesPage sales={loaderData.sales} />
    </main>
  )
}
