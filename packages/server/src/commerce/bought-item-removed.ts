import { itemRemoved } from '@lantern/contract/catalog/events.ts'
import { object } from '@lantern/contract/endpoint.ts'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { notificationKind, notify } from '#notifications/index.ts'

/** The payload has the title, and no item: the person may not see it any more. `orderId`: null for what was given. */
export const boughtItemRemoved = notificationKind({
  name: 'bought_item_removed',
  group: 'shop',
  icon: 'cart',
  label: 'commerce.told_removed',
  hint: 'commerce.told_removed_hint',
  channels: { site: 'now', mail: 'now', push: 'off' },
  required: [],
  isUrgent: false,
  payload: object({ title: Type.String(), orderId: Type.Union([Type.String(), Type.Null()]) }),
  write: ({ payload: { title, orderId } }, { t }) =>
    orderId === null
      ? {
          title: t('commerce.told_given_removed_title', { title }),
          body: t('commerce.told_given_removed_body'),
          path: '/notifications',
        }
      : {
          title: t('commerce.told_removed_title', { title }),
          body: t('commerce.told_removed_body'),
          path: `/order/${orderId}`,
        },
})

const jobName = 'commerce.tell_of_removal'
const peopleAtOnce = 200

/** Buyers are told, and who was given a right or a seat. Each batch of people is one transaction, which also asks for the next. */
export function tellOfRemovals(services: Services): void {
  const { stream, jobs, clock } = services
  stream.subscribe('commerce.removed_items', [itemRemoved], async (batch, trx) => {
    // told once a day at most: an author may take an item back and publish it again several times
    const day = clock.now().toISOString().slice(0, 10)
    for (const { payload } of batch) {
      const { itemId } = payload
      await jobs.send(trx, jobName, { itemId, day, after: '' }, { key: itemId })
    }
  })
  jobs.define(
    jobName,
    async (batch) => {
      for (const { itemId, day, after } of batch)
        await tellBatch(services, { itemId: String(itemId), day: String(day), after: String(after) })
    },
    { isKeyed: true },
  )
}

async function tellBatch(
  services: Services,
  { itemId, day, after }: { itemId: string; day: string; after: string },
): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const { rows } = await sql<{ userId: string; orderId: string | null; title: string }>`
      select g.user_id as "userId", max(g.order_id) as "orderId", max(i.title) as title
      from grants g join items i on i.id = g.item_id
      where g.item_id = ${itemId} and g.user_id > ${after} and g.revoked_at is null
        and (g.ends_at is null or g.ends_at > ${services.clock.now()})
        and (i.status <> 'published' or i.hidden)
      group by g.user_id order by g.user_id limit ${peopleAtOnce}`.execute(trx)
    for (const { userId, orderId, title } of rows) {
      const key = `bought_item_removed:${itemId}:${day}`
      await notify(services, trx, boughtItemRemoved, { people: [userId], key, payload: { title, orderId } })
    }
    const last = rows.at(-1)
    if (rows.length === peopleAtOnce && last) {
      const { userId } = last
      await services.jobs.send(trx, jobName, { itemId, day, after: userId }, { key: `${itemId} ${userId}` })
    }
  })
}
