/**
 * Pages on which nothing speaks up by itself: where authors write and look after what they wrote, and a quiz, which is
 * answered in peace.
 */
export function isAtWork(pathname: string): boolean {
  return /^(\/campus)?\/(creator|quiz)(\/|$)/.test(pathname) || /\/edit\/?$/.test(pathname)
}
