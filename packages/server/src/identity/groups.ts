import { accountChanged } from '@lantern/contract/identity/events.ts'
import type { Group } from '@lantern/contract/roles.ts'
import { normalizePhone } from '@lantern/contract/validators.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { writeAudit } from './account/audit.ts'

export interface GroupChange {
  userId: string
  group: Group
  /** False when there was nothing to do. */
  changed: boolean
}

type GroupServices = Pick<Services, 'db' | 'clock' | 'events'>

/** Puts the person with this phone into a group and writes down that it happened. Twice is the same as once. */
export function grantGroup(services: GroupServices, phone: string, group: Group, actor = 'cli'): Promise<GroupChange> {
  return changeGroup(services, phone, group, { actor, act: 'group_granted' })
}

export function revokeGroup(services: GroupServices, phone: string, group: Group, actor = 'cli'): Promise<GroupChange> {
  return changeGroup(services, phone, group, { actor, act: 'group_revoked' })
}

function changeGroup(
  { db, clock, events }: GroupServices,
  phoneText: string,
  group: Group,
  { actor, act }: { actor: string; act: 'group_granted' | 'group_revoked' },
): Promise<GroupChange> {
  const phone = normalizePhone(phoneText)
  return inTransaction(db, async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select(['id', 'groups'])
      .where('phone', '=', phone)
      .forUpdate()
      .executeTakeFirst()
    if (!user) throw new Error(`Nobody has signed in with the phone ${phone} yet.`)
    const granting = act === 'group_granted'
    if (user.groups.includes(group) === granting) return { userId: user.id, group, changed: false }
    await trx
      .updateTable('users')
      .set({ groups: granting ? sql`array_append(groups, ${group})` : sql`array_remove(groups, ${group})` })
      .where('id', '=', user.id)
      .execute()
    await writeAudit(trx, { actor, act, subject: user.id, detail: { group }, now: clock.now() })
    await events.emit(trx, accountChanged, { userId: user.id })
    return { userId: user.id, group, changed: true }
  })
}
