import type { readBookkeeping } from '@lantern/contract/commerce/bookkeeping.ts'
import { Bookkeeping } from '#commerce/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/staff-bookkeeping.ts'
import { notFoundUnlessAllowed } from './staff-page.ts'

export { links } from 'virtual:authors-sheet'

/** /admin/learn/bookkeeping: not found for all but learning admins. A month that is none shows the present one. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const asked = url.searchParams.get('month') ?? ''
  const month = /^20\d{2}-(0[1-9]|1[0-2])$/.test(asked) ? asked : undefined
  const books = await api
    .call<typeof readBookkeeping>('GET /api/learn/finance/bookkeeping', { query: { month } })
    .catch(notFoundUnlessAllowed)
  return { books, title: translator(api.locale)('commerce.staff_bookkeeping') }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function StaffBookkeepingPage({ loaderData }: Route.ComponentProps) {
  return <Bookkeeping books={loaderData.books} />
}
