import type { MiddlewareFunction } from 'react-router'

/** A page is not kept waiting for longer by what was pressed before it was asked for. */
const longestMs = 3000

const underWay = new Set<Promise<unknown>>()

/** What the person pressed and the server has not answered yet. */
export function unanswered(press: Promise<unknown>): void {
  const settled = press.catch(() => undefined).finally(() => underWay.delete(settled))
  underWay.add(settled)
}

/**
 * In the browser, before a page asks for its data: what was pressed a moment ago has arrived by then, and the page does
 * not show the state before it.
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
