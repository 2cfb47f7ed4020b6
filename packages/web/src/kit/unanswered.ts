import type { MiddlewareFunction } from 'react-router'

/** For so long a page waits for acts that were sent before it. */
const longestMs = 3000

const underWay = new Set<Promise<unknown>>()

/** Notes an act that was sent, until the server has answered it. */
export function unanswered(press: Promise<unknown>): void {
  const settled = press.catch(() => undefined).finally(() => underWay.delete(settled))
  underWay.add(settled)
}

/**
 * In the browser, before a page asks for its data: waits for acts that were sent a moment ago, so that the page does
 * not show the state before them.
 */
export const afterPresses: MiddlewareFunction = async (_, next) => {
  if (underWay.size > 0 && navigator.onLine) {
    let timer: ReturnType<typeof setTimeout> | undefined
    const patience = new Promise((resolve) => {
      timer = setTimeout(resolve, longestMs)
    })
    await Promise.race([Promise.all(underWay), patience])
    clearTimeout(timer)
  }
  return next()
}
