import { accountChanged } from '@lantern/contract/identity/events.ts'
import { offeredLocales } from '@lantern/contract/locales.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { endSales } from '#catalog/index.ts'
import { endAllWaiting, withdrawBundles } from '#commerce/index.ts'
import { emptyAccount, endSessions, requireOtherAdmins, withProvedPhone, writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { deleteImage } from '#media/index.ts'
import { eraseUploads } from './erase-uploads.ts'
import { sweepExports } from './export-data.ts'
import { erasePerson } from './personal-data.ts'

const freshSignInMs = 10 * 60_000

/**
 * Empties an account for good, in one transaction: what names the person and what they learned goes, purchases and what
 * others learn from stay without a name (docs/decisions/013-leaving.md). Two things are asked for, the phrase and the
 * code; an account without a phone asks for a sign-in of the last minutes instead of the code.
 */
export async function deleteAccount(
  services: Services,
  viewer: SignedIn,
  wish: { confirmation: string; code: string; browser: Buffer; ip: string },
): Promise<{ success: boolean }> {
  const { db, text, clock } = services
  const phrases = offeredLocales.map((locale) => text(locale, 'identity.delete_phrase').toLowerCase())
  if (!phrases.includes(wish.confirmation.trim().toLowerCase())) {
    throw refuse('bad_request', { details: [{ field: 'confirmation', message: 'identity.delete_phrase_wrong' }] })
  }
  const { phone } = await db.selectFrom('users').select('phone').where('id', '=', viewer.id).executeTakeFirstOrThrow()
  const avatar = phone
    ? await withProvedPhone(
        services,
        { userId: viewer.id, phone, smsType: 'learn', code: wish.code, browser: wish.browser, ip: wish.ip },
        (trx, now) => erase(services, trx, viewer.id, now),
      )
    : await inTransaction(db, async (trx) => {
        await requireFreshSignIn(trx, viewer, clock.now())
        return erase(services, trx, viewer.id, clock.now())
      })
  await forgetFiles(services, avatar)
  return { success: true }
}

async function requireFreshSignIn(trx: Trx, viewer: SignedIn, now: Date): Promise<void> {
  const session = await trx
    .selectFrom('sessions')
    .select('created_at')
    .where('id', '=', viewer.sessionId)
    .executeTakeFirst()
  if (!session || now.getTime() - session.created_at.getTime() > freshSignInMs) throw refuse('sign_in_again')
}

async function erase(services: Services, trx: Trx, userId: string, now: Date): Promise<string | null> {
  const { avatar, deleted_at } = await trx
    .selectFrom('users')
    .select(['avatar', 'deleted_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  // asked for twice at the same moment: without its phone the account would pass for one that never had any
  if (deleted_at) throw refuse('login_required')
  await requireOtherAdmins(trx, userId)
  await endSessions(services, trx, { userId, reason: 'deleted' }, now)
  await endAllWaiting(services, trx, userId)
  await endSales(services, trx, userId)
  await withdrawBundles(services, trx, userId)
  await erasePerson(trx, userId)
  await eraseUploads(services, trx, userId)
  await emptyAccount(services, trx, { userId, mergedInto: null }, now)
  // ended sessions are kept to tell their device why; where it was has no more use
  await trx.updateTable('sessions').set({ user_agent: '', ip: null }).where('user_id', '=', userId).execute()
  await writeAudit(trx, { actor: userId, act: 'account_deleted', now })
  await services.events.emit(trx, accountChanged, { userId })
  return avatar
}

/** Files have no transaction: what is lost here goes with the sweep of the night, or names nobody any more. */
async function forgetFiles(services: Services, avatar: string | null): Promise<void> {
  await sweepExports(services, services.clock.now())
  const id = /^\/media\/images\/([^/]+)\//.exec(avatar ?? '')?.[1]
  if (!id || !avatar) return
  const used = await services.db.selectFrom('users').select('id').where('avatar', '=', avatar).executeTakeFirst()
  if (used) return
  await deleteImage(services, id)
}
