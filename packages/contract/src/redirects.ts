/**
 * The path to return to after signing in, or `/` when the value could lead to another host. Browsers read `\` as `/`,
 * drop tabs and line ends, and take `//host` and `https:host` for another site, so what is returned is rebuilt from the
 * parsed address instead of passed on.
 */
export function safeRedirect(value: string | null | undefined): string {
  return redirectOrNull(value) ?? '/'
}

/** The same, with null for a value that is missing or leads elsewhere. */
export function redirectOrNull(value: string | null | undefined): string | null {
  if (!value || value.length > 2000 || !value.startsWith('/')) return null
  const here = 'http://here.invalid'
  if (!URL.canParse(value, here)) return null
  const target = new URL(value, here)
  if (target.origin !== here) return null
  const path = `${target.pathname}${target.search}${target.hash}`
  return path.startsWith('//') ? null : path
}

export function signInPath(redirectTo: string): string {
  return `/auth/login?redirect_to=${encodeURIComponent(redirectTo)}`
}

export function signUpPath(redirectTo: string): string {
  return `/auth/signup?redirect_to=${encodeURIComponent(redirectTo)}`
}

export function signOutPath(redirectTo: string): string {
  return `/auth/logout?redirect_to=${encodeURIComponent(redirectTo)}`
}

/** Where the second factor is set up, proved and changed. */
export function tfaPath(redirectTo: string, act?: 'codes' | 'disable'): string {
  return `/auth/tfa?${act ? `act=${act}&` : ''}redirect_to=${encodeURIComponent(redirectTo)}`
}

export function emailPath(redirectTo: string): string {
  return `/auth/email?redirect_to=${encodeURIComponent(redirectTo)}`
}

export function realNamePath(redirectTo: string): string {
  return `/auth/real-name?redirect_to=${encodeURIComponent(redirectTo)}`
}
