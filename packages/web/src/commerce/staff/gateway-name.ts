import type { GatewayName } from '@lantern/contract/commerce/payments.ts'
import { useMessages } from '#kit/messages.tsx'

const names: readonly GatewayName[] = ['sandbox', 'wechat', 'alipay', 'stripe']

/** What people call a gateway; one that this version does not know is named as it is stored. */
export function useGatewayName(): (gateway: string | null) => string {
  const t = useMessages()
  return (gateway) => {
    const known = names.find((name) => name === gateway)
    return known ? t(`commerce.gateway_${known}`) : (gateway ?? '')
  }
}
