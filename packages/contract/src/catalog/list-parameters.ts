/** What the address of a page chooses of a list. */
export const listParameters = ['page', 'sl', 'ob', 'tag', 'lang'] as const
export type ListParameter = (typeof listParameters)[number]

/** So many lists of one page have an address of their own; who puts more there turns the last ones together. */
export const mostLists = 6

/** The parameter of one of a page's lists, counted from 0: the first has the plain name, the others carry their number. */
export function listParameter(name: ListParameter, nth: number): string {
  return nth === 0 ? name : `${name}${Math.min(nth, mostLists - 1) + 1}`
}

/** All that lists can put in the address of a page. */
export const parametersOfLists: readonly string[] = Array.from({ length: mostLists }, (_, nth) =>
  listParameters.map((name) => listParameter(name, nth)),
).flat()
