import type { putOrderIntoCart } from '@lantern/contract/commerce/cart.ts'
import type { AskedRefundReason } from '@lantern/contract/commerce/order-rules.ts'
import type { cancelOrder } from '@lantern/contract/commerce/orders.ts'
import type { requestReceipt } from '@lantern/contract/commerce/receipts.ts'
import type { cancelRefund, requestRefund } from '@lantern/contract/commerce/refunds.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { FieldProblem } from '@lantern/contract/errors.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { failureText } from '#kit/failure.ts'
import { type Translate, translator } from '#kit/messages.tsx'

export type OrderFormAct = 'cancel' | 'refund' | 'withdraw' | 'receipt' | 'again'

/** How a form of an order comes back: the act done, or the typed input and its fault. */
export interface OrderFormAnswer {
  act: OrderFormAct
  done: boolean
  values: Record<string, string>
  positions: number[]
  problems: FieldProblem[]
  problem: string | null
  /** Of an order that was put into the cart again: what is in it, and what cannot be bought any more. */
  cart?: CartAgain
}

export type CartAgain = ResponseOf<typeof putOrderIntoCart>

const acts: readonly OrderFormAct[] = ['cancel', 'refund', 'withdraw', 'receipt', 'again']
const fields = ['reason', 'note', 'kind', 'title', 'taxNumber', 'email'] as const

/** What the forms of an order do, with script and without. */
export async function actOnOrderForm(api: Api, orderId: string, form: FormData): Promise<OrderFormAnswer> {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const act = acts.find((one) => one === text('act')) ?? 'cancel'
  const positions = form.getAll('positions').map(Number)
  const values = Object.fromEntries(fields.map((name) => [name, text(name).slice(0, 1000)]))
  const answer = { act, values, positions, problems: [], problem: null }
  const t = translator(api.locale)
  if (act === 'refund' && positions.length === 0) {
    return { ...answer, done: false, problem: t('commerce.refund_no_line') }
  }
  try {
    const cart = await send(api, act, { orderId, positions, text })
    return { ...answer, done: true, ...(cart && { cart }) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    const isOfFields = error.details.length > 0 && error.details.every(({ field }) => field in values)
    return { ...answer, done: false, problems: error.details, problem: isOfFields ? null : textOf(act, error, t) }
  }
}

function textOf(act: OrderFormAct, error: ApiError, t: Translate): string {
  if (act === 'receipt' && error.status >= 500) return t('receipt_save_failed')
  if (act === 'withdraw' && (error.code === 'conflict' || error.code === 'not_found')) {
    return t('commerce.refund_not_waiting')
  }
  return failureText(error, t)
}

interface Typed {
  orderId: string
  positions: number[]
  text(name: string): string
}

async function send(api: Api, act: OrderFormAct, { orderId, positions, text }: Typed): Promise<CartAgain | null> {
  switch (act) {
    case 'cancel':
      await api.call<typeof cancelOrder>('POST /api/learn/cn/order/cancel', { body: { id: orderId } })
      return null
    case 'withdraw':
      await api.call<typeof cancelRefund>('POST /api/learn/cn/order/refund/cancel', { body: { id: text('id') } })
      return null
    case 'refund':
      await api.call<typeof requestRefund>('POST /api/learn/cn/order/refund', {
        body: {
          orderId,
          positions,
          // the call names the field where it is none of the reasons
          reason: text('reason') as AskedRefundReason,
          ...(text('note') && { note: text('note').slice(0, 1000) }),
        },
      })
      return null
    case 'again':
      return api.call<typeof putOrderIntoCart>('POST /api/learn/cn/order/cart', { body: { id: orderId } })
    case 'receipt': {
      const kind = text('kind') === 'company' ? 'company' : 'personal'
      await api.call<typeof requestReceipt>('POST /api/learn/cn/receipt', {
        body: {
          orderId,
          kind,
          title: text('title').slice(0, 500),
          ...(kind === 'company' && { taxNumber: text('taxNumber').slice(0, 100) }),
          email: text('email').slice(0, 500),
        },
      })
      return null
    }
  }
}
