/** Money is whole fen everywhere; text is made only here. */

/** Yuan with two decimals, half up, without a trailing `.00`: 1200 → 12, 1250 → 12.50. */
export function formatPrice(fen: number): string {
  const whole = roundFen(fen)
  const sign = whole < 0 ? '-' : ''
  const yuan = Math.floor(Math.abs(whole) / 100)
  const rest = String(Math.abs(whole) % 100).padStart(2, '0')
  return `${sign}${yuan}${rest === '00' ? '' : `.${rest}`}`
}

/** Half up to whole fen, from any fraction that a percentage leaves. */
export function roundFen(fen: number): number {
  return Math.floor(fen + 0.5)
}

/** Fen of an amount in yuan, rounded half up on its decimal digits, so that 1.005 is 101 and not 100. */
export function fenOfYuan(yuan: number | string): number {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(String(yuan).trim())
  if (!match) throw new RangeError(`not an amount: ${yuan}`)
  const [, sign, whole = '0', decimals = ''] = match
  const digits = decimals.padEnd(3, '0')
  const fen = Number(whole) * 100 + Number(digits.slice(0, 2)) + (digits.charAt(2) >= '5' ? 1 : 0)
  return sign ? -fen : fen
}

export interface Priced {
  priceFen: number | null
  discount: Discount | null
}

/** A discount as the creator set it; prices in fen, dates ISO. */
export interface Discount {
  itemId: string
  active: boolean
  startDate: string
  endDate: string
  origPrice: number
  discountPrice: number
}

export type CurrentPrice =
  | { kind: 'free' }
  | { kind: 'full'; fen: number }
  | { kind: 'discounted'; fen: number; originalFen: number; percentOff: number; endDate: string }

/** What an item costs now: its discount while that is active and between its dates, else its price, else nothing. */
export function currentPrice(item: Priced, now: Date): CurrentPrice {
  if (!item.priceFen) return { kind: 'free' }
  const { discount, priceFen } = item
  if (!discount || !isDiscountRunning(discount, now)) return { kind: 'full', fen: priceFen }
  const fen = discount.discountPrice
  const percentOff = Math.round(((priceFen - fen) / priceFen) * 100)
  return { kind: 'discounted', fen, originalFen: priceFen, percentOff, endDate: discount.endDate }
}

export function isDiscountRunning(discount: Discount, now: Date): boolean {
  const time = now.getTime()
  return discount.active && Date.parse(discount.startDate) <= time && time < Date.parse(discount.endDate)
}
