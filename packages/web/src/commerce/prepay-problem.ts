import type { GatewayName } from '@lantern/contract/commerce/payments.ts'
import { failureText } from '#kit/failure.ts'
import type { Translate } from '#kit/messages.tsx'
import type { ApiError } from '#kit/request.ts'

/** Why a way to pay could not begin. Nothing was charged. */
export function prepayProblem(gateway: GatewayName, error: ApiError, t: Translate): string {
  if (error.code !== 'payment_unavailable') return failureText(error, t)
  if (gateway === 'wechat') return t('wechat_prepay_error')
  if (gateway === 'alipay') return t('alipay_prepay_error')
  return failureText(error, t)
}
