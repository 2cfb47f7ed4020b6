import { accountChanged } from '@lantern/contract/identity/events.ts'
import { normalizePhone } from '@lantern/contract/validators.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { writeAudit } from './account/audit.ts'

/**
 * Says whether the person with this phone is an official author: shown under their own name on what they own, where
 * everybody else appears as the site's team. Twice is the same as once; `changed` is false when there was nothing to do.
 */
export function setOfficialAuthor(
  { db, clock, events }: Pick<Services, 'db' | 'clock' | 'events'>,
  phoneText: string,
  isOfficial: boolean,
): Promise<{ changed: boolean }> {
  const phone = normalizePhone(phoneText)
  return inTransaction(db, async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select(['id', 'is_official'])
      .where('phone', '=', phone)
      .forUpdate()
      .executeTakeFirst()
    if (!user) throw new Error(`Nobody has signed in with the phone ${phone} yet.`)
    if (user.is_official === isOfficial) return { changed: false }
    await trx.updateTable('users').set({ is_official: isOfficial }).where('id', '=', user.id).execute()
    const act = isOfficial ? 'made_official_author' : 'no_official_author'
    await writeAudit(trx, { actor: 'cli', act, subject: user.id, now: clock.now() })
    await events.emit(trx, accountChanged, { userId: user.id })
    return { changed: true }
  })
}
