import type { takePeerTask } from '@lantern/contract/community/peer-feedback.ts'
import { peerDueDays, peerShare } from '@lantern/contract/community/peer-rules.ts'
import type { BodyOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { notify } from '#notifications/index.ts'
import { requireUnmuted } from '../../moderation/own-decisions.ts'
import { givenBy } from './given.ts'
import { nextFor, unseen } from './next-submission.ts'
import { peerWork } from './peer-kinds.ts'
import { openTask, type PeerStep, peerStateOf, requirePeerStep } from './peer-state.ts'

const dayMs = 86_400_000

/** Hands out a submission, unless one is open already. Of a step one is handed out after the other. */
export async function takeTask(
  services: Services,
  viewer: SignedIn,
  place: BodyOf<typeof takePeerTask>,
): Promise<ResponseOf<typeof takePeerTask>> {
  const now = services.clock.now()
  const step = await inTransaction(services.db, async (trx) => {
    const found = await requirePeerStep(trx, viewer, place)
    await requireUnmuted(trx, viewer.id, now)
    await sql`select from sections where id = ${found.id} for no key update`.execute(trx)
    await handOut(trx, viewer.id, found, now)
    return found
  })
  return peerStateOf(services, viewer.id, step)
}

async function handOut(trx: Trx, userId: string, step: PeerStep, now: Date): Promise<void> {
  const { rows } = await sql<{ given: number; has_own: boolean }>`
    select ${givenBy(sql`${userId}`, sql`${step.id}`)} as given,
      exists (select from submissions s where s.author_id = ${userId} and s.section_id = ${step.id}) as has_own`.execute(
    trx,
  )
  const { given = 0, has_own: hasOwn = false } = rows[0] ?? {}
  if (!hasOwn) throw refuse('not_found')
  if (await openTask(trx, userId, step.id)) return
  const next = await nextFor(trx, userId, step.id, { now, given })
  if (!next) return
  await trx
    .insertInto('peer_feedback')
    .values({
      ...{ id: newId('peerFeedback', now.getTime()), submission_id: next.id, reviewer_id: userId },
      ...{ version: next.version, assigned_at: now, due_at: new Date(now.getTime() + peerDueDays * dayMs) },
    })
    .execute()
}

const mostTold = 100

/** Tells learners who have not done their share and had nothing left to look at: there is something now. */
export async function tellWaiting(
  services: Services,
  trx: Trx,
  { submissionId, sectionId }: { submissionId: string; sectionId: string },
): Promise<void> {
  const { rows } = await sql<{ user_id: string; item_id: string; slug: string }>`
    select w.author_id as user_id, i.id as item_id, i.slug
    from submissions w join sections t on t.id = w.section_id join items i on i.id = w.item_id
    where w.section_id = ${sectionId} and cardinality(t.peer_questions) > 0
      and ${givenBy(sql`w.author_id`, sql`w.section_id`)} < ${peerShare}
      and not exists (select from peer_feedback o join submissions n on n.id = o.submission_id
        where o.reviewer_id = w.author_id and o.given_at is null and n.section_id = w.section_id)
      and exists (select from submissions s where s.id = ${submissionId} and ${unseen(sql`w.author_id`, sectionId)})
      and not exists (select from submissions s
        where s.id <> ${submissionId} and ${unseen(sql`w.author_id`, sectionId)})
    order by w.handed_in_at, w.id limit ${mostTold}`.execute(trx)
  const [first] = rows
  if (!first) return
  await notify(services, trx, peerWork, {
    people: rows.map(({ user_id }) => user_id),
    key: `peer_work:${submissionId}`,
    group: `peer_work:${sectionId}`,
    itemId: first.item_id,
    payload: { slug: first.slug },
  })
}
