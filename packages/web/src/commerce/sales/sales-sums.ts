import type { SalesEntry } from '@lantern/contract/commerce/sales.ts'

export type SalesFigures = Omit<SalesEntry, 'month' | 'itemId' | 'title'>

const none: SalesFigures = { count: 0, original: 0, sold: 0, refundedCount: 0, refunded: 0, earned: 0 }

export function sumOf(entries: readonly SalesEntry[]): SalesFigures {
  return entries.reduce(
    (all, entry) => ({
      count: all.count + entry.count,
      original: all.original + entry.original,
      sold: all.sold + entry.sold,
      refundedCount: all.refundedCount + entry.refundedCount,
      refunded: all.refunded + entry.refunded,
      earned: all.earned + entry.earned,
    }),
    none,
  )
}

/** The sums of each item, what earned most first. */
export function sumsByItem(entries: readonly SalesEntry[]): (SalesFigures & { key: string; title: string })[] {
  const groups = Map.groupBy(entries, ({ itemId, title }) => itemId ?? title)
  return [...groups]
    .map(([key, group]) => ({ key, title: group.at(-1)?.title ?? '', ...sumOf(group) }))
    .sort((a, b) => b.earned - a.earned || a.title.localeCompare(b.title))
}
