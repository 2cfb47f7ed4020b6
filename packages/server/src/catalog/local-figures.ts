import { roundFen } from '@lantern/contract/catalog/price.ts'
import { languageTag, type OfferedLocale } from '@lantern/contract/locales.ts'

/** Fen as yuan, as a figure of the language, without a sign and a trailing .00: 12, 1,234.50, 1.234,50. */
export function yuanIn(locale: OfferedLocale, fen: number): string {
  return new Intl.NumberFormat(languageTag(locale), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(roundFen(fen) / 100)
}

/** a, b and c */
export function listIn(locale: OfferedLocale, parts: readonly string[]): string {
  return new Intl.ListFormat(languageTag(locale), { type: 'conjunction' }).format(parts)
}
