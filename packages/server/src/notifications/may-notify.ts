import { type Channel, channels, type Rhythm } from '@lantern/contract/notifications/channels.ts'
import { sql } from 'kysely'
import { whoMayKnowOf } from '#catalog/index.ts'
import { type Recipient, recipientsOf } from '#identity/index.ts'
import { idRows } from '#kit/id-lists.ts'
import { siteTimeZone } from '#kit/site-time.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { isBlockedBy } from './blocks.ts'
import type { NotificationKind } from './kind.ts'

/** A person and what decides how they are told. */
export interface Listener extends Recipient, Hours {
  chosen: Partial<Record<Channel, Rhythm>>
  /** The item or the group. */
  hasMuted: boolean
  /** Blocks the person who caused it. */
  hasBlocked: boolean
  hasPush: boolean
  /** May know of what it is about; true where it is about no item. */
  maySee: boolean
}

export interface Hours {
  timeZone: string
  /** Minutes of the day; null: no quiet hours. */
  quietFrom: number | null
  quietUntil: number | null
}

/**
 * The one rule of how a person is told: never of what they may not see, never of what they have muted or of whom they
 * block, else as they chose. What a kind requires cannot be turned off, and a suspended account hears of nothing outside
 * the site.
 */
export function mayNotify(
  kind: Pick<NotificationKind, 'channels' | 'required'>,
  person: Pick<Listener, 'chosen' | 'hasMuted' | 'hasBlocked' | 'hasPush' | 'maySee' | 'email' | 'isSuspended'>,
): Record<Channel, Rhythm> {
  const rhythmOf = (channel: Channel): Rhythm => {
    const byDefault = kind.channels[channel]
    if (byDefault === undefined || !person.maySee) return 'off'
    const isReached = { site: true, mail: person.email !== null, push: person.hasPush }[channel]
    if (!isReached || (channel !== 'site' && person.isSuspended)) return 'off'
    if (kind.required.includes(channel)) return byDefault
    return person.hasMuted || person.hasBlocked ? 'off' : (person.chosen[channel] ?? byDefault)
  }
  return { site: rhythmOf('site'), mail: rhythmOf('mail'), push: rhythmOf('push') }
}

interface About {
  kind: string
  itemId: string | null
  group: string | null
  /** The person who caused it; null: nobody did. */
  causedBy: string | null
  now: Date
}

/** Everything that `mayNotify` asks of these people, in a few statements however many they are. */
export async function listenersOf(
  db: Db | Trx,
  ids: readonly string[],
  { kind, itemId, group, causedBy, now }: About,
): Promise<Listener[]> {
  const people = await recipientsOf(db, ids, now)
  if (people.length === 0) return []
  const seeing = itemId === null ? null : await whoMayKnowOf(db, people, itemId)
  const { rows } = await sql<{
    id: string
    chosen: Partial<Record<Channel, Rhythm>> | null
    has_muted: boolean
    has_blocked: boolean
    has_push: boolean
    time_zone: string | null
    quiet_from: number | null
    quiet_until: number | null
  }>`
    select given.id, h.time_zone, h.quiet_from, h.quiet_until,
      (select json_object_agg(p.channel, p.setting) from notification_preferences p
        where p.user_id = given.id and p.kind = ${kind}) as chosen,
      exists (select from notification_mutes m where m.user_id = given.id and m.item_id = ${itemId})
        or exists (select from notification_group_mutes m where m.user_id = given.id and m.group_key = ${group})
        as has_muted,
      ${isBlockedBy(sql`given.id`, causedBy)} as has_blocked,
      exists (select from push_subscriptions s where s.user_id = given.id) as has_push
    from ${idRows(people.map(({ id }) => id))} given left join notification_hours h on h.user_id = given.id`.execute(db)
  const choices = new Map(rows.map((row) => [row.id, row]))
  return people.map((person) => {
    const row = choices.get(person.id)
    return {
      ...person,
      chosen: row?.chosen ?? {},
      hasMuted: row?.has_muted ?? false,
      hasBlocked: row?.has_blocked ?? false,
      hasPush: row?.has_push ?? false,
      maySee: seeing?.has(person.id) ?? true,
      timeZone: row?.time_zone ?? siteTimeZone,
      quietFrom: row?.quiet_from ?? null,
      quietUntil: row?.quiet_until ?? null,
    }
  })
}

/** A person with the address that mails of this kind go to. */
export function addressed(kind: Pick<NotificationKind, 'mailTo'>, person: Listener, payload: unknown): Listener {
  return kind.mailTo ? { ...person, email: kind.mailTo(payload) } : person
}

/** Whether a person is reached by any channel. */
export function isToldAtAll(rhythms: Record<Channel, Rhythm>): boolean {
  return channels.some((channel) => rhythms[channel] !== 'off')
}
