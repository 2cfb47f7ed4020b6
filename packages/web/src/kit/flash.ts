const key = 'lantern_flash'

/** What one page may leave for the next to say: every page knows these words. */
export type FlashMessage = 'signup_successfully' | 'login_successfully'

/** Says something on the page that is loaded next: a toast of this one would be gone with it. */
export function flash(messageKey: FlashMessage): void {
  try {
    sessionStorage.setItem(key, messageKey)
  } catch {
    // a browser without storage only misses the message
  }
}

/** What the page before wanted to say, once. */
export function takeFlash(): string | null {
  try {
    const messageKey = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return messageKey
  } catch {
    return null
  }
}
