import type { Note, NoteList } from '@lantern/contract/community/notes.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { itemCards } from '#catalog/index.ts'
import type { Services } from '#kit/services.ts'
import { dayAtSite } from '#kit/site-time.ts'
import { type NoteRow, noteColumns, noteOf, notesWithStep } from './note-rows.ts'

/** All of a person's notes as one text, by item and step, oldest first: `text` says a message in the person's language. */
export async function notesAsMarkdown(
  { db }: Services,
  viewer: SignedIn,
  text: (key: 'notes' | 'note_item_hidden') => string,
): Promise<string> {
  const { rows } = await sql<NoteRow>`
    select ${noteColumns} from ${notesWithStep} where n.user_id = ${viewer.id}
    order by min(n.id) over (partition by n.item_id), n.item_id, t.position nulls last, n.step_title, n.id`.execute(db)
  const { itemMap } = await itemCards(db, viewer, [...new Set(rows.map(({ item_id }) => item_id))])
  const lines = [`# ${text('notes')}`]
  let last: Note | undefined
  for (const row of rows) {
    const note = noteOf(row)
    if (note.itemId !== last?.itemId) lines.push(`## ${titleOf(itemMap, note) ?? text('note_item_hidden')}`)
    if (note.itemId !== last?.itemId || note.stepTitle !== last.stepTitle) lines.push(`### ${oneLine(note.stepTitle)}`)
    if (note.quote) lines.push(quoted(note.quote.exact))
    if (note.content) lines.push(note.content)
    lines.push(`*${[dayAtSite(row.created_at), ...(note.moment ? [clock(note.moment.second)] : [])].join(' · ')}*`)
    last = note
  }
  return `${lines.join('\n\n')}\n`
}

function titleOf(itemMap: NoteList['itemMap'], { itemId }: Note): string | undefined {
  const title = itemMap[itemId]?.title
  return title && oneLine(title)
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function quoted(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line.trim()}`)
    .join('\n')
}

function clock(seconds: number): string {
  return `${Math.trunc(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
