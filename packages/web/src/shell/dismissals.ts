import { keepCookie, readCookie } from '#kit/device-cookie.ts'

/** What a person may put away for a year. */
export type Dismissible = 'welcome' | 'premium_tour' | 'bind_banner' | 'bind_prompt'

const dismissalDays = 365

/** Each person of a device puts things away for themselves; a guest is `none`. */
export function dismissalCookie(what: Dismissible, userId: string | null): string {
  return `lantern_${what}_${userId ?? 'none'}`
}

export function dismiss(what: Dismissible, userId: string | null): void {
  keepCookie(dismissalCookie(what, userId), '1', { days: dismissalDays })
}

export function isDismissed(cookies: string | null, what: Dismissible, userId: string | null): boolean {
  return readCookie(cookies, dismissalCookie(what, userId)) !== null
}
