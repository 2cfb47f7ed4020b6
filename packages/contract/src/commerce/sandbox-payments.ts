import { Type } from 'typebox'
import { endpoint, object, oneOf } from '../endpoint.ts'

/**
 * The gateway that the demo plays. Its page is at `/payment/sandbox/{paymentId}`; as at a real gateway, everybody who
 * has the address may pay.
 */
export const sandboxPaymentPath = (paymentId: string) => `/payment/sandbox/${encodeURIComponent(paymentId)}`

const params = object({ paymentId: Type.String({ pattern: '^[\\w-]{1,32}$' }) })

const SandboxPayment = object({
  paymentId: Type.String(),
  title: Type.String(),
  amountFen: Type.Integer(),
  currency: Type.String(),
  state: oneOf('waiting', 'paid', 'closed'),
  expiresAt: Type.String({ format: 'date-time' }),
  /** Where the payer goes afterwards, paid or not. */
  returnUrl: Type.String(),
})

export const getSandboxPayment = endpoint('GET /api/learn/cn/sandbox-payment/:paymentId', {
  summary: 'What is to be paid at the gateway that the demo plays; not found where the sandbox is off',
  access: 'public',
  params,
  response: SandboxPayment,
  errors: ['not_found'],
})

/**
 * `succeed`: paid, and the shop is told at once. `delay`: paid, and the shop is told after half a minute. `fail`: the
 * payer's bank says no; the payment stays open. `close`: ended unpaid, and the shop is told.
 */
export const playSandboxPayment = endpoint('POST /api/learn/cn/sandbox-payment/:paymentId', {
  summary: 'Plays what a payer does; twice is once, and what is paid or closed stays so',
  access: 'public',
  params,
  body: object({ act: oneOf('succeed', 'delay', 'fail', 'close') }),
  response: SandboxPayment,
  errors: ['not_found', 'conflict'],
})
