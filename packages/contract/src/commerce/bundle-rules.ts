/** The time in which a published bundle is sold; ISO, null: no bound. */
export interface SaleDates {
  soldFrom: string | null
  soldUntil: string | null
}

export type SalePhase = 'coming' | 'running' | 'over'

export function salePhase({ soldFrom, soldUntil }: SaleDates, now: Date): SalePhase {
  const time = now.getTime()
  if (soldUntil !== null && time >= Date.parse(soldUntil)) return 'over'
  return soldFrom !== null && time < Date.parse(soldFrom) ? 'coming' : 'running'
}

/** A bundle of one item is that item. */
export const fewestBundleItems = 2
export const mostBundleItems = 100
/** Characters of a bundle's description, in each language. */
export const bundleDescriptionLength = 5000

/** What keeps an item of a bundle, and with it the bundle, from being sold. */
export const bundleItemProblems = ['unpublished', 'not_own', 'other_seller', 'free'] as const
export type BundleItemProblem = (typeof bundleItemProblems)[number]

/** Whether a bundle costs as much as its items one by one, or more: then nobody saves by it. Prices in fen, of now. */
export function savesNothing(priceFen: number, items: readonly { price: number }[]): boolean {
  return priceFen >= items.reduce((sum, { price }) => sum + price, 0)
}
