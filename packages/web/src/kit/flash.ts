import { dropCookie, readCookie } from '#kit/device-cookie.ts'

const key = 'lantern_flash'

/** What one page may leave for the next to say: every page knows these words. */
const messages = ['signup_successfully', 'login_successfully', 'identity.account_deleted'] as const
export type FlashMessage = (typeof messages)[number]

/** Says something on the page that is loaded next: a toast of this one would be gone with it. */
export function flash(messageKey: FlashMessage): void {
  try {
    sessionStorage.setItem(key, messageKey)
  } catch {
    // a browser without storage only misses the message
  }
}

/** What the page before wanted to say, once: left here, or by the server when it sent the visitor back. */
export function takeFlash(): FlashMessage | null {
  const sent = messages.find((one) => one === readCookie(document.cookie, key)) ?? null
  if (sent) {
    dropCookie(key)
    return sent
  }
  try {
    const messageKey = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return messages.find((one) => one === messageKey) ?? null
  } catch {
    return null
  }
}
