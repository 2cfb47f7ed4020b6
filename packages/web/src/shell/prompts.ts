import { cookiePreference } from './cookie-preference.ts'
import { isDismissed } from './dismissals.ts'

// What the site says by itself: one thing on each load of a page, and nothing where the person is at work.

interface Asked {
  userId: string
  phone: string | null
  premium: boolean
}

/**
 * Whether the banner above the page has its turn: when nothing else has to be said on this load. Known to the server, so
 * that the page does not move when its script comes.
 */
export function isBannerNext(cookies: string | null, pathname: string, { userId, phone, premium }: Asked): boolean {
  const isKnown = (what: Parameters<typeof isDismissed>[1]) => isDismissed(cookies, what, userId)
  if (phone === null || cookiePreference(cookies ?? '') === null) return false
  // the card in the corner asks for the same, and is asked first
  if (!isKnown('bind_prompt') || isKnown('bind_banner')) return false
  return pathname !== '/' || isKnown(premium ? 'premium_tour' : 'welcome')
}
