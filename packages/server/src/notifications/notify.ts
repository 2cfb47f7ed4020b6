import { newId } from '@lantern/contract/ids.ts'
import { notificationsTopic } from '@lantern/contract/notifications/topics.ts'
import { sql } from 'kysely'
import type { Static, TSchema } from 'typebox'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { planDeliveries } from './deliver.ts'
import type { NotificationKind } from './kind.ts'
import { addressed, isToldAtAll, listenersOf, mayNotify } from './may-notify.ts'

export interface Telling<Payload> {
  /** Ids, at most 500: more go in batches, by a job of the domain that tells. */
  people: readonly string[]
  /** Names what happened: a person is told once of one key, however often this is called. */
  key: string
  /** What it is about; people who may not see it are not told. */
  itemId?: string
  payload: Payload
  /** The person who caused it: who blocks them is not told. */
  causedBy?: string
  /** Unread ones of one group are one entry, which says how many they are. */
  group?: string
}

const mostPeople = 500

/** Tells people in the transaction that made it true. */
export async function notify<Payload extends TSchema>(
  { clock, topics, jobs }: Pick<Services, 'clock' | 'topics' | 'jobs'>,
  trx: Trx,
  kind: NotificationKind<Payload>,
  telling: Telling<Static<Payload>>,
): Promise<void> {
  const { people, key, itemId = null, payload, causedBy = null, group = null } = telling
  if (people.length > mostPeople) throw new Error(`${people.length} people at once: tell them in batches`)
  const now = clock.now()
  const told = (await listenersOf(trx, people, { kind: kind.name, itemId, group, causedBy, now }))
    .map((person) => addressed(kind, person, payload))
    .map((person) => ({ person, rhythms: mayNotify(kind, person) }))
    .filter(({ rhythms }) => isToldAtAll(rhythms))
  if (told.length === 0) return
  const rows = told.map(({ person, rhythms }) => ({
    id: newId('notification', now.getTime()),
    user_id: person.id,
    listed: rhythms.site !== 'off',
  }))
  // two of one group at the same time would each take the place of the same older one: one waits for the other
  if (group !== null)
    await trx
      .selectFrom('users')
      .select('id')
      .where(
        'id',
        'in',
        rows.map((row) => row.user_id),
      )
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
  const fresh = await sql<{ id: string; user_id: string }>`
    insert into notifications (id, user_id, kind, item_id, payload, idempotency_key, group_key, caused_by,
      listed, created_at)
    select r.id, r.user_id, ${kind.name}, ${itemId}, ${JSON.stringify(payload)}::jsonb, ${key}, ${group}, ${causedBy},
      r.listed, ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id text, user_id text, listed boolean)
    on conflict (user_id, idempotency_key) do nothing returning id, user_id`.execute(trx)
  const ids = fresh.rows.map(({ id }) => id)
  if (ids.length > 0 && group !== null) await standForOlder(trx, ids)
  const idOf = new Map(fresh.rows.map((row) => [row.user_id, row.id]))
  const toDeliver = told.flatMap(({ person }) => {
    const id = idOf.get(person.id)
    return id === undefined ? [] : [{ id, person }]
  })
  await planDeliveries({ jobs }, trx, kind, toDeliver, now)
  const those = fresh.rows.map(({ user_id: userId }) => ({ userId }))
  await topics.publishEach(trx, notificationsTopic, those, { type: 'CHANGED' })
}

/**
 * Each of these takes the place of the unread one of its group and counts what that one counted. Unsent mail of
 * the older one is not sent any more.
 */
async function standForOlder(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`
    with older as (
      update notifications o set listed = false from notifications n
      where n.id = any(${ids}::text[]) and o.user_id = n.user_id and o.kind = n.kind and o.group_key = n.group_key
        and o.id <> n.id and o.listed and o.read_at is null
      returning n.id as by_id, o.id, o.count
    ), unsent as (delete from notification_deliveries d using older where d.notification_id = older.id
    ), counted as (select by_id, sum(count)::integer as count from older group by by_id)
    update notifications n set count = n.count + counted.count from counted where n.id = counted.by_id`.execute(trx)
}
