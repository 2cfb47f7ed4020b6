const mostPages = 100_000

/** The page of a list that an address asks for. What makes no sense is the first one. */
export function readPageNumber(search: URLSearchParams, { name = 'page', first = 0 } = {}): number {
  const page = Number(search.get(name) ?? first)
  return Number.isInteger(page) && page >= first && page <= mostPages ? page : first
}
