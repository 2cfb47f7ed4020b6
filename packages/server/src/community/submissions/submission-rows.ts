import type { SubmissionType } from '@lantern/contract/catalog/item-types.ts'
import type { AvailabilityValues } from '@lantern/contract/community/availability.ts'
import type { SubmissionPermission } from '@lantern/contract/community/submission-rules.ts'
import type { SubmissionCard, SubmissionFile } from '@lantern/contract/community/submissions.ts'
import type { Attachment } from '@lantern/contract/media/attachments.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { attachmentsById } from '#media/index.ts'

export interface SubmissionRow {
  id: string
  item_id: string
  section_id: string | null
  step_title: string
  author_id: string
  type: SubmissionType
  permission: SubmissionPermission
  title: string
  description: string
  html: string
  availability: AvailabilityValues
  version: number
  like_count: number
  collect_count: number
  view_count: number
  comments: number
  is_reviewed: boolean
  attachments: string[]
  created_at: Date
  handed_in_at: Date
  hidden_reason: SubmissionCard['hidden']
}

/** Of submissions `s`. */
export const submissionColumns = sql`s.id, s.item_id, s.section_id,
  coalesce((select t.title from sections t where t.id = s.section_id), s.step_title) as step_title,
  s.author_id, s.type, s.permission, s.title, s.description, s.html, s.availability, s.version, s.like_count, s.collect_count,
  s.view_count, s.created_at, s.handed_in_at, s.hidden_reason,
  s.reviewed_version is not null as is_reviewed,
  coalesce((select c.messages from channels c where c.id = s.id), 0) as comments,
  array(select f.attachment_id from submission_files f
    where f.submission_id = s.id and f.version = s.version order by f.position) as attachments`

export async function submissionById(db: Db | Trx, id: string): Promise<SubmissionRow | undefined> {
  const { rows } = await sql<SubmissionRow>`
    select ${submissionColumns} from submissions s where s.id = ${id}`.execute(db)
  return rows[0]
}

/** Cards of these rows, in order, and by id. */
export async function submissionCards(
  services: Pick<Services, 'db' | 'config'>,
  rows: readonly SubmissionRow[],
): Promise<{ submissionMap: Record<string, SubmissionCard>; results: string[] }> {
  const files = await attachmentsById(
    services,
    rows.flatMap(({ attachments }) => attachments),
  )
  const cards = rows.map((row) => cardOf(row, filesIn(files, row.attachments)))
  return {
    submissionMap: Object.fromEntries(cards.map((card) => [card.id, card])),
    results: cards.map(({ id }) => id),
  }
}

export function filesIn(files: ReadonlyMap<string, Attachment>, ids: readonly string[]): SubmissionFile[] {
  return ids.flatMap((id) => {
    const file = files.get(id)
    return file ? [shownFile(file)] : []
  })
}

/** What readers of a submission learn of a file: the rest of an attachment is its owner's. */
function shownFile(file: Attachment): SubmissionFile {
  const { id, kind, name, byteSize, state, fault, url, thumbnailUrl, width, height, duration } = file
  const { imageId, videoId, embedUrl, build, alt } = file
  return {
    ...{ id, kind, name, byteSize, state, fault, url, thumbnailUrl, width, height, duration },
    ...{ imageId, videoId, embedUrl, build, alt },
  }
}

export function cardOf(row: SubmissionRow, files: readonly SubmissionFile[]): SubmissionCard {
  const count = (kind: SubmissionFile['kind']) => files.filter((file) => file.kind === kind).length
  return {
    id: row.id,
    itemId: row.item_id,
    sectionId: row.section_id,
    stepTitle: row.step_title,
    authorId: row.author_id,
    type: row.type,
    permission: row.permission,
    title: row.title,
    version: row.version,
    coverUrl: files.find(({ thumbnailUrl }) => thumbnailUrl !== null)?.thumbnailUrl ?? null,
    images: count('image'),
    videos: count('video'),
    likeCount: row.like_count,
    collectCount: row.collect_count,
    viewCount: row.view_count,
    commentCount: row.comments,
    isReviewed: row.is_reviewed,
    createdTime: row.created_at.toISOString(),
    handedInTime: row.handed_in_at.toISOString(),
    hidden: row.hidden_reason,
  }
}
