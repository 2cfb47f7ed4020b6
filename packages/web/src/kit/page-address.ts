/** What a page does once, or asks once: after a reload it must not be done or asked again. */
const passing = ['start', 'ask']

/**
 * The path and query of a page, where its forms post and return to. React Router asks for a page's data under its path
 * with `.data` at the end and parameters of its own.
 */
export function pageAddress(url: URL): string {
  return addressWithout(url, passing)
}

/** The same with what the page does once: where a request is led on before anything was done. */
export function askedAddress(url: URL): string {
  return addressWithout(url, [])
}

function addressWithout({ pathname, searchParams }: URL, names: readonly string[]): string {
  const search = new URLSearchParams(searchParams)
  for (const name of [...names, 'index', '_routes']) search.delete(name)
  return `${pathname.replace(/\.data$/, '')}${search.size > 0 ? `?${search}` : ''}`
}
