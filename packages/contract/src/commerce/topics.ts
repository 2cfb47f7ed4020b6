import { object, oneOf } from '../endpoint.ts'
import { topic } from '../topic.ts'
import { orderStates } from './order-rules.ts'

export const orderTopic = topic('order/:orderId', {
  summary: 'An order came into another state: paid, expired, cancelled, refunded',
  message: object({ type: oneOf('STATE'), state: oneOf(...orderStates) }),
})

export const rightsTopic = topic('rights/:userId', {
  summary: 'What the person may read changed, or their cart did: open pages read again',
  message: object({ type: oneOf('RIGHTS', 'CART') }),
})

export const shopStaffTopic = topic('shop-staff', {
  summary: 'The queue of refunds, the differences or the rights given by staff changed: pages of staff read again',
  message: object({ type: oneOf('REFUNDS', 'DIFFERENCES', 'GRANTS') }),
})
