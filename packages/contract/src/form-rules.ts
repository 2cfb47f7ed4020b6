import { isFloat, isUrl, maxInt, minInt } from './checks.ts'
import type { FormErrorKey, Validator } from './validators.ts'

// Rules of the forms that publishers and sellers fill in, each with the sentence that is shown when it is broken.

/** At most so many entries, written one after the other with commas. */
export const skillsMost = 10

export function price(): Validator {
  return when((text) => isFloat(text, 2) && Number(text) >= 0, 'error_price')
}

export function gameCredit(): Validator {
  return when((text) => isFloat(text, 8) && Number(text) >= 0, 'error_game_credit')
}

export function promoCode(): Validator {
  return when((text) => /^[A-Z0-9_]+$/.test(text), 'error_promo_code')
}

/** A number from `least` to `most`, either of which may be left open. */
export function numberBetween(least: number, most = Number.POSITIVE_INFINITY): Validator {
  return when((text) => isFloat(text) && Number(text) >= least && Number(text) <= most, 'error_number_range')
}

export function hour(): Validator {
  return when((text) => minInt(text, 0) && maxInt(text, 23), 'error_hour')
}

export function minute(): Validator {
  return when((text) => minInt(text, 0) && maxInt(text, 59), 'error_minute')
}

/** The places that a link of a publisher may lead to, by the field it stands in. */
const hosts = {
  website: null,
  social: [
    'weibo.com',
    'bilibili.com',
    'zhihu.com',
    'github.com',
    'linkedin.com',
    'x.com',
    'twitter.com',
    'facebook.com',
  ],
  assetStore: ['assetstore.unity.com', 'assetstore.unity.cn'],
  appStore: ['apps.apple.com', 'itunes.apple.com'],
  googlePlay: ['play.google.com'],
  steam: ['store.steampowered.com', 'steamcommunity.com'],
} as const

export type LinkPlace = keyof typeof hosts

export function linkTo(place: LinkPlace): Validator {
  const allowed: readonly string[] | null = hosts[place]
  return when((text) => {
    if (!isUrl(text)) return false
    const { hostname } = new URL(text)
    if (allowed === null) return hostname.includes('.')
    return allowed.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  }, 'error_URL')
}

/** Secure, or the person's own machine; without a fragment, which never reaches the server that is called. */
export function callbackUrl(): Validator {
  return when((text) => {
    if (!isUrl(text)) return false
    const { protocol, hostname, hash } = new URL(text)
    return hash === '' && (protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1')
  }, 'error_URL')
}

export function password(): Validator {
  return when((text) => /[A-Z]/.test(text) && /[a-z]/.test(text) && /[0-9]/.test(text), 'error_password')
}

export function slug(): Validator {
  return when((text) => /^[\w-]+$/.test(text), 'error_slug')
}

/** As `com.studio.game`. */
export function packageName(): Validator {
  return when((text) => /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/.test(text), 'error_package_name')
}

/** As `1.0.12`. */
export function apkVersion(): Validator {
  return when((text) => /^\d+(\.\d+)*$/.test(text), 'error_apk_version')
}

/** As `com.studio.game.coins_100`. */
export function inAppPurchaseSlug(): Validator {
  return when((text) => /^[a-z0-9][a-z0-9_]*(\.[a-z0-9_]+)*$/.test(text), 'error_in_app_purchase_slug')
}

/** A place is its country first; whatever else is known of it stands in other fields. */
export function location(countryField: string): Validator {
  return (_, values) => (values?.[countryField]?.trim() ? null : 'error_location')
}

/** A range that is filled on one side only is none. */
export function scale(fromField: string, toField: string): Validator {
  return (_, values) => {
    const [from, to] = [values?.[fromField]?.trim(), values?.[toField]?.trim()]
    return from && to && isFloat(from) && isFloat(to) ? null : 'error_scale'
  }
}

/** Stands at the end; both are dates or times as form fields hold them, which sort as text. */
export function notBefore(startField: string): Validator {
  return (end, values) => ((values?.[startField] ?? '') <= end ? null : 'error_start_after_end')
}

export function skills(): Validator {
  return when((text) => skillsOf(text).length <= skillsMost, 'error_skills_limit')
}

export function skillsOf(text: string): string[] {
  const given = text.split(/[,，、;；]/).map((skill) => skill.trim())
  return [...new Set(given)].filter(Boolean)
}

function when(holds: (text: string) => boolean, key: FormErrorKey): Validator {
  return (value) => (holds(value.trim()) ? null : key)
}
