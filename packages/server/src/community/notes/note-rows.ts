import type { Note, NoteQuote } from '@lantern/contract/community/notes.ts'
import { sql } from 'kysely'

export interface NoteRow {
  id: string
  user_id: string
  item_id: string
  section_id: string | null
  step_title: string
  anchor: string | null
  content: string
  html: string
  quote: NoteQuote | null
  video_id: string | null
  video_second: number | null
  is_public: boolean
  /** When moderators withdrew it from others. */
  hidden_at: Date | null
  created_at: Date
  edited_at: Date | null
}

/** Of `notes n` with `sections t` beside it. */
export const noteColumns = sql`n.id, n.user_id, n.item_id, n.section_id, coalesce(t.title, n.step_title) as step_title,
  t.anchor, n.content, n.html, n.quote, n.video_id, n.video_second, n.is_public, n.hidden_at, n.created_at, n.edited_at`

export const notesWithStep = sql`notes n left join sections t on t.id = n.section_id`

export function noteOf(row: NoteRow): Note {
  return {
    id: row.id,
    authorId: row.user_id,
    itemId: row.item_id,
    sectionId: row.section_id,
    stepTitle: row.step_title,
    anchor: row.anchor,
    content: row.content,
    html: row.html,
    quote: row.quote,
    moment:
      row.video_id === null || row.video_second === null ? null : { videoId: row.video_id, second: row.video_second },
    isPublic: row.is_public,
    createdTime: row.created_at.toISOString(),
    editedTime: row.edited_at?.toISOString() ?? null,
  }
}

export function byId(rows: readonly NoteRow[]): { noteMap: Record<string, Note>; results: string[] } {
  return {
    noteMap: Object.fromEntries(rows.map((row) => [row.id, noteOf(row)])),
    results: rows.map(({ id }) => id),
  }
}
