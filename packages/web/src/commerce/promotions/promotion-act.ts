import type * as promotions from '@lantern/contract/commerce/promotions.ts'
import type { FieldProblem } from '@lantern/contract/errors.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { beganWith } from '#kit/began.tsx'
import { failureText } from '#kit/failure.ts'
import { translator } from '#kit/messages.tsx'
import { fenOf, lastPart, momentOf, namesIn } from '../typed-values.ts'
import { promotionFields } from './promotion-fields.tsx'

const acts = ['create', 'edit', 'disable', 'enable', 'batch', 'shared'] as const
export type PromotionAct = (typeof acts)[number]

/** How a form of promotions comes back: the act done, or the typed input and its faults. */
export interface PromotionFormAnswer {
  act: PromotionAct
  done: boolean
  promotionId: string
  /** Coupons made by this act. */
  made: number
  values: Record<string, string>
  problems: FieldProblem[]
  problem: string | null
}

const typed = [...promotionFields, 'count', 'length', 'code']

/** What the forms of promotions do, with script and without. */
export async function actOnPromotionForm(api: Api, form: FormData): Promise<PromotionFormAnswer> {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const act = acts.find((one) => one === text('act')) ?? 'create'
  const values = Object.fromEntries(typed.map((name) => [name, text(name).slice(0, 20_000)]))
  const promotionId = text('id')
  const answer = { act, promotionId, made: 0, values, problems: [], problem: null }
  try {
    return { ...answer, done: true, made: await send(api, act, promotionId, form) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    const problems = error.details.map(({ field, message }) => ({ field: field.replace(/^.*[./]/, ''), message }))
    const isOfFields = problems.length > 0 && problems.every(({ field }) => field in values)
    const problem = isOfFields ? null : (problems[0]?.message ?? failureText(error, translator(api.locale)))
    return { ...answer, done: false, problems, problem }
  }
}

/** Answers how many coupons were made. */
async function send(api: Api, act: PromotionAct, id: string, form: FormData): Promise<number> {
  switch (act) {
    case 'create':
      await api.call<typeof promotions.createPromotion>('POST /api/learn/finance/promotion', {
        body: { id, ...wishOf(form) },
      })
      return 0
    case 'edit':
      await api.call<typeof promotions.editPromotion>('POST /api/learn/finance/promotion/edit', {
        body: { id, ...wishOf(form), ...beganWith<promotions.PromotionWish>(form) },
      })
      return 0
    case 'disable':
    case 'enable':
      await api.call<typeof promotions.disablePromotion>('POST /api/learn/finance/promotion/disable', {
        body: { id, disabled: act === 'disable' },
      })
      return 0
    case 'batch':
    case 'shared': {
      const { codes } = await api.call<typeof promotions.makeCoupons>('POST /api/learn/finance/promotion/coupons', {
        body: {
          promotionId: id,
          seen: countOf(form.get('seen')),
          ...(act === 'shared'
            ? { code: String(form.get('code') ?? '').trim() }
            : { count: countOf(form.get('count')), length: form.get('length') === '10' ? '10' : '8' }),
        },
      })
      return codes.length
    }
  }
}

/** The typed input as the call takes it. Text that is no amount or count goes as a value that the call refuses by field. */
function wishOf(form: FormData): promotions.PromotionWish {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const kind = text('kind') === 'percent' ? 'percent' : 'amount'
  const ownerId = lastPart(text('ownerId'))
  return {
    title: text('title'),
    kind,
    value: (kind === 'amount' ? fenOf(text('value')) : countOf(text('value'))) ?? 0,
    least: text('least') === '' ? 0 : (fenOf(text('least')) ?? -1),
    itemIds: namesIn(text('itemIds')),
    ownerId: ownerId === '' ? null : ownerId,
    firstOrderOnly: text('firstOrderOnly') === 'yes',
    perPerson: countOf(text('perPerson')),
    most: text('most') === '' ? null : countOf(text('most')),
    startDate: momentOf(text('startDate')),
    endDate: text('ends') === 'at' ? momentOf(text('endDate')) : null,
  }
}

/** 0 where no whole number was typed. */
function countOf(value: FormDataEntryValue | null): number {
  const text = String(value ?? '').trim()
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}
