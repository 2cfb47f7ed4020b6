import type { Discount } from '../catalog/price.ts'

/** Acts on a discount; the last one is its status. */
export const discountStatuses = ['create', 'edit', 'cancel'] as const
export type DiscountStatus = (typeof discountStatuses)[number]

/** Where a discount stands in time: still to come, running, or over. */
export function discountPhase(
  { startDate, endDate }: Pick<Discount, 'startDate' | 'endDate'>,
  now: Date,
): 'coming' | 'running' | 'over' {
  const time = now.getTime()
  if (time >= Date.parse(endDate)) return 'over'
  return time < Date.parse(startDate) ? 'coming' : 'running'
}
