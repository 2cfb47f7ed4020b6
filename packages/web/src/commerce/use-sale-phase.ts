import { type SaleDates, type SalePhase, salePhase } from '@lantern/contract/commerce/bundle-rules.ts'
import { useClockOf } from '#catalog/index.ts'

/** Whether a bundle is sold now. The component is drawn again when its sale begins or ends. */
export function useSalePhase({ soldFrom, soldUntil }: SaleDates): SalePhase {
  return salePhase({ soldFrom, soldUntil }, useClockOf([soldFrom, soldUntil].filter((moment) => moment !== null)))
}
