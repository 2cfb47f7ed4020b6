import type { readCart } from '@lantern/contract/commerce/cart.ts'
import type { listGateways } from '@lantern/contract/commerce/payments.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect } from 'react-router'
import { actOnCartForm, CartPage, cartRefusalOf, couponProblem, tryCoupon } from '#commerce/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { pageTitle } from '#kit/page-title.ts'
import { sendOrStay } from '#kit/unsent.ts'
import type { Route } from './+types/cart.ts'
import { requireOwn } from './own-page.ts'

/** /personal/cart/{userId}: one's own cart. `coupon` in the address is the one that is used, `refused` why nothing was put in. */
export async function loader({ params: { userId }, url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  await requireOwn(api, userId, pageAddress(url))
  const [cart, { gateways }] = await Promise.all([
    api.call<typeof readCart>('GET /api/learn/cn/personal/cart', { query: { userId } }),
    api.call<typeof listGateways>('GET /api/learn/cn/payment/gateways'),
  ])
  const t = translator(api.locale)
  const code = url.searchParams.get('coupon') ?? ''
  const counted = cart.entries.flatMap(({ id, unavailable }) => (unavailable === null ? [id] : []))
  const tried = code !== '' && counted.length > 0 ? await tryCoupon(api, code, counted) : null
  return {
    cart,
    gateways,
    coupon: tried && {
      code,
      problem: couponProblem(tried, t),
      answer: tried === 'malformed' ? null : tried,
    },
    refused: cartRefusalOf(url.searchParams.get('refused')),
    path: `/personal/cart/${userId}`,
    title: t('cms.nav_cart'),
  }
}

export async function action({ params: { userId }, request, url, context }: Route.ActionArgs) {
  const api = apiOf(context)
  const here = pageAddress(url)
  await requireOwn(api, userId, here)
  try {
    const answer = await actOnCartForm(api, await request.formData(), `/personal/cart/${userId}`)
    return answer.kind === 'go' ? redirect(answer.to) : data(answer, { status: 422 })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return redirect(signInPath(here))
    throw error
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrStay(serverAction)

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function CartRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <CartPage {...loaderData} answer={actionData} />
}
