import { currency, seats } from './cart-rules.ts'

/** The link to the outside store, which sells one item (docs/settings.md, PAYMENT_STORE_URL). */
export function paymentStoreLink(storeUrl: string, { itemId, locale }: { itemId: string; locale: string }): string {
  const url = new URL(storeUrl)
  const parameters = { item: itemId, locale, currency, seats: String(seats), source: 'store' }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
