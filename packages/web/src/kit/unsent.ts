import { data, isRouteErrorResponse } from 'react-router'
import { isAwayStatus } from '#kit/network-back.ts'

/** The answer to a form that did not reach the site: the page says so and keeps what was typed. */
export interface Unsent {
  unsent: true
}

export function isUnsent<Answer extends object>(answer: Answer | Unsent | undefined): answer is Unsent {
  return answer !== undefined && 'unsent' in answer
}

/**
 * Sends a form of a page, as its `clientAction`. Without it the router would put its own error in the place of the page,
 * and of the form, when the network is lost on the way. For pages that say it beside the form.
 */
export const sendOrStay = <Answer>(send: () => Promise<Answer>) => sendOr<Answer, Unsent>(send, { unsent: true })

const unsentEvent = 'lantern:unsent'

/** As `sendOrStay`, for pages with a form or two that has no place for it: a message over the page says it. */
export const sendOrSay = <Answer>(send: () => Promise<Answer>) =>
  sendOr(send, undefined, () => window.dispatchEvent(new Event(unsentEvent)))

/** Tells of every form that `sendOrSay` could not send; answers how to stop. */
export function onUnsent(listener: () => void): () => void {
  window.addEventListener(unsentEvent, listener)
  return () => window.removeEventListener(unsentEvent, listener)
}

async function sendOr<Answer, Otherwise>(
  send: () => Promise<Answer>,
  otherwise: Otherwise,
  say: () => void = () => undefined,
) {
  try {
    // without its status: a refusal may come of what changed meanwhile, and the page is to be asked for again as well
    return data<Answer>(await send())
  } catch (error) {
    if (!wasNotReached(error)) throw error
    say()
    // with the status of a fault, after which the router does not ask for the page again
    return data<Otherwise>(otherwise, { status: 503 })
  }
}

/** The browser's word for a request that failed on the way, or that of a proxy which did not reach the site. */
function wasNotReached(error: unknown): boolean {
  return error instanceof TypeError || (isRouteErrorResponse(error) && isAwayStatus(error.status))
}
