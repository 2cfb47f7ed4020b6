import { signInPath } from '@lantern/contract/redirects.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { useAddress } from '#kit/use-address.ts'
import { IconLink } from '#ui/button.tsx'
import { ShoppingCartIcon } from '#ui/icons.tsx'
import { useCartIds, useFollowedCart } from './cart-contents.ts'

/** Where the cart of the visitor is, and how many entries it has; null while that is not known. A guest signs in first. */
export function useOwnCart(): { href: string; count: number | null } {
  const { user } = useSession()
  const here = useAddress()
  useFollowedCart()
  const ids = useCartIds()
  if (!user) return { href: signInPath(here), count: null }
  return { href: `/personal/cart/${user.id}`, count: ids?.length ?? null }
}

/** The cart in the header of the site. */
export function CartLink() {
  const t = useMessages()
  const { href, count } = useOwnCart()
  return (
    <IconLink
      to={href}
      label={count ? t('cms.nav_cart_of', { count }) : t('cms.nav_cart')}
      icon={<ShoppingCartIcon />}
      count={count || undefined}
    />
  )
}
