import { preferenceCookie } from '@lantern/contract/analytics/engagement-rules.ts'
import { dropCookie, keepCookie, readCookie } from '#kit/device-cookie.ts'

export { preferenceCookie }

/** What cookies may be for beyond what the site cannot work without; each accepted one has a flag of its own. */
const cookieCategories = ['functional', 'analytics'] as const
export type CookieCategory = (typeof cookieCategories)[number]

/** The last second that old clocks can count: for as long as cookies live at all. */
export const preferenceEnds = new Date('2038-01-19T03:14:07Z')

/** `true` or `false` once the visitor has chosen. */
export function cookiePreference(cookies: string | null): string | null {
  return readCookie(cookies, preferenceCookie)
}

export function acceptCookies(): void {
  keepCookie(preferenceCookie, 'true', { until: preferenceEnds })
  for (const category of cookieCategories) keepCookie(flagOf(category), 'true', { until: preferenceEnds })
}

export function rejectCookies(): void {
  keepCookie(preferenceCookie, 'false', { until: preferenceEnds })
  for (const category of cookieCategories) dropCookie(flagOf(category))
}

export function flagOf(category: CookieCategory): string {
  return `lantern_cookie_${category}`
}
