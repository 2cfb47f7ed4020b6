import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { notify } from '#notifications/index.ts'
import { peerFeedbackReceived } from './peer-kinds.ts'

/** Tells the author of the submission; of held feedback once a moderator lets it through. */
export async function tellOfFeedback(
  services: Pick<Services, 'clock' | 'topics' | 'jobs'>,
  trx: Trx,
  id: string,
): Promise<void> {
  const { rows } = await sql<{ submission_id: string; author_id: string; item_id: string }>`
    select s.id as submission_id, s.author_id, s.item_id
    from peer_feedback f join submissions s on s.id = f.submission_id where f.id = ${id}`.execute(trx)
  const [found] = rows
  if (!found) return
  await notify(services, trx, peerFeedbackReceived, {
    people: [found.author_id],
    key: `peer_feedback:${id}`,
    group: `peer_feedback:${found.submission_id}`,
    itemId: found.item_id,
    payload: { submissionId: found.submission_id },
  })
}
