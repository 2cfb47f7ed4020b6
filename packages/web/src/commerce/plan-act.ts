import { currency, seats } from '@lantern/contract/commerce/cart-rules.ts'
import type * as orders from '@lantern/contract/commerce/orders.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { failureText } from '#kit/failure.ts'
import { translator } from '#kit/messages.tsx'

/** Orders the chosen plan at the price that the page showed: where to pay for it, or why it was refused. */
export async function orderPlan(api: Api, form: FormData): Promise<{ to: string } | { problem: string }> {
  // as `premium-year 26800`: the radio button carries the price that stands beside it
  const [planId = '', amount = ''] = String(form.get('plan') ?? '').split(' ')
  try {
    const { order } = await api.call<typeof orders.placeOrder>('POST /api/learn/cn/order', {
      body: { planId, currency, seats, amount: Number(amount) || 0 },
    })
    const gateway = String(form.get('gateway') ?? '')
    return { to: `/pay/${order.id}${gateway ? `?gateway=${encodeURIComponent(gateway)}` : ''}` }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    return { problem: failureText(error, translator(api.locale)) }
  }
}
