import { isMaker } from '@lantern/contract/catalog/access.ts'
import type { WritingRight } from '@lantern/contract/community/discussion-rules.ts'
import { mayAccess, type Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { requireVisibleItem, type VisibleItem } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Db, Trx } from '#kit/sql.ts'

/** The channel of an item or of one of its steps. Everyone who can see the item can read it. */
export interface Channel {
  id: string
  item: VisibleItem
  /** Null: the item as a whole. */
  step: { id: string; title: string; anchor: string } | null
}

/** The channel of an item has an id of its own or the item's, that of a step the step's. */
export async function requireChannel(db: Db | Trx, viewer: Viewer, channelId: string): Promise<Channel> {
  const { rows } = await sql<{ id: string; item_id: string; step: Channel['step'] }>`
    select coalesce(i.channel_id, i.id) as id, i.id as item_id, null::json as step
    from items i where i.channel_id = ${channelId} or i.id = ${channelId}
    union all
    select t.id, t.item_id, json_build_object('id', t.id, 'title', t.title, 'anchor', t.anchor)
    from sections t where t.id = ${channelId}
    union all
    -- its step is gone
    select c.id, c.item_id, null from channels c where c.id = ${channelId}
    limit 1`.execute(db)
  const [found] = rows
  if (!found) throw refuse('not_found')
  return { id: found.id, item: await requireVisibleItem(db, viewer, found.item_id), step: found.step }
}

/**
 * People write once they have begun the item, in whichever language; its makers and moderators always. A live session is
 * not begun.
 */
export async function writingRight(db: Db | Trx, viewer: Viewer, item: VisibleItem): Promise<WritingRight> {
  if (viewer.kind === 'guest') return 'sign_in'
  if (item.type === 'liveSession' || isMaker(viewer, item) || mayAccess(viewer, 'moderator')) return 'yes'
  const { rows } = await sql`
    select from learner_progress p join items i on i.id = p.item_id
    where p.user_id = ${viewer.id} and i.translation_group = (select translation_group from items where id = ${item.id})
    limit 1`.execute(db)
  return rows.length > 0 ? 'yes' : 'learn_first'
}

/** Messages of this channel, as a condition on `m`: an item's channel has those about its steps too. */
export function inChannel({ item, step, id }: Channel) {
  return step === null ? sql`m.item_id = ${item.id}` : sql`m.channel_id = ${id}`
}
