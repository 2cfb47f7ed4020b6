import type { Location } from 'react-router'

let asked: Pick<Location, 'pathname' | 'search' | 'hash'> | null = null

/** Where the visitor is going: the router drops the fragment when it is led elsewhere, first of all to sign in. */
export function noteAsked(location: Location): void {
  if (!location.pathname.startsWith('/auth/')) asked = location
}

/** The fragment with which this path was asked for last; empty without one. */
export function askedFragment(path: string): string {
  return asked !== null && path === `${asked.pathname}${asked.search}` ? asked.hash : ''
}
