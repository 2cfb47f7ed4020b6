/** Pages on which authors write and look after what they wrote: nothing there speaks up by itself. */
export function isAtWork(pathname: string): boolean {
  return /^(\/campus)?\/creator(\/|$)/.test(pathname) || /\/edit\/?$/.test(pathname)
}
