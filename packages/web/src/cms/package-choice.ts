import { type CmsPackage, type PackageSorting, packageSortings } from '@lantern/contract/cms/blocks.ts'
import { parseKeywords } from '@lantern/contract/search/criteria.ts'
import type { PagePackages } from './slots.ts'

/** What the address of a page chooses of its packages. The address is the only place where the choice lives. */
export interface PackageChoice {
  /** Keys of filters; what is in any of them is shown, and everything when there is none. */
  keys: string[]
  sorting: PackageSorting
  /** How often more was asked for. */
  page: number
}

/** `k` is a JSON list of `type:value`; modules are what banners lead to. Invalid values are ignored. */
export function readPackageChoice(search: URLSearchParams, filters: PagePackages['filters']): PackageChoice {
  const page = Number(search.get('page') ?? '0')
  return {
    keys: (parseKeywords(search.get('k') ?? '') ?? []).flatMap(([type, key]) =>
      type === 'module' && filters.some((filter) => keyword(filter.key) === key) ? [key] : [],
    ),
    sorting: packageSortings.find((sorting) => sorting === search.get('ob')) ?? 'none',
    page: Number.isInteger(page) && page >= 0 && page <= 1000 ? page : 0,
  }
}

/** The page's address with another choice, the rest unchanged. Another filter or order begins at the first page. */
export function packageAddress(path: string, search: URLSearchParams, { keys, sorting, page }: PackageChoice): string {
  const next = new URLSearchParams(search)
  for (const name of ['k', 'ob', 'page']) next.delete(name)
  if (keys.length > 0) next.set('k', JSON.stringify(keys.map((key) => `mod:${key}`)))
  if (sorting !== 'none') next.set('ob', sorting)
  if (page > 0) next.set('page', String(page))
  return next.size > 0 ? `${path}?${next}` : path
}

/** How a key stands in an address: a colon inside would end it. */
export function keyword(key: string): string {
  return key.replaceAll(':', ' ')
}

/** Entries that fit the filters, in the chosen order; the default order keeps entries pinned by an editor on top. */
export function chosenPackages(
  { packages, filters }: Pick<PagePackages, 'packages' | 'filters'>,
  { keys, sorting }: Pick<PackageChoice, 'keys' | 'sorting'>,
): CmsPackage[] {
  const chosen = filters.filter(({ key }) => keys.includes(keyword(key)))
  const ids = new Set(chosen.flatMap((filter) => filter.packages))
  const shown = keys.length === 0 ? packages : packages.filter(({ id }) => ids.has(id))
  return shown.toSorted(orders[sorting])
}

const byTitle = (one: CmsPackage, other: CmsPackage) => one.name.localeCompare(other.name)

/** Where two are alike they stay as their editor has put them. */
const orders: Record<PackageSorting, (one: CmsPackage, other: CmsPackage) => number> = {
  none: (one, other) => Number(other.elevated) - Number(one.elevated),
  recency: (one, other) => Number(other.isNew) - Number(one.isNew),
  titleasc: byTitle,
  titledes: (one, other) => byTitle(other, one),
  priceasc: (one, other) => one.price.price - other.price.price,
  pricedes: (one, other) => other.price.price - one.price.price,
}
