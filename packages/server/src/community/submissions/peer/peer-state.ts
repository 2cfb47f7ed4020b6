import type { PeerTask, readPeerState as ReadPeerState } from '@lantern/contract/community/peer-feedback.ts'
import { peerShare } from '@lantern/contract/community/peer-rules.ts'
import type { QueryOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import type { SignedIn, Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { itemCards, mayReadSteps, requireVisibleItem } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { attachmentsById } from '#media/index.ts'
import { filesIn } from '../submission-rows.ts'
import { isShown } from '../visible-submissions.ts'
import { givenBy } from './given.ts'
import { nextFor } from './next-submission.ts'

export interface PeerStep {
  id: string
  itemId: string
  title: string
  questions: string[]
}

/** Refuses a step that has no peer feedback, or that the viewer may not read, as what does not exist. */
export async function requirePeerStep(
  db: Db | Trx,
  viewer: Viewer,
  { itemId, sectionId }: { itemId: string; sectionId: string },
): Promise<PeerStep> {
  const item = await requireVisibleItem(db, viewer, itemId)
  if (!(await mayReadSteps(db, viewer, item))) throw refuse('not_found')
  const { rows } = await sql<PeerStep>`
    select id, item_id as "itemId", title, peer_questions as questions from sections
    where id = ${sectionId} and item_id = ${item.id} and cardinality(peer_questions) > 0`.execute(db)
  if (!rows[0]) throw refuse('not_found')
  return rows[0]
}

interface OpenTask {
  id: string
  title: string
  html: string
  due_at: Date
  attachments: string[]
}

/** What a learner was handed and has not given yet, in its newest version. Hidden or private since: it is not there. */
export async function openTask(db: Db | Trx, userId: string, sectionId: string): Promise<OpenTask | undefined> {
  const { rows } = await sql<OpenTask>`
    select f.id, f.due_at, s.title, s.html,
      array(select a.attachment_id from submission_files a
        where a.submission_id = s.id and a.version = s.version order by a.position) as attachments
    from peer_feedback f join submissions s on s.id = f.submission_id
    where f.reviewer_id = ${userId} and f.given_at is null and s.section_id = ${sectionId} and ${isShown}
    order by f.assigned_at desc, f.id limit 1`.execute(db)
  return rows[0]
}

export async function readPeerState(
  services: Services,
  viewer: SignedIn,
  place: QueryOf<typeof ReadPeerState>,
): Promise<ResponseOf<typeof ReadPeerState>> {
  const step = await requirePeerStep(services.db, viewer, place)
  const { itemMap } = await itemCards(services.db, viewer, [step.itemId])
  const item = itemMap[step.itemId]
  if (!item) throw refuse('not_found')
  return { ...(await peerStateOf(services, viewer.id, step)), item, stepTitle: step.title }
}

export async function peerStateOf(services: Services, userId: string, { id: sectionId, questions }: PeerStep) {
  const { db, clock } = services
  const { rows } = await sql<{ given: number; has_own: boolean }>`
    select ${givenBy(sql`${userId}`, sql`${sectionId}`)} as given,
      exists (select from submissions s where s.author_id = ${userId} and s.section_id = ${sectionId}) as has_own`.execute(
    db,
  )
  const { given = 0, has_own: hasHandedIn = false } = rows[0] ?? {}
  const task = hasHandedIn ? await openTask(db, userId, sectionId) : undefined
  return {
    questions,
    hasHandedIn,
    given,
    share: peerShare,
    task: task ? await taskOf(services, task) : null,
    hasMore: hasHandedIn && !task && (await nextFor(db, userId, sectionId, { now: clock.now(), given })) !== undefined,
  }
}

async function taskOf(services: Services, { id, title, html, due_at: due, attachments }: OpenTask): Promise<PeerTask> {
  const files = filesIn(await attachmentsById(services, attachments), attachments)
  return { id, title, html, files, dueTime: due.toISOString() }
}

/** How much feedback the viewer gave for each step of an item that asks for it. A guest gave none. */
export async function peerSharesOf(db: Db, viewer: Viewer, itemId: string) {
  const userId = viewer.kind === 'guest' ? null : viewer.id
  const { rows } = await sql<{ id: string; given: number }>`
    select t.id, ${givenBy(sql`${userId}::text`, sql`t.id`)} as given from sections t
    where t.item_id = ${itemId} and cardinality(t.peer_questions) > 0`.execute(db)
  return Object.fromEntries(rows.map(({ id, given }) => [id, { given, share: peerShare }]))
}
