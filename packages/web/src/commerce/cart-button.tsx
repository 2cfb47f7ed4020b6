import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import { isMerchandise } from '@lantern/contract/catalog/merchandise.ts'
import { cartLimit } from '@lantern/contract/commerce/cart-rules.ts'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useCardAddress, useCurrentPrice } from '#catalog/index.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSignedInAct } from '#kit/require-login.tsx'
import { useSession } from '#kit/session.tsx'
import { Button, type ButtonSize, LinkButton } from '#ui/button.tsx'
import { ShoppingCartIcon } from '#ui/icons.tsx'
import { toast } from '#ui/toast.ts'
import styles from './cart-button.module.css'
import { putIntoCart, useCartIds } from './cart-contents.ts'

interface CartButtonLook {
  size?: ButtonSize
  wide?: boolean
  /** The one blue act of its place; on cards it is a plain button. */
  primary?: boolean
}

type ItemCartButtonProps = CartButtonLook & { item: ItemCard; bought: boolean }

/**
 * The cart block of an item. The first that applies: merchandise has none; what is one's own, bought or free leads to
 * the item; what is in the cart leads there; everything else can be put in.
 */
export function ItemCartButton({ item, bought, ...look }: ItemCartButtonProps) {
  const t = useMessages()
  const { user } = useSession()
  const price = useCurrentPrice(item)
  const addressOf = useCardAddress()
  if (isMerchandise(item)) return null
  const isOwn = user !== null && (user.id === item.ownerId || user.id === item.authorId)
  if (isOwn || bought || (price.kind === 'free' && !item.premium)) {
    const to = item.type === 'tutorial' ? `/tutorial/${item.id}` : addressOf(item)
    return (
      <LinkButton to={to} size={look.size} wide={look.wide}>
        {t('commerce.see_card')}
      </LinkButton>
    )
  }
  // for members alone: there is nothing to buy
  if (price.kind === 'free') return null
  return <CartButton id={item.id} title={item.title} {...look} />
}

type CartButtonProps = CartButtonLook & { id: string; title: string }

/** Puts an item or a bundle into the cart; of what is in it already the button leads to the cart. */
export function CartButton({ id, title, size = 'm', wide, primary }: CartButtonProps) {
  const t = useMessages()
  const { user } = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const ids = useCartIds()
  const [isBusy, setBusy] = useState(false)
  const link = useRef<HTMLSpanElement>(null)
  const [wasAdded, setAdded] = useState(false)
  const cart = user ? `/personal/cart/${user.id}` : ''
  const isIn = user !== null && ids?.includes(id) === true

  // the button that was pressed is gone: the focus goes to what stands in its place
  useEffect(() => {
    if (wasAdded && isIn) link.current?.querySelector('a')?.focus()
  }, [wasAdded, isIn])

  async function add() {
    setBusy(true)
    try {
      const outcome = await putIntoCart(id)
      if (outcome === 'there') await navigate(cart)
      else if (outcome === 'full') toast({ tone: 'info', text: t('cart_limit', { most: cartLimit }) })
      else {
        setAdded(true)
        toast({ tone: 'info', text: t('personal_cart_success') })
      }
    } catch (error) {
      toastFailure(error, t)
    } finally {
      setBusy(false)
    }
  }

  const addOnceSignedIn = useSignedInAct(`cart ${id}`, () => void add())
  const icon = <ShoppingCartIcon className={styles.icon} />
  const theme = primary ? 'primary' : 'secondary'
  if (isIn) {
    return (
      <span ref={link} className={wide ? styles.wide : undefined}>
        <LinkButton to={cart} size={size} theme={theme} wide={wide} icon={icon}>
          {t('commerce.see_cart')}
        </LinkButton>
      </span>
    )
  }
  return (
    <form method="post" action="/personal/cart">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="from" value={`${pathname}${search}`} />
      <Button
        type="submit"
        size={size}
        theme={theme}
        wide={wide}
        busy={isBusy}
        icon={icon}
        aria-label={t('commerce.add_to_cart_of', { title })}
        onClick={(event) => {
          event.preventDefault()
          addOnceSignedIn()
        }}
      >
        {t('commerce.add_to_cart')}
      </Button>
    </form>
  )
}
