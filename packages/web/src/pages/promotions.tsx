import type { listPromotions } from '@lantern/contract/commerce/promotions.ts'
import { newId } from '@lantern/contract/ids.ts'
import { data, redirect } from 'react-router'
import { actOnPromotionForm, PromotionList, promotionsPath } from '#commerce/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { readPageNumber } from '#kit/page-number.ts'
import { pageTitle } from '#kit/page-title.ts'
import { sendOrSay } from '#kit/unsent.ts'
import type { Route } from './+types/promotions.ts'
import { notFoundUnlessAllowed } from './staff-page.ts'

export { links } from 'virtual:authors-sheet'

/** /admin/learn/promotions: not found for all but learning admins. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const list = await api
    .call<typeof listPromotions>('GET /api/learn/finance/promotion/list', {
      query: { page: readPageNumber(url.searchParams) },
    })
    .catch(notFoundUnlessAllowed)
  return { title: translator(api.locale)('commerce.staff_promotions'), list, newId: newId('promotion') }
}

export async function action({ request, context }: Route.ActionArgs) {
  const answer = await actOnPromotionForm(apiOf(context), await request.formData()).catch(notFoundUnlessAllowed)
  return answer.done ? redirect(`${promotionsPath}/${answer.promotionId}`) : data(answer, { status: 422 })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function PromotionsPage({ loaderData: { list, newId }, actionData }: Route.ComponentProps) {
  return <PromotionList list={list} newId={newId} answer={actionData} />
}
