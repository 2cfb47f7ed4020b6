import type { giveGrant, revokeGrant } from '@lantern/contract/commerce/grants.ts'
import type { Api } from '#kit/api.ts'
import { answerStaffForm, type StaffFormAnswer } from './staff-act.ts'

/** Gives a right to read, or takes one back. */
export function actOnGrants(api: Api, form: FormData): Promise<StaffFormAnswer> {
  return answerStaffForm(api, form, 'commerce.staff_conflict', async ({ act, id, text }) => {
    if (act === 'revoke') {
      await api.call<typeof revokeGrant>('POST /api/learn/finance/grant/revoke', {
        body: { id, reason: text('revokeReason') },
      })
      return
    }
    const until = text('until')
    await api.call<typeof giveGrant>('POST /api/learn/finance/grant', {
      body: {
        person: text('person').slice(0, 200),
        item: text('item').slice(0, 500),
        reason: text('reason'),
        ...(until && { until: until.slice(0, 40) }),
      },
    })
  })
}
