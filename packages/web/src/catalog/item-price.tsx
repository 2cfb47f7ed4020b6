import { type CurrentPrice, currentPrice, type Priced } from '@lantern/contract/catalog/price.ts'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { FreePrice, Price } from '#ui/price.tsx'

/** What an item costs now, with the price before a discount; free when nothing. */
export function ItemPrice({
  item,
  large,
}: {
  item: Priced & { premium: boolean; saleEnded?: boolean }
  large?: boolean
}) {
  const t = useMessages()
  const format = useFormat()
  const price = useCurrentPrice(item)
  if (price.kind === 'free')
    return item.premium || item.saleEnded ? null : <FreePrice large={large}>{t('catalog.free')}</FreePrice>
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

/** What an item costs now. The component is drawn again when its discount begins or ends. */
export function useCurrentPrice(item: Priced): CurrentPrice {
  return currentPrice(item, usePriceClock([item]))
}

/**
 * The last moment at which one of these prices changed, or the epoch. Every price is now as it was then, so that it stands
 * in place of the time, and what is drawn changes only when a price does. By the browser's clock: a kept page may be older
 * than a discount.
 */
export function usePriceClock(items: readonly Pick<Priced, 'discount'>[]): Date {
  return useClockOf(items.flatMap(({ discount }) => (discount?.active ? [discount.startDate, discount.endDate] : [])))
}

/** The last of these ISO moments that is over, or the epoch: what is drawn by it changes at each of them. */
export function useClockOf(moments: readonly string[]): Date {
  const key = moments.map((moment) => Date.parse(moment)).join()
  const changes = useMemo(() => (key === '' ? [] : key.split(',').map(Number)), [key])
  const lastChange = () => changes.reduce((last, at) => (at <= Date.now() ? Math.max(last, at) : last), 0)
  const follow = useCallback((changed: () => void) => atEachOf(changes, changed), [changes])
  return new Date(useSyncExternalStore(follow, lastChange, lastChange))
}

/** Timers hold 24.8 days at most; what lies beyond is looked at again then. */
const longestTimerMs = 2 ** 31 - 1

function atEachOf(moments: readonly number[], act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    const next = Math.min(...moments.filter((at) => at > Date.now()))
    if (next === Number.POSITIVE_INFINITY) return
    timer = setTimeout(
      () => {
        act()
        wait()
      },
      Math.min(next - Date.now(), longestTimerMs),
    )
  }
  wait()
  return () => clearTimeout(timer)
}
