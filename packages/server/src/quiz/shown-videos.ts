import type { Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { mayReadSteps, requireVisibleItem } from '#catalog/index.ts'
import { Refusal } from '#kit/errors.ts'
import type { Db } from '#kit/sql.ts'

/** Whether questions show a video, and whether this viewer may take one of those quizzes. */
export async function shownInQuizzes(db: Db, viewer: Viewer, videoId: string): Promise<'open' | 'closed' | 'nowhere'> {
  const { rows } = await sql<{ id: string }>`
    select distinct item_id as id from quiz_questions
    where body_html like '%data-video=%' and shown_videos(body_html) @> array[${videoId}::text]`.execute(db)
  if (rows.length === 0) return 'nowhere'
  if (viewer.kind === 'guest') return 'closed'
  for (const { id } of rows) if (await mayTake(db, viewer, id)) return 'open'
  return 'closed'
}

async function mayTake(db: Db, viewer: Viewer, id: string): Promise<boolean> {
  try {
    return await mayReadSteps(db, viewer, await requireVisibleItem(db, viewer, id))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return false
    throw error
  }
}
