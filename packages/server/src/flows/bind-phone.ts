import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { bindPhone as bindPhoneCall } from '@lantern/contract/identity/account.ts'
import { sql } from 'kysely'
import {
  accountStatusOf,
  deviceTypeOf,
  enterWithSecondFactor,
  hasFreshProof,
  openSession,
  ownerOf,
  type PhoneAttempt,
  setPhone,
  spendProof,
  type Visit,
  withProvedPhone,
} from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { mergeAccounts } from './merge-accounts.ts'

/** Binds the phone, or says to who holds it what is in the account that has it. */
export function bindPhone(services: Services, attempt: PhoneAttempt): Promise<ResponseOf<typeof bindPhoneCall>> {
  return withProvedPhone(services, attempt, async (trx, now) => {
    const owner = await ownerOf(trx, attempt.phone)
    if (owner && owner !== attempt.userId) return { exist: true, ...(await readExisting(trx, owner)) }
    await setPhone(services, trx, attempt, now)
    const { user } = await readExisting(trx, attempt.userId)
    return { exist: false, user }
  })
}

async function readExisting(trx: Trx, userId: string) {
  const { rows } = await sql<{
    id: string
    name: string
    avatar: string | null
    auth_id: string | null
    chat_app_id: string | null
    collected: number
    completed: number
    purchased: number
  }>`
    select id, coalesce(nullif(full_name, ''), name) as name, avatar, auth_id, chat_app_id,
      (select count(*)::integer from collections c where c.user_id = u.id) as collected,
      (select count(*)::integer from records r where r.user_id = u.id and r.completed) as completed,
      (select count(distinct e.item_id)::integer from item_grants e where e.user_id = u.id) as purchased
    from users u where id = ${userId}`.execute(trx)
  const row = rows[0]
  if (!row) throw refuse('not_found')
  const { id, name, avatar } = row
  return {
    user: { id, name, avatar },
    collectedCount: row.collected,
    completedCount: row.completed,
    purchasedCount: row.purchased,
    loginType: loginTypeOf(row),
  }
}

function loginTypeOf(row: { auth_id: string | null; chat_app_id: string | null }) {
  if (row.auth_id !== null) return 'unityId' as const
  return row.chat_app_id !== null ? ('weixin' as const) : ('phone' as const)
}

export interface Replacement {
  replaceUserId: string
  currentUserId: string
  phone: string
  viewerId: string
  /** Second-factor code of the account that is kept, where it has one. */
  tfaCode: string | undefined
  userAgent: string
  country: string | null
}

/**
 * Goes over to the account that has the phone, and takes everything of this one along. Who asks has proved the phone a
 * moment ago; the ids only say what is meant, and one that does not fit is answered like a missing proof. Where the kept
 * account has a second factor, the phone alone opens nothing: ways to sign in and an email of the other would be its own.
 */
export async function replaceAndSignIn(services: Services, wish: Replacement, visit: Visit): Promise<string> {
  const now = services.clock.now()
  await inTransaction(services.db, (trx) => requireProof(trx, wish, now))
  return enterWithSecondFactor(services, wish.replaceUserId, wish.tfaCode, visit, async (trx, tfaEndTime) => {
    await requireProof(trx, wish, now)
    if (!(await spendProof(trx, wish.viewerId, wish.phone, now))) throw refuse('phone_proof_required')
    const kept = await trx
      .selectFrom('users')
      .select(['suspend_reason', 'suspend_until'])
      .where('id', '=', wish.replaceUserId)
      .executeTakeFirstOrThrow()
    if (accountStatusOf(kept, now).suspend) throw refuse('account_suspended')
    const merge = { from: wish.viewerId, into: wish.replaceUserId }
    if (!(await mergeAccounts(services, trx, merge, now))) throw refuse('phone_proof_required')
    return openSession(services, trx, {
      userId: wish.replaceUserId,
      deviceType: deviceTypeOf(wish.userAgent),
      userAgent: wish.userAgent,
      ip: visit.request.ip,
      country: wish.country,
      ...(tfaEndTime && { tfaEndTime }),
      now,
    })
  })
}

async function requireProof(trx: Trx, { currentUserId, replaceUserId, viewerId, phone }: Replacement, now: Date) {
  const fits = currentUserId === viewerId && replaceUserId !== viewerId
  const holds =
    fits && (await ownerOf(trx, phone)) === replaceUserId && (await hasFreshProof(trx, viewerId, phone, now))
  if (!holds) throw refuse('phone_proof_required')
}
