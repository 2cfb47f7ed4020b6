import { peerEducatorDays } from '@lantern/contract/community/peer-rules.ts'
import { sql } from 'kysely'
import { teachersOf } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { notify } from '#notifications/index.ts'
import { peerEducators } from './peer-kinds.ts'

const atOnce = 100

/**
 * Every day educators hear of submissions of which nobody has said anything for days, of each once: the makers of the item,
 * where peers are asked for feedback, and in an organisation the teachers of the learner.
 */
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
    const { rows } = await sql<{
      id: string
      item_id: string
      author_id: string
      makers: string[]
      organisation_id: string | null
    }>`
      select s.id, s.item_id, s.author_id, array[i.owner_id, i.author_id] as makers, i.organisation_id
      from submissions s join sections t on t.id = s.section_id join items i on i.id = s.item_id
      where s.educators_told_at is null and s.reviewed_version is null and s.hidden_at is null
        and (i.organisation_id is not null or cardinality(t.peer_questions) > 0 and s.permission = 'public')
        and s.handed_in_at <= ${since}
        and not exists (select from peer_feedback f where f.submission_id = s.id and f.given_at is not null)
      order by s.handed_in_at limit ${atOnce} for no key update of s skip locked`.execute(trx)
    for (const { id, item_id: itemId, author_id: authorId, makers, organisation_id: organisationId } of rows) {
      const teachers = organisationId === null ? [] : await teachersOf(trx, organisationId, authorId)
      await notify(services, trx, peerEducators, {
        people: [...new Set([...makers, ...teachers])],
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
