import type { OrderWish } from '@lantern/contract/commerce/orders.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import type { Services } from '#kit/services.ts'
import { takeMoney } from './gateways/sandbox/sandbox-gateway.ts'
import { askGateway, prepay } from './payments.ts'
import { placeOrder } from './place-order.ts'

/** Orders and pays at the gateway that the demo plays, as a buyer whose callback got lost. Answers the order's id. */
export async function buyAtSandbox(services: Services, buyer: SignedIn, wish: OrderWish): Promise<string> {
  const { id: orderId } = await placeOrder(services, buyer, wish)
  const { paymentId } = await prepay(services, buyer, { gatewayName: 'sandbox', orderId, clientAddress: '127.0.0.1' })
  await takeMoney(services, paymentId)
  await askGateway(services, paymentId)
  return orderId
}
