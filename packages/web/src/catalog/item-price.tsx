import { type CurrentPrice, currentPrice, type Priced } from '@lantern/contract/catalog/price.ts'
import { useSyncExternalStore } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { FreePrice, Price } from '#ui/price.tsx'

/** What an item costs now, with the price before a discount; free when nothing. */
export function ItemPrice({ item, large }: { item: Priced & { premium: boolean }; large?: boolean }) {
  const t = useMessages()
  const format = useFormat()
  const price = useCurrentPrice(item)
  if (price.kind === 'free') return item.premium ? null : <FreePrice large={large}>{t('catalog.free')}</FreePrice>
  if (price.kind === 'full') {
    return <Price now={format.price(price.fen)} nowLabel={t('catalog.price')} large={large} />
  }
  return (
    <Price
      now={format.price(price.fen)}
      nowLabel={t('catalog.price_now')}
      before={format.price(price.originalFen)}
      beforeLabel={t('catalog.price_before')}
      large={large}
    />
  )
}

const never = () => () => {}
// A page may be older than a discount; the browser decides by its own clock, a minute at a time.
const thisMinute = () => Math.floor(Date.now() / 60_000) * 60_000

export function useCurrentPrice(item: Priced): CurrentPrice {
  const now = useSyncExternalStore(never, thisMinute, thisMinute)
  return currentPrice(item, new Date(now))
}
