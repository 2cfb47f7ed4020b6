import { accountChanged } from '@lantern/contract/identity/events.ts'
import { normalizePhone } from '@lantern/contract/validators.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { writeAudit } from '../account/audit.ts'
import { endSessions } from '../session/index.ts'

type SuspensionServices = Pick<Services, 'db' | 'clock' | 'events'>

export interface Suspension {
  /** The person reads it. */
  reason: string
  until: Date
}

/**
 * Shuts an account until a day: its sessions are over, and each device is told why. A second suspension takes the place
 * of the first.
 */
export async function suspendAccount(
  services: SuspensionServices,
  phone: string,
  { reason, until }: Suspension,
  actor = 'cli',
): Promise<{ userId: string }> {
  const now = services.clock.now()
  if (reason.trim() === '') throw new Error('A reason is needed: the person reads it.')
  if (!(until.getTime() > now.getTime())) throw new Error('The suspension has to end in the future.')
  return changeSuspension(services, phone, { reason: reason.trim(), until }, { actor, now })
}

/** Opens the account again; false when it was not shut. */
export async function unsuspendAccount(
  services: SuspensionServices,
  phone: string,
  actor = 'cli',
): Promise<{ userId: string; changed: boolean }> {
  return changeSuspension(services, phone, null, { actor, now: services.clock.now() })
}

function changeSuspension(
  { db, events }: SuspensionServices,
  phoneText: string,
  suspension: Suspension | null,
  { actor, now }: { actor: string; now: Date },
): Promise<{ userId: string; changed: boolean }> {
  return inTransaction(db, async (trx) => {
    const userId = await idByPhone(trx, phoneText)
    return { userId, changed: await setSuspension({ events }, trx, userId, suspension, { actor, now }) }
  })
}

/** Shuts an account, or opens it with `null`; false when there was nothing to open. */
export async function setSuspension(
  { events }: Pick<Services, 'events'>,
  trx: Trx,
  userId: string,
  suspension: Suspension | null,
  { actor, now }: { actor: string; now: Date },
): Promise<boolean> {
  const user = await trx
    .selectFrom('users')
    .select('suspend_until')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isShut = user.suspend_until !== null && user.suspend_until > now
  if (!suspension && !isShut) return false
  await trx
    .updateTable('users')
    .set({ suspend_reason: suspension?.reason ?? null, suspend_until: suspension?.until ?? null })
    .where('id', '=', userId)
    .execute()
  await writeAudit(trx, {
    actor,
    act: suspension ? 'account_suspended' : 'account_unsuspended',
    subject: userId,
    ...(suspension && { detail: { reason: suspension.reason, until: suspension.until.toISOString() } }),
    now,
  })
  if (suspension) await endSessions({ events }, trx, { userId, reason: 'suspended' }, now)
  await events.emit(trx, accountChanged, { userId })
  return true
}

async function idByPhone(trx: Trx, phoneText: string): Promise<string> {
  const phone = normalizePhone(phoneText)
  const user = await trx.selectFrom('users').select('id').where('phone', '=', phone).executeTakeFirst()
  if (!user) throw new Error(`Nobody has signed in with the phone ${phone} yet.`)
  return user.id
}
