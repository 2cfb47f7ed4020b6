import { type Criteria, decodeCriteria, encodeCriteria } from '@lantern/contract/search/criteria.ts'
import { readPageNumber } from '#kit/page-number.ts'

// The address of a search is its only state.

export interface SearchState {
  criteria: Criteria
  /** From 0. */
  page: number
}

/** Anything in the address that makes no sense is as if it were not there. */
export function readSearch(params: URLSearchParams): SearchState {
  return { criteria: decodeCriteria(params).criteria, page: readPageNumber(params) }
}

export function searchAddress(criteria: Criteria, page = 0): string {
  const params = encodeCriteria(criteria)
  if (page > 0) params.set('page', String(page))
  return params.size > 0 ? `/search?${params}` : '/search'
}

/** The criteria as the search call wants them. */
export function searchQuery(criteria: Criteria, page: number): Record<string, string | string[] | number> {
  const query: Record<string, string | string[] | number> = {}
  const params = encodeCriteria(criteria)
  for (const name of new Set(params.keys())) {
    if (name === 'k') query.k = params.get('k') ?? ''
    else query[name] = params.getAll(name)
  }
  // the first request names no page
  if (page > 0) query.page = page
  return query
}

/** What a filled form says, as criteria: empty choices say nothing. */
export function criteriaOfForm(form: HTMLFormElement): Criteria {
  const params = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value) params.append(name, value)
  return decodeCriteria(params).criteria
}
