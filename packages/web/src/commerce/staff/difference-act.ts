import type { DifferenceAct, mendDifference } from '@lantern/contract/commerce/differences.ts'
import type { Api } from '#kit/api.ts'
import { answerStaffForm, type StaffFormAnswer } from './staff-act.ts'

/** Mends a difference between the books and a statement. */
export function actOnDifference(api: Api, form: FormData): Promise<StaffFormAnswer> {
  return answerStaffForm(api, form, 'commerce.staff_not_mended', async ({ act, id, text }) => {
    await api.call<typeof mendDifference>('POST /api/learn/finance/difference/mend', {
      // the call names the field where it is none of the acts
      body: { id, act: act as DifferenceAct, note: text('note') },
    })
  })
}
