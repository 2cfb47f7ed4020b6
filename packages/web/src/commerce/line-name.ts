import type { OrderItem } from '@lantern/contract/commerce/orders.ts'
import { useMessages } from '#kit/messages.tsx'

/** What a line of an order is called: an item by its title then, a plan by its length in the reader's language. */
export function useLineName(): (item: Pick<OrderItem, 'title' | 'planMonths'>) => string {
  const t = useMessages()
  return ({ title, planMonths }) => (planMonths === null ? title : t('commerce.premium.plan', { months: planMonths }))
}
