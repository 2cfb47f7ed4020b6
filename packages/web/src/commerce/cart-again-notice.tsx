import { useEffect } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { setCartIds } from './cart-contents.ts'
import type { CartAgain } from './order-act.ts'

/** What of an order is in the cart again, and why the rest is not. */
export function CartAgainNotice({ cart: { personalCartData, put, left } }: { cart: CartAgain }) {
  const t = useMessages()
  const { user } = useSession()
  useEffect(() => setCartIds(personalCartData.personalCartItemIds), [personalCartData])
  const isAny = put.length > 0
  const said = !isAny
    ? 'commerce.order_again_none'
    : left.length > 0
      ? 'commerce.order_again_part'
      : 'commerce.order_done.again'
  return (
    <Notice
      tone={isAny ? 'good' : 'warn'}
      live
      actions={isAny && <LinkButton to={`/personal/cart/${user?.id ?? ''}`}>{t('commerce.see_cart')}</LinkButton>}
    >
      <p>{t(said)}</p>
      {left.length > 0 && (
        <ul>
          {left.map(({ id, title, reason }) => (
            <li key={id}>
              <strong>{title}</strong> {t(`commerce.unavailable_${reason}`)}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
