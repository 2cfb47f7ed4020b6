import { itemPublished } from '@lantern/contract/catalog/events.ts'
import { object } from '@lantern/contract/endpoint.ts'
import { itemIdLink } from '@lantern/contract/links.ts'
import { sql } from 'kysely'
import { countsIn } from '#catalog/index.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { notificationKind } from '../kind.ts'
import { notify } from '../notify.ts'
import { peopleAtOnce, tellInBatches } from '../tell-in-batches.ts'

/** A course or project that is followed holds something new. */
export const newInPath = notificationKind({
  name: 'new_in_path',
  group: 'learning',
  icon: 'lesson',
  label: 'notifications.new_in_path',
  hint: 'notifications.new_in_path_hint',
  channels: { site: 'now', mail: 'weekly', push: 'off' },
  required: [],
  isUrgent: false,
  payload: object({}),
  groupName: ({ item }, { t }) => t('notifications.lessons_in', { title: item?.title ?? '' }),
  write: ({ count, item }, { t }) => ({
    title: t('notifications.new_in_path_title', { count }),
    body: item?.title ?? null,
    path: item ? itemIdLink(item) : '/',
  }),
})

export function newInPathGroup(pathId: string): string {
  return `new_in_path:${pathId}`
}

/** An item comes into a path when it is published, or when the path is published with it. */
export function tellOfGrownPaths(services: Services): void {
  const tell = tellInBatches(services, 'notifications.new_in_path', (trx, id, after) =>
    tellFollowers(services, trx, id.split(' '), after),
  )
  services.stream.subscribe('notifications.new_in_path', [itemPublished], async (batch, trx) => {
    const ids = [...new Set(batch.map(({ payload }) => payload.itemId))]
    const { rows } = await sql<{ pathId: string; itemId: string }>`
      insert into followed_contents (path_id, item_id, seen_at)
      select c.parent_id, c.child_id, ${services.clock.now()} from item_contents c join items i on i.id = c.child_id
      where (c.parent_id = any(${ids}::text[]) or c.child_id = any(${ids}::text[]))
        and exists (select from item_follows f where f.item_id = c.parent_id) and ${countsIn('i', sql`c.parent_id`)}
      on conflict do nothing returning path_id as "pathId", item_id as "itemId"`.execute(trx)
    for (const { pathId, itemId } of rows) await tell(trx, `${pathId} ${itemId}`)
  })
}

async function tellFollowers(
  services: Services,
  trx: Trx,
  [pathId = '', itemId = '']: readonly string[],
  after: string,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select f.user_id from item_follows f
    join followed_contents c on c.path_id = f.item_id and c.item_id = ${itemId} join items i on i.id = c.item_id
    where f.item_id = ${pathId} and f.followed_at < c.seen_at and f.user_id > ${after}
      and f.user_id not in (i.owner_id, i.author_id) and ${countsIn('i', sql`f.item_id`)}
    order by f.user_id limit ${peopleAtOnce}`.execute(trx)
  const people = rows.map(({ user_id }) => user_id)
  await notify(services, trx, newInPath, {
    people,
    key: `new_in_path:${pathId}:${itemId}`,
    itemId: pathId,
    payload: {},
    group: newInPathGroup(pathId),
  })
  return people
}
