import { itemPublished, itemRemoved } from '@lantern/contract/catalog/events.ts'
import { sql } from 'kysely'
import { countsIn } from '#catalog/index.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { completeAround, lockLearner, lockRecords, readLineage, setCompletion } from './lineage.ts'

const learnersAtOnce = 200

/**
 * A learner who has done everything that is left is done: an author may take away the last part that was open. A
 * completed item stays completed, also when parts are added.
 */
export function followChangedContents(services: Pick<Services, 'db' | 'clock' | 'stream' | 'jobs'>): void {
  const { db, clock, stream, jobs } = services
  jobs.define('learning.changed_contents', async (batch) => {
    // what the subscriber below sends
    const itemIds = batch.flatMap((job) => job.itemIds as string[])
    await completeWhatIsDone(db, itemIds, clock.now())
  })
  // learners one after the other, each in a transaction of their own: work for a job
  stream.subscribe('learning.changed_contents', [itemPublished, itemRemoved], (batch, trx) =>
    jobs.send(trx, 'learning.changed_contents', { itemIds: batch.map(({ payload }) => payload.itemId) }),
  )
}

async function completeWhatIsDone(db: Db, itemIds: readonly string[], now: Date): Promise<void> {
  const touched = await withHolders(db, itemIds)
  for (let last = ''; ; ) {
    const waiting = await readyRecords(db, touched, { after: last })
    const learners = [...new Set(waiting.map(({ userId }) => userId))]
    for (const userId of learners) {
      await inTransaction(db, (trx) => completeForLearner(trx, userId, touched, now))
    }
    last = learners.at(-1) ?? ''
    if (waiting.length < learnersAtOnce) return
  }
}

/** In the order of the locks, and read again under them: the learner may be at it at this moment. */
async function completeForLearner(trx: Trx, userId: string, touched: readonly string[], now: Date): Promise<void> {
  await lockLearner(trx, userId)
  for (const { itemId, type } of await readyRecords(trx, touched, { userId })) {
    const lineage = await readLineage(trx, userId, itemId)
    await lockRecords(trx, userId, [itemId, ...lineage.flat()])
    if (type === 'tutorial') {
      await setCompletion(trx, { userId, itemIds: [itemId], completed: true, act: 'completed', now })
      await completeAround(trx, userId, lineage, now)
    } else await completeAround(trx, userId, [[itemId], ...lineage], now)
  }
}

/** The items and all that contain them. */
async function withHolders(db: Db, itemIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive up (id) as (
      select unnest(${itemIds}::text[])
      union
      select c.parent_id from item_contents c join up on c.child_id = up.id
    )
    select id from up`.execute(db)
  return rows.map(({ id }) => id)
}

interface ReadyRecord {
  userId: string
  itemId: string
  type: 'tutorial' | 'project' | 'course'
}

/** Open records that are learned in these items' language and in which everything demanded is done. */
async function readyRecords(
  db: Db | Trx,
  itemIds: readonly string[],
  of: { userId: string } | { after: string },
): Promise<ReadyRecord[]> {
  const whose = 'userId' in of ? sql`r.user_id = ${of.userId}` : sql`r.user_id > ${of.after}`
  const { rows } = await sql<ReadyRecord>`
    with parts as (
      select s.item_id, s.work_step_id as id, s.option_type = 'required' as required
      from sections s join items i on i.id = s.item_id and i.type = 'tutorial'
      union all
      select c.parent_id, k.work_id, c.required
      from item_contents c join items k on k.id = c.child_id and ${countsIn('k', sql`c.parent_id`)}
    ), wholes as (
      select i.id, i.work_id, i.type, coalesce(array_agg(p.id) filter (where p.required), array_agg(p.id)) as demanded
      from items i join parts p on p.item_id = i.id
      where i.id = any(${itemIds}::text[]) and i.type in ('tutorial', 'project', 'course')
      group by i.id
    )
    select r.user_id as "userId", r.item_id as "itemId", r.type
    from wholes w join items o on o.work_id = w.work_id
      join records r on r.item_id = o.id and r.last_item_id = w.id and not r.completed and ${whose}
    where not exists (
      select from unnest(w.demanded) d (id)
      left join records k on w.type <> 'tutorial' and k.user_id = r.user_id and k.work_id = d.id
      where not coalesce(k.completed, (r.steps -> d.id ->> 'completed')::boolean, false))
    order by r.user_id, r.item_id limit ${learnersAtOnce}`.execute(db)
  return rows
}
