import type { AttachmentUse } from '@lantern/contract/media/attachments.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '#kit/sql.ts'

/**
 * Items, pages of editors, submissions, discussions and bundles that show or list an upload, published or as a draft; of pages every revision counts, for it
 * can come back. Text is searched for the ids: a file may be a material, a picture in a step, the answer of a question or
 * the face of a card, and an id is found wherever it stands.
 */
export async function usesOf(
  db: Db | Trx,
  upload: { id: string; image_id: string | null; video_id: string | null },
): Promise<AttachmentUse[]> {
  const ids = [upload.id, upload.image_id, upload.video_id].filter((id) => id !== null)
  const mentions = sql`array[${sql.join(ids.map((id) => `%${id.replaceAll('_', '\\_')}%`))}]::text[]`
  const { rows } = await sql<AttachmentUse>`
    select i.id, i.type::text as type, i.title from items i where i.id in (
      select id from items where thumbnail_url like any (${mentions})
      union select item_id from item_details o where to_jsonb(o)::text like any (${mentions})
      union select item_id from tutorial_details o where to_jsonb(o)::text like any (${mentions})
      union select item_id from sections where body_html like any (${mentions})
      union select item_id from quiz_questions
        where body_html || options::text || feedback::text like any (${mentions})
      union select item_id from drafts where forms::text like any (${mentions})
    )
    union all
    select p.id, 'page', p.name from cms_pages p where p.id in (
      select page_id from cms_contents where content::text like any (${mentions})
      union select page_id from cms_drafts where content::text like any (${mentions})
      union select page_id from cms_revisions where content::text like any (${mentions})
    )
    union all
    select s.id, 'submission', s.title from submissions s
    where s.id in (select submission_id from submission_files where attachment_id = ${upload.id})
    union all
    select distinct c.id, 'discussion', i.title from messages m
    join channels c on c.id = m.channel_id join items i on i.id = m.item_id
    where m.image_ids <> '{}' and m.image_ids && ${ids}::text[]
    union all
    select id, 'bundle', title from bundles
    where cover_image_id = any(${ids}) or concat(description, translations) like any (${mentions})
    order by title, id limit 50`.execute(db)
  return rows
}
