import type { GatewayName } from '@lantern/contract/commerce/payments.ts'
import type { Config } from '#kit/config.ts'

/** Where a gateway tells this site what happened. */
export function notifyUrlOf({ publicUrl }: Pick<Config, 'publicUrl'>, gateway: GatewayName): string {
  return `${publicUrl}/api/learn/cn/payment/${gateway}/notify`
}

/** Where the payer's browser comes back to. */
export function returnUrlOf({ publicUrl }: Pick<Config, 'publicUrl'>, orderId: string): string {
  return `${publicUrl}/pay/${orderId}`
}
