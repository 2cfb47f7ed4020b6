import type { Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import type { Db } from '#kit/sql.ts'
import type { Shown } from '#media/index.ts'
import { isFileOfVisible } from './visible-submissions.ts'

/** Whether a submission shows a film, and whether this viewer may see that submission. */
export async function shownInSubmissions(db: Db, viewer: Viewer, videoId: string): Promise<Shown> {
  const { rows } = await sql<{ id: string }>`
    select a.id from attachments a where a.video_id = ${videoId}
      and exists (select from submission_files f where f.attachment_id = a.id)`.execute(db)
  const [upload] = rows
  if (!upload) return 'nowhere'
  return (await isFileOfVisible(db, viewer, upload.id)) ? 'open' : 'closed'
}
