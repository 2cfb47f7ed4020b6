import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { sendMail } from './deliver-mail.ts'
import { sendPush } from './deliver-push.ts'
import { dueAt } from './due.ts'
import type { NotificationKind } from './kind.ts'
import { entryColumns, type Kinds, type NotificationRow } from './list.ts'
import { addressed, type Listener, listenersOf, mayNotify } from './may-notify.ts'

const jobName = 'notifications.deliver'
/** One try is over after this time, and the next one waits twice as long as the one before. */
const leaseMinutes = 5
const mostTries = 8
const peopleAtOnce = 50
const outside = ['mail', 'push'] as const

type OutsideChannel = (typeof outside)[number]

/** What one message to a person is made of: one notification, or all of a digest. */
export interface Parcel {
  person: Listener
  /** Null: a digest of several kinds. */
  kind: NotificationKind | null
  rows: readonly NotificationRow[]
}

/** Plans what goes out of the site for these notifications, in the transaction that made them. */
export async function planDeliveries(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Trx,
  kind: NotificationKind,
  told: readonly { id: string; person: Listener }[],
  now: Date,
): Promise<void> {
  const rows = told.flatMap(({ id, person }) => {
    const rhythms = mayNotify(kind, person)
    return outside.flatMap((channel) => {
      const rhythm = rhythms[channel]
      if (rhythm === 'off') return []
      const at = dueAt(rhythm, kind.isUrgent, person, now)
      return [{ notification_id: id, user_id: person.id, channel, rhythm, due_at: at }]
    })
  })
  if (rows.length === 0) return
  await trx.insertInto('notification_deliveries').values(rows).execute()
  if (rows.some(({ due_at }) => due_at <= now)) await jobs.send(trx, jobName, {}, { key: 'now' })
}

/** Sends what is due: at once after it was told, and every minute what has waited. */
export function deliverNotifications(services: Services, kinds: Kinds): void {
  const deliver = () => deliverDue(services, kinds)
  services.jobs.define(jobName, deliver, { isKeyed: true })
  services.jobs.everyMinute('notifications.due', deliver)
}

async function deliverDue(services: Services, kinds: Kinds): Promise<void> {
  for (;;) {
    const claimed = await claim(services)
    for (const parcel of parcelsOf(claimed)) await deliver(services, kinds, parcel)
    if (claimed.length === 0) return
  }
}

interface Delivery {
  notification_id: string
  user_id: string
  channel: OutsideChannel
  rhythm: 'now' | 'daily' | 'weekly'
  tries: number
}

/** Takes what is due for some people: nobody else sends it until the time of the next try has come. */
async function claim({ db, clock }: Services): Promise<Delivery[]> {
  const now = clock.now()
  const { rows } = await sql<Delivery>`
    update notification_deliveries d
    set tries = d.tries + 1, due_at = ${now}::timestamptz + ${leaseMinutes} * interval '1 minute' * power(2, d.tries)
    where d.due_at <= ${now} and d.user_id in (
      select user_id from notification_deliveries where due_at <= ${now} order by due_at limit ${peopleAtOnce})
    returning d.notification_id, d.user_id, d.channel, d.rhythm, d.tries`.execute(db)
  return rows
}

/** What goes out together: each by itself, or all of a person's digest. */
function parcelsOf(deliveries: readonly Delivery[]): Delivery[][] {
  return Object.values(
    Object.groupBy(deliveries, ({ user_id, channel, rhythm, notification_id }) =>
      [user_id, channel, rhythm === 'now' ? notification_id : rhythm].join(' '),
    ),
  ).filter((parcel) => parcel !== undefined)
}

async function deliver(services: Services, kinds: Kinds, parcel: readonly Delivery[]): Promise<void> {
  const { db, log } = services
  const [first] = parcel
  if (!first) return
  const ids = parcel.map(({ notification_id }) => notification_id)
  try {
    const wanted = await stillWanted(services, kinds, first, ids)
    if (wanted) await (first.channel === 'mail' ? sendMail : sendPush)(services, kinds, wanted)
  } catch (err) {
    const isLast = first.tries >= mostTries
    log[isLast ? 'error' : 'warn']({ err, ids, tries: first.tries }, 'a notification was not sent')
    if (!isLast) return
  }
  await db
    .deleteFrom('notification_deliveries')
    .where('notification_id', 'in', ids)
    .where('channel', '=', first.channel)
    .execute()
}

/** What of a parcel the person still is to be sent: notifications read, hidden or turned off since are left out. */
async function stillWanted(
  { db, clock }: Services,
  kinds: Kinds,
  { user_id, channel, rhythm }: Delivery,
  ids: readonly string[],
): Promise<Parcel | null> {
  const { rows } = await sql<NotificationRow>`
    select ${entryColumns} from notifications n left join items o on o.id = n.item_id
    where n.id = any(${ids}::text[]) and n.user_id = ${user_id}
      ${rhythm === 'now' ? sql`` : sql`and n.read_at is null`}
    order by n.id desc`.execute(db)
  const wanted: NotificationRow[] = []
  let person: Listener | undefined
  for (const row of rows) {
    const kind = kinds.find(({ name }) => name === row.kind)
    const about = {
      kind: row.kind,
      itemId: row.item_id,
      group: row.group_key,
      causedBy: row.caused_by,
      now: clock.now(),
    }
    const [found] = kind ? await listenersOf(db, [user_id], about) : []
    const listener = kind && found && addressed(kind, found, row.payload)
    if (!kind || !listener || mayNotify(kind, listener)[channel] === 'off') continue
    person = listener
    wanted.push(row)
  }
  if (!person) return null
  const kind = rhythm === 'now' ? (kinds.find(({ name }) => name === wanted[0]?.kind) ?? null) : null
  return { person, kind, rows: wanted }
}
