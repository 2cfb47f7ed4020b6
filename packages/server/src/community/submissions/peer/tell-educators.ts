import { peerEducatorDays } from '@lantern/contract/community/peer-rules.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { notify } from '#notifications/index.ts'
import { peerEducators } from './peer-kinds.ts'

const atOnce = 100

/** Every day the makers of an item hear of submissions that had no feedback for days, of each once. */
export function tellOfUnanswered(services: Services): void {
  services.jobs.daily('community.peer_educators', async () => {
    for (let isMore = true; isMore; ) isMore = await tellSome(services)
  })
}

/** False when none is left. */
async function tellSome(services: Services): Promise<boolean> {
  const now = services.clock.now()
  const since = new Date(now.getTime() - peerEducatorDays * 86_400_000)
  return inTransaction(services.db, async (trx) => {
    const { rows } = await sql<{ id: string; item_id: string; people: string[] }>`
      select s.id, s.item_id, array[i.owner_id, i.author_id] as people
      from submissions s join sections t on t.id = s.section_id join items i on i.id = s.item_id
      where cardinality(t.peer_questions) > 0 and s.educators_told_at is null and s.reviewed_version is null
        and s.permission = 'public' and s.hidden_at is null and s.handed_in_at <= ${since}
        and not exists (select from peer_feedback f where f.submission_id = s.id and f.given_at is not null)
      order by s.handed_in_at limit ${atOnce} for no key update of s skip locked`.execute(trx)
    for (const { id, item_id: itemId, people } of rows) {
      await notify(services, trx, peerEducators, {
        people: [...new Set(people)],
        key: `peer_educators:${id}`,
        group: `peer_educators:${itemId}`,
        itemId,
        payload: { itemId },
      })
    }
    await sql`
      update submissions set educators_told_at = ${now} where id = any(${rows.map(({ id }) => id)}::text[])`.execute(
      trx,
    )
    return rows.length === atOnce
  })
}
