import { isMaker } from '@lantern/contract/catalog/access.ts'
import type { ErrorCode } from '@lantern/contract/errors.ts'
import { mayAccess, type Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { readingRefusal, requireVisibleItem, type VisibleItem } from '#catalog/index.ts'
import { isFileOfVisible } from '#community/index.ts'
import { Refusal } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'

interface Listing {
  id: string
  /** Listed among what goes with the item, not only in its solution. */
  open: boolean
  /** The solution is for learners who have completed the exercise. */
  after_completion: boolean
  completed: boolean
}

/**
 * The one rule for files: its uploader, the makers of an item that lists it, and viewers who may read such an item or see
 * a submission that has it; what only a solution lists, once the solution is theirs. Null when they may have it, otherwise what they are told.
 */
export async function attachmentRefusal(
  { db }: Pick<Services, 'db'>,
  viewer: Viewer,
  attachment: { id: string; ownerId: string },
): Promise<ErrorCode | null> {
  if (viewer.kind === 'user' && viewer.id === attachment.ownerId) return null
  let refusal: ErrorCode = 'not_found'
  for (const listing of await listingsOf(db, viewer, attachment.id)) {
    const item = await visibleItem(db, viewer, listing.id)
    if (!item) continue
    if (isMaker(viewer, item)) return null
    const closed = await readingRefusal(db, viewer, item)
    if (closed) refusal = viewer.kind === 'guest' ? 'login_required' : closed.code
    else if (listing.open || !listing.after_completion || listing.completed) return null
    else refusal = viewer.kind === 'guest' ? 'login_required' : 'forbidden'
  }
  if (await isFileOfVisible(db, viewer, attachment.id)) return null
  return (await isInOwnDraft(db, viewer, attachment.id)) ? null : refusal
}

/** Published or not: whether an item is there for this viewer is asked of each. */
async function listingsOf(db: Db, viewer: Viewer, attachmentId: string): Promise<Listing[]> {
  const listed = JSON.stringify([{ attachmentId }])
  const { rows } = await sql<Listing>`
    with listing as (
      select item_id as id, true as open from item_details where materials @> ${listed}::jsonb
      union all select item_id, true from tutorial_details where documents @> ${listed}::jsonb
      union all select item_id, true from item_details where educator_plan -> 'materials' @> ${listed}::jsonb
      union all select item_id, true from tutorial_details where asset -> 'uploads' @> ${listed}::jsonb
      union all select item_id, false from tutorial_details
        where solution_plan -> 'materials' @> ${listed}::jsonb and is_exercise
    )
    select i.id, bool_or(l.open) as open, coalesce((w.solution_plan ->> 'requiredComplete')::boolean, false)
      as after_completion, coalesce(r.completed, false) as completed
    from listing l join items i on i.id = l.id left join tutorial_details w on w.item_id = i.id
      left join records r on r.work_id = i.work_id and r.user_id = ${viewer.kind === 'user' ? viewer.id : ''}
    group by i.id, w.item_id, r.completed order by i.id`.execute(db)
  return rows
}

async function visibleItem(db: Db, viewer: Viewer, id: string): Promise<VisibleItem | null> {
  try {
    return await requireVisibleItem(db, viewer, id)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Another author's file or video in a draft that both work on. Naming it in a draft of one's own gives no access. */
export async function isInOwnDraft(db: Db, viewer: Viewer, mediaId: string): Promise<boolean> {
  if (viewer.kind === 'guest' || !mayAccess(viewer, 'author')) return false
  const looksAfterAll = mayAccess(viewer, 'adminOrEditor')
  // asked for each piece of a film: others read the texts of their own drafts alone
  const { rows } = await sql<{ ownerId: string; authorId: string; language: string; organisationId: string | null }>`
    select i.owner_id as "ownerId", i.author_id as "authorId", i.language,
      i.organisation_id as "organisationId"
    from (select id, owner_id from attachments union all select id, owner_id from videos) m
      join drafts d on position(m.id in d.forms::text) > 0 join items i on i.id = d.item_id
    where m.id = ${mediaId} and (${looksAfterAll} or ${viewer.id} in (i.owner_id, i.author_id))
      and (m.owner_id in (i.owner_id, i.author_id) or exists (
        select from draft_revisions r where r.item_id = i.id and r.saved_by = m.owner_id))`.execute(db)
  return rows.some((item) => isMaker(viewer, item))
}
