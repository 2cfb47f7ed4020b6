import type { Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import type { Db } from '#kit/sql.ts'
import { mayReadSteps } from './entitlements.ts'
import { type CardRow, cardColumns, guardedOf } from './item-row.ts'
import { visibleTo } from './visibility.ts'

/**
 * Whether the catalogue shows a video, and where this viewer may read: the overview video and the description of an
 * item are for viewers who may see it, steps, plans and the recording of a
 * live session for viewers who may read them.
 */
export async function shownInItems(db: Db, viewer: Viewer, videoId: string): Promise<'open' | 'closed' | 'nowhere'> {
  const shows = (markup: string) =>
    sql`${sql.raw(markup)} like '%data-video=%' and shown_videos(${sql.raw(markup)}) @> array[${videoId}::text]`
  const { rows } = await sql<CardRow & { is_open: boolean; visible: boolean }>`
    with shown (item_id, is_open) as (
      select item_id, true from tutorial_details where overview_video_id = ${videoId}
      union all select item_id, true from item_details where ${shows('description_html')}
      union all select item_id, false from tutorial_details where ${shows('solution_plan::text')}
      union all select item_id, false from live_sessions where recording_video_id = ${videoId}
      union all select item_id, false from item_details where ${shows('educator_plan::text')}
      union all select item_id, false from sections where ${shows('body_html')}
    )
    select ${cardColumns}, p.is_open, ${visibleTo(viewer)} as visible
    from (select item_id, bool_or(is_open) as is_open from shown group by item_id) p join items i on i.id = p.item_id
    order by p.is_open desc, i.premium or i.with_pay`.execute(db)
  if (rows.length === 0) return 'nowhere'
  for (const row of rows) {
    if (row.visible && (row.is_open || (await mayReadSteps(db, viewer, guardedOf(row))))) return 'open'
  }
  return 'closed'
}
