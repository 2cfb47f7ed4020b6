import { type DiscountStatus, discountStatuses } from '@lantern/contract/commerce/discount-rules.ts'
import type * as discounts from '@lantern/contract/commerce/discounts.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import type { ErrorCode, FieldProblem } from '@lantern/contract/errors.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { beganWith } from '#kit/began.tsx'
import { failureText } from '#kit/failure.ts'
import { translator } from '#kit/messages.tsx'
import { fenOf, momentOf } from './typed-values.ts'

/** How the form of one item comes back: the act done, or the typed input and its fault. */
export interface DiscountFormAnswer {
  itemId: string
  status: DiscountStatus
  done: boolean
  values: { discountPrice: string; startDate: string; endDate: string }
  problems: FieldProblem[]
  problem: string | null
  /** Of what was refused. */
  code: ErrorCode | null
}

/** What the forms of the page do, with script and without. */
export async function actOnDiscountForm(api: Api, form: FormData): Promise<DiscountFormAnswer> {
  const text = (name: string) =>
    String(form.get(name) ?? '')
      .trim()
      .slice(0, 100)
  const itemId = text('itemId')
  const status = discountStatuses.find((one) => one === text('status')) ?? 'create'
  const values = { discountPrice: text('discountPrice'), startDate: text('startDate'), endDate: text('endDate') }
  const answer = { itemId, status, done: true, values, problems: [], problem: null, code: null }
  const fen = fenOf(values.discountPrice)
  try {
    if (status === 'cancel') {
      await api.call<typeof discounts.cancelDiscount>('POST /api/learn/cn/discount/cancel', { body: { itemId } })
      return answer
    }
    const body = {
      itemId,
      // no price is this low: the call says what else is wrong with the form
      discountPrice: fen ?? 0,
      startDate: momentOf(values.startDate),
      endDate: momentOf(values.endDate),
    }
    const before = beganWith<NonNullable<BodyOf<typeof discounts.editDiscount>['before']>>(form)
    await (status === 'edit'
      ? api.call<typeof discounts.editDiscount>('POST /api/learn/cn/discount/edit', { body: { ...body, ...before } })
      : api.call<typeof discounts.createDiscount>('POST /api/learn/cn/discount/create', { body }))
    return answer
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    const t = translator(api.locale)
    const problems = error.details.map(({ field, message }) => ({
      field,
      message: field === 'discountPrice' && fen === null ? t('commerce.discount_price_unclear') : message,
    }))
    const isOfFields = problems.length > 0 && problems.every(({ field }) => field in values)
    const problem = isOfFields ? null : (problems[0]?.message ?? failureText(error, t))
    return { ...answer, done: false, problems, problem, code: error.code }
  }
}
