import { roundFen } from '@lantern/contract/catalog/price.ts'
import { languageTag, type OfferedLocale } from '@lantern/contract/locales.ts'
import { useMemo } from 'react'
import { type Translate, useLocale, useMessages } from '#kit/messages.tsx'

export interface Format {
  /** 1234 → 1,234 */
  number(value: number): string
  /** Short for counts on cards: 12345 → 1.2万, 12K. */
  compact(value: number): string
  percent(value: number): string
  /** YYYY-MM-DD */
  date(iso: string): string
  /** YYYY-MM-DD HH:mm */
  dateTime(iso: string): string
  /** HH:mm */
  time(iso: string): string
  /** Month and day in words: 11月18日, Nov 18. */
  monthDay(iso: string): string
  weekday(iso: string): string
  /** a, b and c */
  list(words: readonly string[]): string
  /** a, b or c */
  either(words: readonly string[]): string
  /** Minutes as hours and minutes. */
  duration(minutes: number): string
  /** Integer fen as a price, without a trailing .00. */
  price(fen: number): string
  /** 1536 → 1.5 KB */
  fileSize(bytes: number): string
}

const fileUnits = ['B', 'KB', 'MB', 'GB'] as const

/** One site, one clock: what is printed on the server and in the browser must not differ. */
export const siteTimeZone = 'Asia/Shanghai'

export function useFormat(): Format {
  const locale = useLocale()
  const t = useMessages()
  return useMemo(() => createFormat(locale, t), [locale, t])
}

export function createFormat(locale: OfferedLocale, t: Translate): Format {
  const { number, compact, percent, price, numeric, monthDay, weekday, list, either } = formattersOf(locale)
  const parts = (iso: string) => {
    const found = Object.fromEntries(numeric.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]))
    return { date: `${found.year}-${found.month}-${found.day}`, time: `${found.hour}:${found.minute}` }
  }
  return {
    number: (value) => number.format(value),
    compact: (value) => compact.format(value),
    percent: (value) => percent.format(Math.round(value) / 100),
    date: (iso) => parts(iso).date,
    time: (iso) => parts(iso).time,
    dateTime: (iso) => `${parts(iso).date} ${parts(iso).time}`,
    monthDay: (iso) => monthDay.format(new Date(iso)),
    weekday: (iso) => weekday.format(new Date(iso)),
    duration: (minutes) => {
      const hours = Math.floor(minutes / 60)
      const rest = Math.round(minutes % 60)
      if (hours === 0) return t('kit.minutes', { minutes: rest })
      return rest === 0 ? t('kit.hours', { hours }) : t('kit.hours_minutes', { hours, minutes: rest })
    },
    list: (words) => list.format(words),
    either: (words) => either.format(words),
    price: (fen) => price.format(roundFen(fen) / 100),
    fileSize: (bytes) => {
      const step = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log2(bytes * 1.024) / 10))
      const value = bytes / 1024 ** step
      return `${number.format(value < 10 && step > 0 ? Math.round(value * 10) / 10 : Math.round(value))} ${fileUnits[step]}`
    },
  }
}

const made = new Map<OfferedLocale, ReturnType<typeof makeFormatters>>()

/** Made once for each locale: to make them costs a server more than to render a card with them. */
function formattersOf(locale: OfferedLocale) {
  const known = made.get(locale)
  if (known) return known
  const fresh = makeFormatters(languageTag(locale))
  made.set(locale, fresh)
  return fresh
}

function makeFormatters(tag: string) {
  return {
    number: new Intl.NumberFormat(tag),
    percent: new Intl.NumberFormat(tag, { style: 'percent' }),
    price: new Intl.NumberFormat(tag, {
      style: 'currency',
      currency: 'CNY',
      // in Japan the sign of the yuan is the sign of the yen
      currencyDisplay: tag === 'ja-JP' ? 'symbol' : 'narrowSymbol',
      trailingZeroDisplay: 'stripIfInteger',
      useGrouping: 'min2',
    }),
    list: new Intl.ListFormat(tag, { type: 'conjunction' }),
    either: new Intl.ListFormat(tag, { type: 'disjunction' }),
    compact: new Intl.NumberFormat(tag, {
      notation: 'compact',
      maximumFractionDigits: 1,
      useGrouping: 'always',
    }),
    numeric: new Intl.DateTimeFormat('en-CA', {
      timeZone: siteTimeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
    monthDay: new Intl.DateTimeFormat(tag, { timeZone: siteTimeZone, month: 'short', day: 'numeric' }),
    weekday: new Intl.DateTimeFormat(tag, { timeZone: siteTimeZone, weekday: 'short' }),
  }
}
