import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import { paymentStoreLink } from '@lantern/contract/commerce/payment-store.ts'
import { Suspense, useState } from 'react'
import { lazyPart } from '#kit/later.tsx'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { useSignedInAct } from '#kit/require-login.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { ItemCartButton } from './cart-button.tsx'

const PurchaserDialog = lazyPart(async () => ({ default: (await import('./purchaser-dialog.tsx')).PurchaserDialog }))

interface BuyButtonProps {
  item: ItemCard
  bought: boolean
  /** Null: the site sells by itself. */
  storeUrl: string | null
}

/**
 * The way to buy an item on its own page: a campus course is asked for with the purchaser's form, a site with an outside
 * store leads there, and elsewhere it goes into the cart.
 */
export function BuyButton({ item, bought, storeUrl }: BuyButtonProps) {
  const t = useMessages()
  const locale = useLocale()
  if (item.learnOptionType === 'campus') return <CampusBuyButton item={item} />
  if (storeUrl === null) return <ItemCartButton item={item} bought={bought} size="l" wide primary />
  return (
    <LinkButton theme="primary" size="l" wide to={paymentStoreLink(storeUrl, { itemId: item.id, locale })}>
      {t('commerce.buy_in_store')}
    </LinkButton>
  )
}

function CampusBuyButton({ item }: { item: ItemCard }) {
  const t = useMessages()
  const [isOpen, setOpen] = useState(false)
  const open = useSignedInAct(`buy ${item.id}`, () => setOpen(true))
  return (
    <>
      <Button theme="primary" size="l" wide onClick={() => open()}>
        {t('commerce.buy')}
      </Button>
      {isOpen && (
        <Suspense>
          <PurchaserDialog course={item} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
