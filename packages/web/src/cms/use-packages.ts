import { useLocation, useSearchParams } from 'react-router'
import { type PackageChoice, packageAddress, readPackageChoice } from './package-choice.ts'
import { usePageContext } from './page-context.ts'
import type { PagePackages } from './slots.ts'

interface Packages extends PagePackages {
  /** What the address chooses of them. */
  choice: PackageChoice
  /** The address of another choice. */
  addressOf(change: Partial<PackageChoice>): string
}

/** The packages of the page, and the choice of them that its address makes. */
export function usePackages(): Packages {
  const { packages = [], filters = [], sortings = [] } = usePageContext().data
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const choice = readPackageChoice(search, filters)
  return {
    packages,
    filters,
    sortings,
    choice,
    addressOf: (change) => packageAddress(pathname, search, { ...choice, page: 0, ...change }),
  }
}
