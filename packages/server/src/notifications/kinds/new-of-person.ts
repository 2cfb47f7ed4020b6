import { itemPublished } from '@lantern/contract/catalog/events.ts'
import { object } from '@lantern/contract/endpoint.ts'
import { itemIdLink } from '@lantern/contract/links.ts'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { shownName } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { notificationKind } from '../kind.ts'
import { notify } from '../notify.ts'
import { peopleAtOnce, tellInBatches } from '../tell-in-batches.ts'

/** A person who is followed has published something. */
export const newOfPerson = notificationKind({
  name: 'new_of_person',
  group: 'learning',
  icon: 'lesson',
  label: 'notifications.new_of_person',
  hint: 'notifications.new_of_person_hint',
  channels: { site: 'now', mail: 'weekly', push: 'off' },
  required: [],
  isUrgent: false,
  payload: object({ personId: Type.String(), name: Type.String() }),
  groupName: ({ payload: { name } }, { t }) => t('notifications.lessons_by', { name }),
  write: ({ payload: { personId, name }, count, item }, { t }) => ({
    title: t('notifications.new_of_person_title', { name, count }),
    body: item?.title ?? null,
    path: item && count === 1 ? itemIdLink(item) : `/u/${personId}?tab=created`,
  }),
})

export function newOfPersonGroup(personId: string): string {
  return `new_of_person:${personId}`
}

/** A publication that is older than this was told of before, or was never new to anybody. */
const newForMs = 86_400_000

export function tellOfNewLessons(services: Services): void {
  const tell = tellInBatches(services, 'notifications.new_of_person', (trx, itemId, after) =>
    tellFollowers(services, trx, itemId, after),
  )
  services.stream.subscribe('notifications.new_of_person', [itemPublished], async (batch, trx) => {
    const ids = [...new Set(batch.map(({ payload }) => payload.itemId))]
    const { rows } = await sql<{ id: string }>`
      select i.id from items i where i.id = any(${ids}::text[]) and ${isNew(services)}
        and exists (select from person_follows f where f.person_id in (i.owner_id, i.author_id))`.execute(trx)
    for (const { id } of rows) await tell(trx, id)
  })
}

function isNew({ clock }: Pick<Services, 'clock'>) {
  const since = new Date(clock.now().getTime() - newForMs)
  return sql<boolean>`i.status = 'published' and i.published_at > ${since} and i.type not in ('faq', 'submission')`
}

/** Of two people who made it together, a follower of both is told by the name of its author. */
async function tellFollowers(services: Services, trx: Trx, itemId: string, after: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string; person_id: string; name: string; work_id: string }>`
    select distinct on (f.user_id) f.user_id, f.person_id, ${shownName} as name, i.work_id
    from items i join person_follows f on f.person_id in (i.owner_id, i.author_id) join users u on u.id = f.person_id
    where i.id = ${itemId} and ${isNew(services)} and f.followed_at < i.published_at
      and f.user_id not in (i.owner_id, i.author_id) and f.user_id > ${after}
    order by f.user_id, f.person_id = i.author_id desc limit ${peopleAtOnce}`.execute(trx)
  for (const followers of Map.groupBy(rows, ({ person_id }) => person_id).values()) {
    const [first] = followers
    if (!first) continue
    const { person_id: personId, name, work_id: workId } = first
    await notify(services, trx, newOfPerson, {
      people: followers.map(({ user_id }) => user_id),
      // its translations are the same lesson
      key: `new_of_person:${workId}`,
      itemId,
      payload: { personId, name },
      causedBy: personId,
      group: newOfPersonGroup(personId),
    })
  }
  return rows.map(({ user_id }) => user_id)
}
