// The states of an order and what leads from one to another. Pure; the server changes an order by this table alone.

/** On the wire. */
export const orderStatuses = ['waiting', 'processing', 'finished'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** What people narrow their orders down to. `paid`: nothing, or not all, was given back. `refund`: asked for or done. */
export const orderViews = ['waiting', 'paid', 'refund'] as const
export type OrderView = (typeof orderViews)[number]

/** Inside. `processing`: paid, and merchandise is still to be sent. */
export const orderStates = [
  'waiting',
  'processing',
  'finished',
  'expired',
  'cancelled',
  'partly_refunded',
  'refunded',
] as const
export type OrderState = (typeof orderStates)[number]

export const orderActs = ['pay', 'send', 'expire', 'cancel', 'refund_part', 'refund_rest'] as const
export type OrderAct = (typeof orderActs)[number]

type Transitions = Readonly<Record<OrderState, Partial<Record<OrderAct, OrderState>>>>

/** A payment that comes late revives an order: it was cancelled or expired for want of one. */
const transitions: Transitions = {
  waiting: { pay: 'finished', expire: 'expired', cancel: 'cancelled' },
  processing: { send: 'finished', refund_part: 'partly_refunded', refund_rest: 'refunded' },
  finished: { refund_part: 'partly_refunded', refund_rest: 'refunded' },
  expired: { pay: 'finished' },
  cancelled: { pay: 'finished' },
  partly_refunded: { refund_part: 'partly_refunded', refund_rest: 'refunded' },
  refunded: {},
}

/** Where the act leads; null: it is not possible in this state. */
export function orderStateAfter(state: OrderState, act: OrderAct): OrderState | null {
  return transitions[state][act] ?? null
}

export function orderStatusOf(state: OrderState): OrderStatus {
  return state === 'waiting' || state === 'processing' ? state : 'finished'
}

/** True while the payment is the site's: after payment, and not wholly refunded. */
export function isPaid(state: OrderState): boolean {
  return ['processing', 'finished', 'partly_refunded'].includes(state)
}

/** For how many days after payment a learner may ask for their money back. */
export const refundDays = 7

/** What learners choose from when they ask. */
export const askedRefundReasons = ['expectation', 'faulty', 'device', 'duplicate', 'other'] as const
export type AskedRefundReason = (typeof askedRefundReasons)[number]

/** `withdrawn`: the site gives back what was withdrawn before its payment came. */
export const refundReasons = [...askedRefundReasons, 'withdrawn'] as const
export type RefundReason = (typeof refundReasons)[number]

/** `requested` waits for staff, `sending` for the gateway; `done` and `declined` are final, `cancelled` was withdrawn. */
export const refundStates = ['requested', 'sending', 'done', 'declined', 'cancelled'] as const
export type RefundState = (typeof refundStates)[number]
