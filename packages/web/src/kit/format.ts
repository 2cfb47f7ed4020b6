import { roundFen } from '@lantern/contract/catalog/price.ts'
import { languageTag, type OfferedLocale } from '@lantern/contract/locales.ts'
import { useMemo } from 'react'
import { isPlain } from '#kit/compiled-message.ts'
import { type Translate, useLocale, useMessages } from '#kit/messages.tsx'

export interface Format {
  /** 1234 → 1,234 */
  number(value: number): string
  /** With as many decimal places as are said: 4.7, 4,7 */
  decimal(value: number, places: 1 | 2): string
  /** Short for counts on cards: 12345 → 1.2万, 12K. */
  compact(value: number): string
  percent(value: number): string
  /** YYYY-MM-DD */
  date(iso: string): string
  /** YYYY-MM-DD HH:mm */
  dateTime(iso: string): string
  /** HH:mm */
  time(iso: string): string
  weekday(iso: string): string
  /** a, b and c */
  list(words: readonly string[]): string
  /** a, b or c */
  either(words: readonly string[]): string
  /** Minutes as hours and minutes. */
  duration(minutes: number): string
  /** Integer fen as a price, without a trailing .00. */
  price(fen: number): string
  /** Integer fen in a sum, an order or a receipt: always with two decimals, a reduction with a true minus. */
  amount(fen: number): string
  /** 1536 → 1.5 KB */
  fileSize(bytes: number): string
}

const fileUnits = ['B', 'KB', 'MB', 'GB'] as const

/** One site, one clock: what is printed on the server and in the browser must not differ. */
export const siteTimeZone = 'Asia/Shanghai'
/** UTC+8, constant since 1991. Adding it is free, while a phone needs 0.1 s to make a formatter. */
export const siteOffsetMs = 8 * 3_600_000

export function useFormat(): Format {
  const locale = useLocale()
  const t = useMessages()
  return useMemo(() => createFormat(locale, t), [locale, t])
}

export function createFormat(locale: OfferedLocale, t: Translate): Format {
  const { number, tenths, hundredths, compact, percent, price, amount, weekday, list, either } = formattersOf(locale)
  const atSite = (iso: string) => new Date(Date.parse(iso) + siteOffsetMs).toISOString()
  const date = (iso: string) => atSite(iso).slice(0, 10)
  const time = (iso: string) => atSite(iso).slice(11, 16)
  return {
    number: (value) => (isPlain(value) ? String(value) : number().format(value)),
    decimal: (value, places) => (places === 1 ? tenths() : hundredths()).format(value),
    compact: (value) => (isPlain(value) ? String(value) : compact().format(value)),
    percent: (value) => percent().format(Math.round(value) / 100),
    date,
    time,
    dateTime: (iso) => `${date(iso)} ${time(iso)}`,
    weekday: (iso) => weekday().format(new Date(iso)),
    duration: (minutes) => {
      const hours = Math.floor(minutes / 60)
      const rest = Math.round(minutes % 60)
      if (hours === 0) return t('kit.minutes', { minutes: rest })
      return rest === 0 ? t('kit.hours', { hours }) : t('kit.hours_minutes', { hours, minutes: rest })
    },
    list: (words) => list().format(words),
    either: (words) => either().format(words),
    price: (fen) => price()(roundFen(fen) / 100),
    amount: (fen) => amount()(roundFen(fen) / 100).replace('-', '−'),
    fileSize: (bytes) => {
      const step = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log2(bytes * 1.024) / 10))
      const value = bytes / 1024 ** step
      return `${number().format(value < 10 && step > 0 ? Math.round(value * 10) / 10 : Math.round(value))} ${fileUnits[step]}`
    },
  }
}

const made = new Map<OfferedLocale, ReturnType<typeof makeFormatters>>()

/** Made once for each locale, and only those that are used: to make one costs more than to render a card with it. */
function formattersOf(locale: OfferedLocale) {
  const known = made.get(locale)
  if (known) return known
  const fresh = makeFormatters(languageTag(locale))
  made.set(locale, fresh)
  return fresh
}

function makeFormatters(tag: string) {
  return {
    number: once(() => new Intl.NumberFormat(tag)),
    tenths: once(() => new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 })),
    hundredths: once(() => new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 })),
    percent: once(() => new Intl.NumberFormat(tag, { style: 'percent' })),
    price: once(() => priceFormat(tag, 'stripIfInteger')),
    amount: once(() => priceFormat(tag, 'auto')),
    list: once(() => new Intl.ListFormat(tag, { type: 'conjunction' })),
    either: once(() => new Intl.ListFormat(tag, { type: 'disjunction' })),
    compact: once(
      () => new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1, useGrouping: 'always' }),
    ),
    weekday: once(() => new Intl.DateTimeFormat(tag, { timeZone: siteTimeZone, weekday: 'short' })),
  }
}

/** Yuan. In Japan their sign is that of the yen: their name stands behind the figure. */
function priceFormat(tag: string, trailingZeroDisplay: 'auto' | 'stripIfInteger'): (yuan: number) => string {
  const plain = { minimumFractionDigits: 2, trailingZeroDisplay } as const
  if (tag === 'ja-JP') {
    const figure = new Intl.NumberFormat(tag, { ...plain, maximumFractionDigits: 2 })
    return (yuan) => `${figure.format(yuan)}元`
  }
  const format = new Intl.NumberFormat(tag, {
    ...plain,
    style: 'currency',
    currency: 'CNY',
    currencyDisplay: 'narrowSymbol',
  })
  return (yuan) => format.format(yuan)
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
