import type { giveLicence, revokeLicence } from '@lantern/contract/commerce/licences.ts'
import type { Api } from '#kit/api.ts'
import { answerStaffForm, type StaffFormAnswer } from './staff-act.ts'

/** Gives an organisation seats, or takes a licence back. */
export function actOnLicences(api: Api, form: FormData): Promise<StaffFormAnswer> {
  return answerStaffForm(api, form, 'commerce.staff_conflict', async ({ act, id, text }) => {
    if (act === 'revoke') {
      await api.call<typeof revokeLicence>('POST /api/learn/finance/licence/revoke', {
        body: { id, reason: text('revokeReason') },
      })
      return
    }
    const until = text('until')
    await api.call<typeof giveLicence>('POST /api/learn/finance/licence', {
      body: {
        organisation: text('organisation').slice(0, 200),
        item: text('item').slice(0, 500),
        // what is no number is refused by its field
        seats: Math.trunc(Number(text('seats'))) || 0,
        reason: text('reason'),
        ...(until && { until: until.slice(0, 40) }),
      },
    })
  })
}
