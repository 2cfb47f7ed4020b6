import { itemPublished, itemRemoved } from '@lantern/contract/catalog/events.ts'
import { classPlaceChanged, membershipChanged } from '@lantern/contract/identity/events.ts'
import { itemCompleted } from '@lantern/contract/learning/events.ts'
import { pathChanged } from '@lantern/contract/paths/events.ts'
import { sql } from 'kysely'
import { shownTo } from '#catalog/index.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { settlePath, settleTests } from './settle-path.ts'

const membersAtOnce = 100

/**
 * What learners complete is kept for the paths they are on; for everybody on a path after it became another, or one of its
 * items is not for everybody any more; for one person after they have another place in an organisation or its classes.
 */
export function followLearning(services: Services): void {
  const { stream, jobs, db } = services
  stream.subscribe('paths.progress', [itemCompleted], async (batch, trx) => {
    const seen = new Set<string>()
    for (const { payload } of batch) {
      const { userId, itemId } = payload
      if (seen.has(`${userId} ${itemId}`)) continue
      seen.add(`${userId} ${itemId}`)
      await settleTests(trx, userId, itemId)
      // the item may be read in another language than the path names it in
      const { rows } = await sql<{ id: string }>`
        select m.path_id as id from path_members m
        where m.user_id = ${userId} and m.left_at is null and (exists (
          select from items i join items k on k.work_id = i.work_id join path_items x on x.item_id = k.id
          where i.id = ${itemId} and x.path_id = m.path_id) or exists (
          select from path_tests t where t.user_id = m.user_id and t.path_id = m.path_id and t.quiz_id = ${itemId}))
        order by 1`.execute(trx)
      for (const { id } of rows) await settlePath(services, trx, userId, id)
    }
  })

  jobs.define(
    'paths.settle_members',
    async (batch) => {
      for (const { id, after } of batch) await settleSome(String(id), String(after))
    },
    { isKeyed: true },
  )
  const ask = (trx: Parameters<typeof jobs.send>[0], id: string, after: string) =>
    jobs.send(trx, 'paths.settle_members', { id, after }, { key: `${id} ${after}` })
  async function settleSome(id: string, after: string): Promise<void> {
    await inTransaction(db, async (trx) => {
      const { rows } = await sql<{ user_id: string }>`
        select user_id from path_members
        where path_id = ${id} and user_id > ${after} and left_at is null and completed_at is null
        order by user_id limit ${membersAtOnce}`.execute(trx)
      for (const { user_id: userId } of rows) await settlePath(services, trx, userId, id)
      const last = rows.at(-1)
      if (last && rows.length === membersAtOnce) await ask(trx, id, last.user_id)
    })
  }
  stream.subscribe('paths.changed', [pathChanged], async (batch, trx) => {
    for (const id of new Set(batch.map(({ payload }) => payload.pathId))) await ask(trx, id, '')
  })
  // a member whose other items are all completed completes the path by this: no further act of theirs would settle it
  stream.subscribe('paths.removed_items', [itemPublished, itemRemoved], async (batch, trx) => {
    const itemIds = batch.map(({ payload }) => payload.itemId)
    const { rows } = await sql<{ id: string }>`
      select distinct x.path_id as id from path_items x
      where x.item_id = any(${itemIds}::text[])
        and not exists (select from items i where i.id = x.item_id and ${shownTo({ kind: 'guest' })})
      order by 1`.execute(trx)
    for (const { id } of rows) await ask(trx, id, '')
  })
  // who leaves a class sees its items no more, as above; who comes back finds the paths of the organisation again
  stream.subscribe('paths.places', [membershipChanged, classPlaceChanged], async (batch, trx) => {
    const people = [...new Set(batch.map(({ payload }) => payload.userId))]
    const { rows } = await sql<{ userId: string; id: string }>`
      select user_id as "userId", path_id as id from path_members
      where user_id = any(${people}::text[]) and left_at is null and completed_at is null order by 1, 2`.execute(trx)
    for (const { userId, id } of rows) await settlePath(services, trx, userId, id)
  })
}
