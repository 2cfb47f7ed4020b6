import type { LearnOptionType } from '@lantern/contract/catalog/item-types.ts'
import type { QueryOf } from '@lantern/contract/endpoint.ts'
import { contentLanguage, type OfferedLocale } from '@lantern/contract/locales.ts'
import type {
  Feed,
  listNotifications,
  Notification,
  NotificationList,
} from '@lantern/contract/notifications/notifications.ts'
import { notificationsTopic } from '@lantern/contract/notifications/topics.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { visibleTo, yuanIn } from '#catalog/index.ts'
import type { Services } from '#kit/services.ts'
import { siteTimeZone } from '#kit/site-time.ts'
import { inTransaction } from '#kit/sql.ts'
import { kindsFor, type NotificationKind, type Words } from './kind.ts'
import { mutesOf } from './mutes.ts'

export type Kinds = readonly NotificationKind[]

const defaultPageSize = 20

export interface NotificationRow {
  id: string
  kind: string
  item_id: string | null
  item_type: string | null
  item_title: string | null
  learn_option_type: LearnOptionType | null
  payload: unknown
  group_key: string | null
  caused_by: string | null
  count: number
  created_at: Date
  read_at: Date | null
}

/** The columns of a `NotificationRow`, of `notifications n` and the item `o`. */
export const entryColumns = sql`n.id, n.kind, n.item_id, o.type as item_type, o.title as item_title,
  o.learn_option_type, n.payload, n.group_key, n.caused_by, n.count, n.created_at, n.read_at`

/** Listed for the viewer, of these kinds: of what they may see no more, nothing is said. */
function listedFor(viewer: SignedIn, kinds: Kinds) {
  return sql`n.user_id = ${viewer.id} and n.listed and n.kind = any(${kinds.map(({ name }) => name)}::text[])
    and (n.item_id is null or exists (select from items i where i.id = n.item_id and ${visibleTo(viewer)}))`
}

export async function readList(
  services: Services,
  kinds: Kinds,
  viewer: SignedIn,
  locale: OfferedLocale,
  { filter = 'all', kind, before, pageSize = defaultPageSize }: QueryOf<typeof listNotifications>,
): Promise<NotificationList> {
  const { db } = services
  const wanted = kinds.filter(({ name }) => kind === undefined || name === kind)
  const { rows } = await sql<NotificationRow>`
    select ${entryColumns} from notifications n left join items o on o.id = n.item_id
    where ${listedFor(viewer, wanted)}
      ${filter === 'unread' ? sql`and n.read_at is null` : sql``}
      ${before === undefined ? sql`` : sql`and n.id < ${before}`}
    order by n.id desc limit ${pageSize + 1}`.execute(db)
  const page = rows.slice(0, pageSize)
  const words = wordsOf(services, locale)
  return {
    results: page.flatMap((row) => entryOf(kinds, row, words) ?? []),
    next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
    unread: await countUnread(services, kinds, viewer),
    kinds: kindsFor(kinds, viewer).map(({ name, group, label }) => ({
      kind: name,
      group,
      label: services.text(locale, label),
    })),
  }
}

const feedGroups: ReadonlySet<NotificationKind['group']> = new Set(['learning', 'community', 'live', 'creating'])
const feedSize = 3

/** For the home page: one statement. */
export async function readFeed(
  services: Services,
  kinds: Kinds,
  viewer: SignedIn,
  locale: OfferedLocale,
): Promise<Feed> {
  const wanted = kinds.filter(({ group }) => feedGroups.has(group))
  const { rows } = await sql<NotificationRow & { total: number }>`
    select ${entryColumns}, count(*) over ()::integer as total
    from notifications n left join items o on o.id = n.item_id
    where ${listedFor(viewer, wanted)} and n.read_at is null order by n.id desc limit ${feedSize}`.execute(services.db)
  const words = wordsOf(services, locale)
  return { results: rows.flatMap((row) => entryOf(wanted, row, words) ?? []), total: rows[0]?.total ?? 0 }
}

export async function countUnread({ db }: Pick<Services, 'db'>, kinds: Kinds, viewer: SignedIn): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::integer as unread from notifications n
    where ${listedFor(viewer, kinds)} and n.read_at is null`.execute(db)
  return rows[0]?.unread ?? 0
}

/** Marks these as read, or all that are not newer than one the person was shown. */
export async function markRead(
  services: Services,
  kinds: Kinds,
  viewer: SignedIn,
  { ids = [], upTo }: { ids?: readonly string[] | undefined; upTo?: string | undefined },
): Promise<{ unread: number }> {
  const which = upTo === undefined ? sql`id = any(${ids}::text[])` : sql`(id <= ${upTo} or id = any(${ids}::text[]))`
  await inTransaction(services.db, async (trx) => {
    const { numAffectedRows = 0n } = await sql`
      update notifications set read_at = ${services.clock.now()}
      where user_id = ${viewer.id} and read_at is null and ${which}`.execute(trx)
    // the other devices of this person show the count too
    if (numAffectedRows > 0n)
      await services.topics.publish(trx, notificationsTopic, { userId: viewer.id }, { type: 'CHANGED' })
  })
  return { unread: await countUnread(services, kinds, viewer) }
}

/** Null: a version of the site wrote it that this one does not know. */
export function entryOf(kinds: Kinds, row: NotificationRow, words: Words): Notification | null {
  const kind = kinds.find(({ name }) => name === row.kind)
  if (!kind || !Value.Check(kind.payload, row.payload)) return null
  const item =
    row.item_id === null
      ? null
      : {
          id: row.item_id,
          type: row.item_type ?? '',
          title: row.item_title ?? '',
          learnOptionType: row.learn_option_type ?? 'other',
        }
  const told = { payload: namedIn(row.payload, words), count: row.count, item }
  return {
    id: row.id,
    kind: row.kind,
    icon: kind.icon,
    ...kind.write(told, words),
    mutes: mutesOf(kind, { ...told, groupKey: row.group_key }, words),
    at: row.created_at.toISOString(),
    read: row.read_at !== null,
  }
}

/** Who has left is named by no name. */
function namedIn(payload: unknown, { t }: Words): unknown {
  const isNameless = typeof payload === 'object' && payload !== null && 'name' in payload && payload.name === ''
  return isNameless ? { ...payload, name: t('identity.deleted_user_name') } : payload
}

export function wordsOf({ text }: Pick<Services, 'text'>, locale: OfferedLocale): Words {
  return {
    language: contentLanguage(locale),
    t: (key, values) => text(locale, key, values),
    time: (moment) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: siteTimeZone, dateStyle: 'short', timeStyle: 'short' }).format(
        new Date(moment),
      ),
    yuan: (fen) => yuanIn(locale, fen),
  }
}
