import { wireNames } from '@lantern/contract/wire-names.ts'

/**
 * What choosing a language does: nothing when it is the one already spoken and the address does not ask for another,
 * else a request and then this address without its language parameter.
 */
export function languageChange(current: string, chosen: string, href: string): { reloadTo: string } | null {
  const address = new URL(href)
  if (chosen === current && !address.searchParams.has(wireNames.language)) return null
  address.searchParams.delete(wireNames.language)
  return { reloadTo: `${address.pathname}${address.search}${address.hash}` }
}
