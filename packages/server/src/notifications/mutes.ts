import { itemIdLink } from '@lantern/contract/links.ts'
import type { muteTypes } from '@lantern/contract/notifications/channels.ts'
import type { Mute } from '@lantern/contract/notifications/notifications.ts'
import type { NotificationPreferences } from '@lantern/contract/notifications/preferences.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { visibleTo } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { changeableOn, type Told, type Words } from './kind.ts'
import type { Kinds } from './list.ts'
import { saveSettings } from './save-settings.ts'

const mostListed = 200

type Muted = NotificationPreferences['muted'][number]

/** What of an entry can be muted, the narrowest first. */
export function mutesOf(kind: Kinds[number], told: Told<unknown> & { groupKey: string | null }, words: Words): Mute[] {
  const { item, groupKey } = told
  const group = groupKey === null ? undefined : kind.groupName?.(told, words)
  return [
    ...(groupKey !== null && group !== undefined ? [{ of: 'group', id: groupKey, name: group } as const] : []),
    ...(item && kind.required.length === 0
      ? [{ of: 'item', id: item.id, name: words.t('notifications.about_item', { title: item.title }) } as const]
      : []),
    ...(changeableOn(kind, 'site') ? [{ of: 'kind', id: kind.name, name: words.t(kind.label) } as const] : []),
  ]
}

export async function setMute(
  services: Services,
  kinds: Kinds,
  viewer: SignedIn,
  { of, id, muted }: { of: (typeof muteTypes)[number]; id: string; muted: boolean },
): Promise<{ muted: boolean }> {
  if (of === 'kind') await muteKind(services, kinds, viewer, { id, muted })
  else await (of === 'group' ? muteGroup : muteItem)(services, viewer, { id, muted })
  return { muted }
}

type Wish = { id: string; muted: boolean }

async function muteKind({ db }: Services, kinds: Kinds, viewer: SignedIn, { id, muted }: Wish): Promise<void> {
  const kind = kinds.find(({ name }) => name === id)
  if (!kind || !changeableOn(kind, 'site'))
    throw refuse('bad_request', { details: [{ field: 'id', message: 'bad_request' }] })
  await saveSettings(db, viewer.id, [{ kind: id, channel: 'site', setting: muted ? 'off' : 'now' }])
}

/** A group is muted from an entry of it, which gives the mute its name. */
async function muteGroup({ db, clock }: Services, viewer: SignedIn, { id, muted }: Wish): Promise<void> {
  if (!muted) {
    const own = db.deleteFrom('notification_group_mutes').where('user_id', '=', viewer.id)
    await own.where('group_key', '=', id).execute()
    return
  }
  const { rows } = await sql`
    insert into notification_group_mutes (user_id, group_key, kind, item_id, payload, muted_at)
    select user_id, group_key, kind, item_id, payload, ${clock.now()} from notifications
    where user_id = ${viewer.id} and group_key = ${id} order by id desc limit 1
    on conflict (user_id, group_key) do update set muted_at = excluded.muted_at returning group_key`.execute(db)
  if (rows.length === 0) throw refuse('not_found')
}

async function muteItem({ db, clock }: Services, viewer: SignedIn, { id, muted }: Wish): Promise<void> {
  if (!muted) {
    await db.deleteFrom('notification_mutes').where('user_id', '=', viewer.id).where('item_id', '=', id).execute()
    return
  }
  const { rows } = await sql`
    insert into notification_mutes (user_id, item_id, muted_at)
    select ${viewer.id}, i.id, ${clock.now()} from items i where i.id = ${id} and ${visibleTo(viewer)}
    on conflict (user_id, item_id) do update set muted_at = excluded.muted_at returning item_id`.execute(db)
  if (rows.length === 0) throw refuse('not_found')
}

/** Muted items and groups, the latest first. Of an item that the person may see no more, nothing is said. */
export async function listMutes({ db }: Pick<Services, 'db'>, kinds: Kinds, viewer: SignedIn, words: Words) {
  const { rows } = await sql<{
    group_key: string | null
    kind: string | null
    payload: unknown
    item: Told<unknown>['item']
  }>`
    with muted as (
      select null as group_key, null as kind, item_id, null::jsonb as payload, muted_at
      from notification_mutes where user_id = ${viewer.id}
      union all
      select group_key, kind, item_id, payload, muted_at from notification_group_mutes where user_id = ${viewer.id}
    )
    select m.group_key, m.kind, m.payload,
      case when i.id is not null then json_build_object('id', i.id, 'type', i.type, 'title', i.title,
        'learnOptionType', i.learn_option_type) end as item
    from muted m left join items i on i.id = m.item_id
    where m.item_id is null or ${visibleTo(viewer)}
    order by m.muted_at desc limit ${mostListed}`.execute(db)
  return rows.flatMap(({ group_key: groupKey, kind: kindName, payload, item }): Muted[] => {
    const path = item && itemIdLink(item)
    if (groupKey === null) return item ? [{ of: 'item', id: item.id, name: item.title, path }] : []
    const kind = kinds.find(({ name }) => name === kindName)
    const name = kind && Value.Check(kind.payload, payload) && kind.groupName?.({ payload, count: 1, item }, words)
    return name ? [{ of: 'group', id: groupKey, name, path }] : []
  })
}
