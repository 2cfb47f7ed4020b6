import { timeOfId } from '../ids.ts'

/** China has one time, without summer time since 1991. */
export const chinaOffsetMs = 8 * 3600_000

/**
 * How people name an order, as `L20261122-9F3KQ7ZD`: its day in China and the end of its id, of an alphabet without
 * letters that look like digits. It does not tell how many orders a day has.
 */
export function orderNumber(orderId: string): string {
  const day = new Date(timeOfId(orderId) + chinaOffsetMs).toISOString().slice(0, 10).replaceAll('-', '')
  return `L${day}-${orderId.slice(-8).toUpperCase()}`
}

/** The day in China and the end of the id that a number names, however it was typed; null: it is no such number. */
export function partsOfOrderNumber(typed: string): { day: string; idEnd: string } | null {
  const [, year, month, date, end] = /^L(\d{4})(\d\d)(\d\d)-?([0-9A-HJKMNP-TV-Z]{8})$/i.exec(typed.trim()) ?? []
  const day = `${year}-${month}-${date}`
  return end === undefined || Number.isNaN(Date.parse(day)) ? null : { day, idEnd: end.toLowerCase() }
}
