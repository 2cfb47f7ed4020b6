import type * as carts from '@lantern/contract/commerce/cart.ts'
import { currency, seats } from '@lantern/contract/commerce/cart-rules.ts'
import { isCoupon } from '@lantern/contract/commerce/coupon-rules.ts'
import type { CouponAnswer, redeemCoupon } from '@lantern/contract/commerce/coupons.ts'
import type * as orders from '@lantern/contract/commerce/orders.ts'
import type { FieldProblem } from '@lantern/contract/errors.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { failureText } from '#kit/failure.ts'
import { type Translate, translator } from '#kit/messages.tsx'

/** How a form of the cart comes back: where to go, or the typed input and its fault. */
export type CartFormAnswer =
  | { kind: 'go'; to: string }
  | { kind: 'coupon'; code: string; problem: string }
  | { kind: 'order'; values: Record<string, string>; problems: FieldProblem[]; problem: string | null }

const purchaserFields = ['fullName', 'email', 'phone'] as const

/** What the forms of the cart do, with script and without. `path` is the page of the cart. */
export async function actOnCartForm(api: Api, form: FormData, path: string): Promise<CartFormAnswer> {
  const text = (name: string) =>
    String(form.get(name) ?? '')
      .trim()
      .slice(0, 500)
  const coupon = text('coupon')
  const here = coupon ? `${path}?coupon=${encodeURIComponent(coupon)}` : path
  switch (text('act')) {
    case 'remove':
      await api.call<typeof carts.deleteFromCart>('POST /api/learn/cn/personal/cart/delete', {
        body: { itemIds: [text('id')] },
      })
      return { kind: 'go', to: here }
    case 'coupon': {
      const answer = await tryCoupon(api, coupon, form.getAll('itemIds').map(String))
      const problem = couponProblem(answer, translator(api.locale))
      return problem === null ? { kind: 'go', to: here } : { kind: 'coupon', code: coupon, problem }
    }
    case 'order':
      return placeOrder(api, form, text)
    default:
      return { kind: 'go', to: here }
  }
}

/** A code that can be none asks nobody. */
export async function tryCoupon(api: Api, coupon: string, itemIds: string[]): Promise<CouponAnswer | 'malformed'> {
  if (!isCoupon(coupon)) return 'malformed'
  return api.call<typeof redeemCoupon>('POST /api/learn/cn/coupon/redeem', { body: { coupon, itemIds } })
}

/** Why a coupon was refused; null: it was taken. Of one that cannot be used here the nearer reason is said as well. */
export function couponProblem(answer: CouponAnswer | 'malformed', t: Translate): string | null {
  const errorCode = answer === 'malformed' ? 'InvalidParameter' : answer.errorCode
  switch (errorCode) {
    case null:
      return null
    case 'InvalidParameter':
      return t('coupon_error.malformed')
    case 'ResourceNotFound':
      return t('coupon_error.unknown')
    case 'InvalidOperation':
    case 'AuthorizationError':
    case 'TargetNotEligible': {
      const reason = answer === 'malformed' ? null : answer.reason
      return t('commerce.coupon_invalid_error', { reason: reason === null ? '' : t(`coupon_error.${reason}`) })
    }
  }
}

async function placeOrder(api: Api, form: FormData, text: (name: string) => string): Promise<CartFormAnswer> {
  const values = Object.fromEntries(purchaserFields.map((name) => [name, text(name)]))
  try {
    const { order } = await api.call<typeof orders.placeOrder>('POST /api/learn/cn/order', {
      body: {
        ...(text('planId') ? { planId: text('planId') } : { itemIds: form.getAll('itemIds').map(String) }),
        ...(text('coupon') && { coupon: text('coupon') }),
        currency,
        seats,
        amount: Number(text('amount')) || 0,
        purchaser: { fullName: text('fullName'), email: text('email'), phone: text('phone') },
      },
    })
    const by = text('gateway')
    return { kind: 'go', to: `/pay/${order.id}${by ? `?gateway=${encodeURIComponent(by)}` : ''}` }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    const problems = error.details.map(({ field, message }) => ({ field: field.replace(/^.*[./]/, ''), message }))
    const isOfFields = problems.length > 0 && problems.every(({ field }) => field in values)
    return { kind: 'order', values, problems, problem: isOfFields ? null : failureText(error, translator(api.locale)) }
  }
}
