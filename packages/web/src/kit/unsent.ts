import { signInPath } from '@lantern/contract/redirects.ts'
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

/** Why a form was not taken though nothing in it is wrong. */
export type WhyUnsent = 'network' | 'signedOut' | 'gone'

/** As `sendOrStay`, for pages with a form or two that has no place for it: a message over the page says it. */
export const sendOrSay = <Answer>(send: () => Promise<Answer>) => sendOr(send, undefined)

/**
 * Tells of every form that was not taken, but for what a page says beside its form; answers how to stop. What a listener
 * does not prevent goes the router's way: a guest is led to sign in.
 */
export function onUnsent(listener: (why: WhyUnsent, event: Event) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<WhyUnsent>).detail, event)
  window.addEventListener(unsentEvent, hear)
  return () => window.removeEventListener(unsentEvent, hear)
}

async function sendOr<Answer, Otherwise>(send: () => Promise<Answer>, otherwise: Otherwise) {
  try {
    // without its status: a refusal may come of what changed meanwhile, and the page is to be asked for again as well
    return data<Answer>(await send())
  } catch (error) {
    const why = whyUnsent(error)
    if (!why) throw error
    const isSaidBeside = why === 'network' && otherwise !== undefined
    if (!isSaidBeside && !isSaid(why)) throw error
    // with the status of a fault, after which the router does not ask for the page again
    return data<Otherwise | undefined>(why === 'network' ? otherwise : undefined, { status: 503 })
  }
}

function isSaid(why: WhyUnsent): boolean {
  return !window.dispatchEvent(new CustomEvent(unsentEvent, { detail: why, cancelable: true }))
}

/** Null: the page is to be left, or it is a fault of ours. */
function whyUnsent(error: unknown): WhyUnsent | null {
  // the browser's word for a request that failed on the way, or that of a proxy which did not reach the site
  if (error instanceof TypeError) return 'network'
  if (error instanceof Response) return leadsToSignIn(error) ? 'signedOut' : null
  if (!isRouteErrorResponse(error)) return null
  if (isAwayStatus(error.status)) return 'network'
  if (error.status === 401) return 'signedOut'
  return [403, 404].includes(error.status) ? 'gone' : null
}

function leadsToSignIn({ headers }: Response): boolean {
  return headers.get('location')?.startsWith(signInPath('')) ?? false
}
