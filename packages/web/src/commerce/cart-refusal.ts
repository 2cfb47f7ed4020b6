import { cartLimit } from '@lantern/contract/commerce/cart-rules.ts'
import type { Translate } from '#kit/messages.tsx'

/** Why an entry did not come into the cart, as the call names it. */
const refusals = ['cart_limit', 'cart_owned', 'cart_not_for_sale'] as const
export type CartRefusal = (typeof refusals)[number]

export function cartRefusalOf(code: string | null): CartRefusal | null {
  return refusals.find((one) => one === code) ?? null
}

export function cartRefusalText(refusal: CartRefusal, t: Translate): string {
  switch (refusal) {
    case 'cart_limit':
      return t('cart_limit', { most: cartLimit })
    case 'cart_owned':
      return t('commerce.unavailable_bought')
    case 'cart_not_for_sale':
      return t('commerce.unavailable_not_for_sale')
  }
}
