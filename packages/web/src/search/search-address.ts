import { type Criteria, decodeCriteria, encodeCriteria } from '@lantern/contract/search/criteria.ts'
import { readPageNumber } from '#kit/page-number.ts'

// The address of a search is its only state.

export interface SearchState {
  criteria: Criteria
  /** From 0. */
  page: number
  /** How many results a page is asked to hold; null leaves it to the site. */
  pageSize: number | null
}

const mostOnPage = 100

/** Invalid values of the address are ignored. */
export function readSearch(params: URLSearchParams): SearchState {
  const pageSize = Number(params.get('pageSize'))
  return {
    criteria: decodeCriteria(params).criteria,
    page: readPageNumber(params),
    pageSize: Number.isInteger(pageSize) && pageSize > 0 && pageSize <= mostOnPage ? pageSize : null,
  }
}

export function searchAddress(criteria: Criteria, page = 0, pageSize: number | null = null): string {
  const params = encodeCriteria(criteria)
  if (page > 0) params.set('page', String(page))
  if (pageSize !== null) params.set('pageSize', String(pageSize))
  return params.size > 0 ? `/search?${params}` : '/search'
}

/** The criteria as the search call wants them. */
export function searchQuery({ criteria, page, pageSize }: SearchState): Record<string, string | string[] | number> {
  const query: Record<string, string | string[] | number> = {}
  const params = encodeCriteria(criteria)
  for (const name of new Set(params.keys())) {
    if (name === 'k') query.k = params.get('k') ?? ''
    else query[name] = params.getAll(name)
  }
  // the first request names no page
  if (page > 0) query.page = page
  if (pageSize !== null) query.pageSize = pageSize
  return query
}

/** What a filled form says, as criteria: empty choices say nothing. */
export function criteriaOfForm(form: HTMLFormElement): Criteria {
  const params = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value) params.append(name, value)
  return decodeCriteria(params).criteria
}
