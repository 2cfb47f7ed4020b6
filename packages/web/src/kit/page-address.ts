/** What a page does once, or asks once: after a reload it must not be done or asked again. */
const passing = ['start', 'ask']

/** The path and query of a page, where its forms post and return to. */
export function pageAddress({ pathname, searchParams }: URL): string {
  const search = new URLSearchParams(searchParams)
  for (const name of passing) search.delete(name)
  return `${pathname}${search.size > 0 ? `?${search}` : ''}`
}

/** The same with what the page does once: where a request is led on before anything was done. */
export function askedAddress({ pathname, search }: URL): string {
  return `${pathname}${search}`
}

/** The address in the browser, with its fragment, to come back to. */
export function addressHere(): string {
  return `${window.location.pathname}${window.location.search}${window.location.hash}`
}
