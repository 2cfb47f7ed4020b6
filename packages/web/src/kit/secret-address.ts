/**
 * Of a page whose address holds a key: no search engine keeps it and no other site is told of it. Not 'no-referrer': what
 * its forms send without script would come without the origin that changes are checked by.
 */
export const secretAddress = [
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
]
