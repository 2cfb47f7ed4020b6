import type { GatewayName } from '@lantern/contract/commerce/payments.ts'
import type { Services } from '#kit/services.ts'
import { alipayGateway } from './alipay/alipay-gateway.ts'
import { GatewayAway, type PaymentGateway } from './payment-gateway.ts'
import { sandboxGateway } from './sandbox/sandbox-gateway.ts'
import { stripeGateway } from './stripe/stripe-gateway.ts'
import { wechatGateway } from './wechat/wechat-gateway.ts'

export type PaymentGateways = ReadonlyMap<GatewayName, PaymentGateway>

const made = new WeakMap<Services, PaymentGateways>()

/** The gateways that the settings switch on, in the order in which they are offered; one set for each process. */
export function paymentGateways(services: Services): PaymentGateways {
  const known = made.get(services)
  if (known) return known
  const gateways = new Map(createGateways(services).map((gateway) => [gateway.name, gateway]))
  made.set(services, gateways)
  return gateways
}

/**
 * The gateway of a payment or refund that exists. Throws GatewayAway where this process has no settings for it, as a
 * command that runs beside the site: the work is left to a process that has.
 */
export function gatewayOf(services: Services, name: string): PaymentGateway {
  const gateway = [...paymentGateways(services).values()].find((one) => one.name === name)
  if (!gateway) throw new GatewayAway(`${name} is not set up in this process`)
  return gateway
}

function createGateways(services: Services): PaymentGateway[] {
  const { wechat, alipay, stripe, sandbox, timeoutMs } = services.config.payments
  const now = () => services.clock.now()
  return [
    ...(wechat ? [wechatGateway(wechat, timeoutMs, now)] : []),
    ...(alipay ? [alipayGateway(alipay, timeoutMs, now)] : []),
    ...(stripe ? [stripeGateway(stripe, timeoutMs)] : []),
    ...(sandbox ? [sandboxGateway(services)] : []),
  ]
}
