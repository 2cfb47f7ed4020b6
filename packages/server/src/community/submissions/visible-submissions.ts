import { sightOf } from '@lantern/contract/catalog/access.ts'
import { mayAccess, type Viewer } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { madeBy, shownTo, visibleTo } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Db, Trx } from '#kit/sql.ts'

// Who sees which submission, as conditions on submissions `s` joined with their items `i`: the one place that spells it.
// Pages, lists, files, films, comments, likes and reports ask here.

/**
 * Its author and the educators of its item always; when it is public and stands, everybody for whom
 * the item is; moderators also when it is hidden.
 */
export function visibleSubmission(viewer: Viewer): RawBuilder<boolean> {
  const moderates = sql`${mayAccess(viewer, 'moderator')}::boolean and s.permission = 'public' and ${visibleTo(viewer)}`
  return sql<boolean>`(${readsEarlier(viewer)} or ${isShown} and ${shownTo(viewer)} or ${moderates})`
}

/** What stands in the gallery of an item, for everybody who may see the item. */
export const isShown = sql<boolean>`(s.permission = 'public' and s.hidden_at is null)`

/** Its author, and educators of its item: private and earlier versions are theirs to read too. */
export function readsEarlier(viewer: Viewer): RawBuilder<boolean> {
  const isOwn = viewer.kind === 'guest' ? sql`false` : sql`s.author_id = ${viewer.id}`
  return sql<boolean>`(${isOwn} or ${isEducator(viewer)})`
}

/** Educators of the item: its makers, and who teaches in its organisation. */
export function isEducator(viewer: Viewer): RawBuilder<boolean> {
  const sight = sightOf(viewer)
  const teaches = sql`i.organisation_id = any(${sight.teaches}::text[])`
  return sql<boolean>`(${visibleTo(viewer)} and (${madeBy(sight)} or ${teaches}))`
}

export interface VisibleSubmission {
  id: string
  item_id: string
  author_id: string
  title: string
  permission: 'public' | 'group' | 'private'
}

export async function isVisibleSubmission(db: Db | Trx, viewer: Viewer, id: string): Promise<boolean> {
  return (await findVisible(db, viewer, id)) !== undefined
}

/** Refuses what the viewer may not see as what does not exist. */
export async function requireVisibleSubmission(db: Db | Trx, viewer: Viewer, id: string): Promise<VisibleSubmission> {
  const found = await findVisible(db, viewer, id)
  if (!found) throw refuse('not_found')
  return found
}

async function findVisible(db: Db | Trx, viewer: Viewer, id: string): Promise<VisibleSubmission | undefined> {
  const { rows } = await sql<VisibleSubmission>`
    select s.id, s.item_id, s.author_id, s.title, s.permission from submissions s join items i on i.id = s.item_id
    where s.id = ${id} and ${visibleSubmission(viewer)}`.execute(db)
  return rows[0]
}

/** Whether a file is one of a submission that the viewer may see: of an earlier version its author and educators alone. */
export async function isFileOfVisible(db: Db | Trx, viewer: Viewer, attachmentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from submission_files f join submissions s on s.id = f.submission_id join items i on i.id = s.item_id
    where f.attachment_id = ${attachmentId} and ${visibleSubmission(viewer)}
      and (f.version = s.version or ${readsEarlier(viewer)})
    limit 1`.execute(db)
  return rows.length > 0
}
