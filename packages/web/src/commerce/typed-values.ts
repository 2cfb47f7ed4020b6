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

/** The ids or slugs of a list of pasted addresses, ids or slugs. */
export function namesIn(text: string): string[] {
  return text.split(/[\s,，]+/).flatMap((line) => lastPart(line) || [])
}

/** The id or slug at the end of a pasted address; an id or slug alone stays as it is. */
export function lastPart(text: string): string {
  return decoded(
    text
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .replace(/^.*\//, ''),
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
