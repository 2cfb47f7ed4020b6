import type { Config } from './config.ts'

/**
 * The name of a cookie that only this host may set. Over TLS browsers hold sites to the prefix: no other site of the same
 * domain, and nobody who can write into an unprotected connection, plants one.
 */
export function hostCookie({ publicUrl }: Pick<Config, 'publicUrl'>, name: string): string {
  return isSecure(publicUrl) ? `__Host-${name}` : name
}

/** What every cookie that scripts cannot read is set with; the prefix of its name asks for all of it. */
export function hostCookieScope({ publicUrl }: Pick<Config, 'publicUrl'>) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(publicUrl) } as const
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}
