import type { Criteria } from '@lantern/contract/search/criteria.ts'
import { useNavigation } from 'react-router'
import { readSearch } from './search-address.ts'

/** The latest choice, also while its results are on their way: the next choice is added to it. */
export function useWantedCriteria(shown: Criteria): Criteria {
  const { location } = useNavigation()
  return location?.pathname === '/search' ? readSearch(new URLSearchParams(location.search)).criteria : shown
}
