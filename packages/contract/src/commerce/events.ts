import { Type } from 'typebox'
import { object } from '../endpoint.ts'
import { event } from '../event.ts'

/** An order is paid, or was free: its lines may be read. */
export const orderPaid = event(
  'order_paid',
  'order/:orderId',
  object({ orderId: Type.String(), userId: Type.String() }),
)

/** A refund is done or declined; also that of a payment too much. */
export const refundEnded = event(
  'refund_ended',
  'order/:orderId',
  object({ orderId: Type.String(), refundId: Type.String() }),
)

/** A bundle was made or changed: its page and the cards that show it are others. */
export const bundleChanged = event('bundle_changed', 'bundle/:bundleId', object({ bundleId: Type.String() }))
