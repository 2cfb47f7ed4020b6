import type { cancelOrder } from '@lantern/contract/commerce/orders.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { failureText } from '#kit/failure.ts'
import { translator } from '#kit/messages.tsx'

/** How a form of an order comes back: what was done, or why it was not. */
export interface OrderFormAnswer {
  act: 'cancel'
  done: boolean
  problem: string | null
}

/** What the form of an order does, with script and without. */
export async function actOnOrderForm(api: Api, orderId: string): Promise<OrderFormAnswer> {
  try {
    await api.call<typeof cancelOrder>('POST /api/learn/cn/order/cancel', { body: { id: orderId } })
    return { act: 'cancel', done: true, problem: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    return { act: 'cancel', done: false, problem: failureText(error, translator(api.locale)) }
  }
}
