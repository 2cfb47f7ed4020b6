// What a visitor chose on this device and no account needs to know. None of these cookies identifies a person.

const daySeconds = 86_400

/** Kept for so many days, or until a moment. */
export type CookieLife = { days: number } | { until: Date }

export function keepCookie(name: string, value: string, life: CookieLife): void {
  const end = 'days' in life ? `max-age=${life.days * daySeconds}` : `expires=${life.until.toUTCString()}`
  Object.assign(document, { cookie: `${name}=${encodeURIComponent(value)}; path=/; ${end}; samesite=lax` })
}

export function dropCookie(name: string): void {
  keepCookie(name, '', { days: 0 })
}

/** `header` is `document.cookie`, or the Cookie header of a request. */
export function readCookie(header: string | null | undefined, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const cut = part.indexOf('=')
    if (cut < 0 || part.slice(0, cut).trim() !== name) continue
    const value = part.slice(cut + 1).trim()
    try {
      return decodeURIComponent(value)
    } catch {
      return value
    }
  }
  return null
}
