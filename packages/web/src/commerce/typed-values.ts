import { fenOfYuan } from '@lantern/contract/catalog/price.ts'
import type { Format } from '#kit/format.ts'

/** Fen of a typed amount in yuan; null when the text is none. Half of our languages write the decimal sign as a comma. */
export function fenOf(text: string): number | null {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/^[¥￥]/, '')
    .replace(/,(?=\d{1,2}$)/, '.')
  return /^\d{1,7}(\.\d{1,2})?$/.test(plain) ? fenOfYuan(plain) : null
}

/** The moment of a `datetime-local` field, which shows the site's time. Empty stays empty. */
export function momentOf(local: string): string {
  return local && `${local}+08:00`
}

/** A moment as the value of a `datetime-local` field, in the site's time. */
export function localTime(iso: string, format: Format): string {
  return format.dateTime(iso).replace(' ', 'T')
}
