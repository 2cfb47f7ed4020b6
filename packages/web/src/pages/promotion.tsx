import type { readPromotion } from '@lantern/contract/commerce/promotions.ts'
import { actOnPromotionForm, PromotionPage } from '#commerce/index.ts'
import { apiOf } from '#kit/api.ts'
import { readPageNumber } from '#kit/page-number.ts'
import { pageTitle } from '#kit/page-title.ts'
import { sendOrSay } from '#kit/unsent.ts'
import type { Route } from './+types/promotion.ts'
import { notFoundUnlessAllowed, staffAction } from './staff-page.ts'

export { links } from 'virtual:authors-sheet'

/** /admin/learn/promotions/{id}: not found for all but learning admins. */
export async function loader({ params: { id }, url, context }: Route.LoaderArgs) {
  return await apiOf(context)
    .call<typeof readPromotion>('GET /api/learn/finance/promotion/:id', {
      params: { id },
      query: { page: readPageNumber(url.searchParams) },
    })
    .catch(notFoundUnlessAllowed)
}

export const action = (args: Route.ActionArgs) => staffAction(args, actOnPromotionForm)

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.promotion.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function PromotionRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap">
      <PromotionPage found={loaderData} answer={actionData} />
    </main>
  )
}
