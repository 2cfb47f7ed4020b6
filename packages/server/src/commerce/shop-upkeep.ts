import { orderTopic, rightsTopic } from '@lantern/contract/commerce/topics.ts'
import type { Services } from '#kit/services.ts'
import { expireOrders } from './end-order.ts'
import { sendSandboxCallbacks } from './gateways/sandbox/routes.ts'

/** What open pages hear of the shop, and what it does by the clock. */
export function keepShop(services: Services): void {
  services.topics.declare(rightsTopic, { mayFollow: (viewer, { userId }) => viewer.id === userId })
  services.topics.declare(orderTopic, {
    async mayFollow(viewer, { orderId }) {
      const own = await services.db
        .selectFrom('orders')
        .select('id')
        .where('id', '=', orderId)
        .where('user_id', '=', viewer.id)
        .executeTakeFirst()
      return own !== undefined
    },
  })
  services.jobs.everyMinute('commerce.expire_orders', () => expireOrders(services))
  sendSandboxCallbacks(services)
}
