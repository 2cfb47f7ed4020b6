import type { decideRefund, refundLines } from '@lantern/contract/commerce/refunds.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { answerStaffForm, type StaffFormAnswer } from './staff-act.ts'

/** Decides on a request for a refund, line by line. */
export function actOnRefundRequest(api: Api, form: FormData): Promise<StaffFormAnswer> {
  return answerStaffForm(api, form, 'commerce.staff_refund_decided', async ({ act, id, positions, text }) => {
    const approve = act === 'approve'
    if (approve) needLines(api, positions)
    await api.call<typeof decideRefund>('POST /api/learn/finance/refund/decide', {
      body: { id, approve, ...(approve && { positions }), answer: text('answer') },
    })
  })
}

/** Gives lines of an order back without a request. */
export function actOnAnyOrder(api: Api, form: FormData): Promise<StaffFormAnswer> {
  return answerStaffForm(api, form, 'commerce.staff_conflict', async ({ id, positions, text }) => {
    needLines(api, positions)
    await api.call<typeof refundLines>('POST /api/learn/finance/refund', {
      body: { orderId: id, positions, note: text('note') },
    })
  })
}

function needLines(api: Api, positions: readonly number[]): void {
  if (positions.length > 0) return
  throw new ApiError(400, { code: 'bad_request', message: translator(api.locale)('commerce.refund_no_line') })
}
