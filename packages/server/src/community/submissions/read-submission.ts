import type { ReportedReason } from '@lantern/contract/community/reports.ts'
import type { readSubmission as ReadSubmission } from '@lantern/contract/community/submissions.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { itemCards } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import { speakersOf } from '../message-rows.ts'
import { submissionOfRow } from './hand-in.ts'
import { receivedFeedback } from './peer/received-feedback.ts'
import { reviewsOf } from './submission-reviews.ts'
import { type SubmissionRow, submissionColumns } from './submission-rows.ts'
import { isEducator, readsEarlier, visibleSubmission } from './visible-submissions.ts'

interface Read extends SubmissionRow {
  reads_earlier: boolean
  is_educator: boolean
  anchor: string | null
  owner_id: string
  maker_id: string
}

/** A submission as its page shows it. */
export async function readSubmission(
  services: Services,
  viewer: Viewer,
  { id, version }: { id: string; version?: number },
): Promise<ResponseOf<typeof ReadSubmission>> {
  const { db } = services
  const { rows } = await sql<Read>`
    select ${submissionColumns}, ${readsEarlier(viewer)} as reads_earlier, ${isEducator(viewer)} as is_educator,
      i.owner_id, i.author_id as maker_id, (select t.anchor from sections t where t.id = s.section_id) as anchor
    from submissions s join items i on i.id = s.item_id
    where s.id = ${id} and ${visibleSubmission(viewer)}`.execute(db)
  const [row] = rows
  if (!row) throw refuse('not_found')
  const earlier = row.reads_earlier ? await earlierVersions(db, id) : []
  const shown = version === undefined || version === row.version ? row : await earlierRow(db, row, version)
  if (!shown) throw refuse('not_found')
  const { itemMap } = await itemCards(db, viewer, [row.item_id])
  const item = { ownerId: row.owner_id, authorId: row.maker_id }
  return {
    submission: { ...(await submissionOfRow(services, shown)), version: row.version },
    version: version ?? row.version,
    versions: [{ version: row.version, handedInTime: row.handed_in_at.toISOString() }, ...earlier],
    item: itemMap[row.item_id] ?? null,
    anchor: row.anchor,
    userMap: await speakersOf(db, { item }, [{ authorId: row.author_id }]),
    ...(await marksOf(db, viewer, id)),
    isEducator: row.is_educator,
    peerFeedback: row.reads_earlier
      ? await receivedFeedback(db, viewer, id, { item, isEducator: row.is_educator })
      : [],
    reviews: row.reads_earlier ? await reviewsOf(db, item, id) : [],
  }
}

async function earlierVersions(db: Db, id: string) {
  const { rows } = await sql<{ version: number; handed_in_at: Date }>`
    select version, handed_in_at from submission_versions
    where submission_id = ${id} order by version desc`.execute(db)
  return rows.map((row) => ({ version: row.version, handedInTime: row.handed_in_at.toISOString() }))
}

/** The submission with what it said and held in an earlier version; null where the viewer reads none or there is none. */
async function earlierRow(db: Db, row: Read, version: number): Promise<SubmissionRow | null> {
  if (!row.reads_earlier) return null
  const { rows } = await sql<
    Pick<SubmissionRow, 'title' | 'description' | 'html' | 'availability' | 'handed_in_at' | 'attachments'>
  >`
    select v.title, v.description, v.html, v.availability, v.handed_in_at,
      array(select f.attachment_id from submission_files f
        where f.submission_id = v.submission_id and f.version = v.version order by f.position) as attachments
    from submission_versions v where v.submission_id = ${row.id} and v.version = ${version}`.execute(db)
  return rows[0] ? { ...row, ...rows[0] } : null
}

async function marksOf(db: Db, viewer: Viewer, id: string) {
  if (viewer.kind === 'guest') return { liked: false, collected: false, reported: null }
  const { rows } = await sql<{ liked: boolean; collected: boolean; reported: ReportedReason[] | null }>`
    select exists (select from likes where user_id = ${viewer.id} and target_type = 'submission' and target_id = ${id})
        as liked,
      exists (select from submission_collects where user_id = ${viewer.id} and submission_id = ${id}) as collected,
      (select r.reasons from reports r where r.type = 'submission' and r.target_id = ${id}
        and r.reporter_id = ${viewer.id}) as reported`.execute(db)
  return rows[0] ?? { liked: false, collected: false, reported: null }
}
