import type { listGateways } from '@lantern/contract/commerce/payments.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { type Api, ApiError } from '#kit/api.ts'

type WaysToPay = ResponseOf<typeof listGateways>

/** How this site is paid; a site that serves no payments has none, and says so. */
export async function readWaysToPay({ call }: Api): Promise<WaysToPay> {
  try {
    return await call<typeof listGateways>('GET /api/learn/cn/payment/gateways')
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { gateways: [], storeUrl: null }
    throw error
  }
}
