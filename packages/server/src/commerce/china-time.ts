import { chinaOffsetMs } from '@lantern/contract/commerce/order-number.ts'

/** `2026-11-22 18:00:00` in China, which has had one time and no summer time since 1991. */
export function chinaTime(date: Date): string {
  return new Date(date.getTime() + chinaOffsetMs).toISOString().slice(0, 19).replace('T', ' ')
}

/** The moment of `2026-11-22 18:00:00` in China. Throws for anything else. */
export function dateOfChinaTime(text: string): Date {
  const date = new Date(`${text.trim().replace(' ', 'T')}+08:00`)
  if (Number.isNaN(date.getTime())) throw new Error('This is no time')
  return date
}

/** From when until before when `2026-11-22` lasts in China. */
export function chinaDay(day: string): { from: Date; until: Date } {
  const from = dateOfChinaTime(`${day} 00:00:00`)
  return { from, until: new Date(from.getTime() + 86_400_000) }
}

/** From when until before when `2026-11` lasts in China. */
export function chinaMonth(month: string): { from: Date; until: Date } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return { from: chinaDay(`${month}-01`).from, until: chinaDay(`${next}-01`).from }
}

/** Statements of a day are made in the morning after it; before that an empty one would be believed. */
export function isStatementDue(day: string, now: Date): boolean {
  return now.getTime() >= chinaDay(day).until.getTime() + 10 * 3600_000
}
