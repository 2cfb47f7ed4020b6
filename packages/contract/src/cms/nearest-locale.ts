import type { Locale } from '../locales.ts'

/**
 * The language in which a page is shown when `asked` was asked for: that one, else English, else Chinese, else
 * any there is. Readers of Chinese in another script get Chinese first.
 */
export function nearestLocale<L extends string>(asked: Locale, available: readonly L[]): L | null {
  const known = ['en_US', 'zh_CN']
  const wanted = [asked, ...(asked.startsWith('zh') ? known.toReversed() : known)]
  for (const locale of wanted) {
    const found = available.find((one) => one === locale)
    if (found) return found
  }
  return available.toSorted()[0] ?? null
}
