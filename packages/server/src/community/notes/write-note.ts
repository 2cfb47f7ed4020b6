import { notesPerItem } from '@lantern/contract/community/note-rules.ts'
import type { Note, NoteMoment, NoteQuote } from '@lantern/contract/community/notes.ts'
import { publicWriting } from '@lantern/contract/guards.ts'
import { newId } from '@lantern/contract/ids.ts'
import { mayAccess, type SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { requireReadable, requireVisibleItem } from '#catalog/index.ts'
import { countUse } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import { requireGuards } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { isBlank, messageHtml } from '../message-html.ts'
import { reviewText } from '../moderation/listed-terms/term-list.ts'
import { requireUnmuted } from '../moderation/own-decisions.ts'
import { refuseContent, requireWithinLimits } from '../writing.ts'
import { type NoteRow, noteColumns, noteOf, notesWithStep } from './note-rows.ts'

export interface NewNote {
  itemId: string
  sectionId: string
  content: string
  quote?: NoteQuote
  moment?: NoteMoment
  isPublic?: boolean
  key?: string
}

export async function writeNote(services: Services, viewer: SignedIn, input: NewNote): Promise<{ note: Note }> {
  const now = services.clock.now()
  return inTransaction(services.db, async (trx) => {
    await requireReadableItem(trx, viewer, input.itemId)
    const step = await requireStep(trx, input)
    // locks the writer's count: of two that are sent with one key at once the second finds the first written
    await countSaving(trx, viewer, now)
    const known = input.key === undefined ? undefined : await noteByKey(trx, viewer.id, input.key)
    if (known) return { note: known }
    await refuseTooMany(trx, viewer.id, input.itemId)
    const written = renderedNote(input.content, {
      hasQuote: input.quote !== undefined,
      isPublic: input.isPublic ?? false,
    })
    const text = input.isPublic ? await publishedText(services, trx, viewer, written) : written
    const id = newId('note', now.getTime())
    await sql`
      insert into notes (user_id, id, item_id, section_id, step_title, idempotency_key, content, html, quote, video_id,
        video_second, is_public, created_at)
      values (${viewer.id}, ${id}, ${input.itemId}, ${input.sectionId}, ${step.title}, ${input.key ?? null},
        ${text.content}, ${text.html}, ${input.quote ? JSON.stringify(input.quote) : null}::jsonb,
        ${input.moment?.videoId ?? null}, ${input.moment?.second ?? null}, ${input.isPublic ?? false}, ${now})`.execute(
      trx,
    )
    return { note: noteOf(await requireOwnNote(trx, viewer.id, id)) }
  })
}

/** New words for one's own note. A note is its owner's even when the item is not to be seen any more; publishing is not. */
export async function updateNote(
  services: Services,
  viewer: SignedIn,
  { id, content, isPublic }: { id: string; content: string; isPublic?: boolean },
): Promise<{ note: Note }> {
  const now = services.clock.now()
  return inTransaction(services.db, async (trx) => {
    await countSaving(trx, viewer, now)
    const row = await requireOwnNote(trx, viewer.id, id)
    const publishes = isPublic ?? row.is_public
    if (publishes && row.hidden_at) throw refuseContent('community.note_hidden')
    if (publishes && !row.is_public) await requireReadableItem(trx, viewer, row.item_id)
    const written = renderedNote(content, { hasQuote: row.quote !== null, isPublic: publishes })
    const text = publishes ? await publishedText(services, trx, viewer, written) : written
    if (text.content !== row.content || publishes !== row.is_public) {
      const edited = text.content === row.content ? row.edited_at : now
      await trx
        .updateTable('notes')
        .set({ ...text, is_public: publishes, edited_at: edited, step_title: row.step_title })
        .where('user_id', '=', viewer.id)
        .where('id', '=', id)
        .execute()
    }
    return { note: noteOf(await requireOwnNote(trx, viewer.id, id)) }
  })
}

export async function deleteNote({ db }: Services, viewer: SignedIn, id: string): Promise<{ deleted: boolean }> {
  await db.deleteFrom('notes').where('user_id', '=', viewer.id).where('id', '=', id).execute()
  return { deleted: true }
}

interface NoteText {
  content: string
  html: string
}

/**
 * What others read has the rules of messages: its text is masked where words in force say so. A word that lets a message
 * wait for a moderator keeps a note its writer's own, who has it either way.
 */
async function publishedText(services: Services, trx: Trx, viewer: SignedIn, written: NoteText): Promise<NoteText> {
  const now = services.clock.now()
  requireGuards(publicWriting, viewer, services)
  await requireUnmuted(trx, viewer.id, now)
  await requireWithinLimits(trx, { viewer, now, html: written.html })
  if (mayAccess(viewer, 'moderator')) return written
  const { text, heldBy } = await reviewText(trx, written.content)
  if (heldBy !== null) throw refuseContent('community.note_listed')
  return { content: text, html: messageHtml(text, []).html }
}

async function requireReadableItem(trx: Trx, viewer: SignedIn, itemId: string): Promise<void> {
  const item = await requireVisibleItem(trx, viewer, itemId)
  await requireReadable(trx, viewer, item)
}

async function requireStep(trx: Trx, { itemId, sectionId }: NewNote): Promise<{ title: string }> {
  const step = trx.selectFrom('sections').select('title').where('id', '=', sectionId).where('item_id', '=', itemId)
  const found = await step.executeTakeFirst()
  if (!found) throw refuse('not_found')
  return found
}

/** Saves of one person: highlighting is quick. */
const savingLimit = { windowSeconds: 600, most: 300 }

async function countSaving(trx: Trx, viewer: SignedIn, now: Date): Promise<void> {
  await countUse(trx, { key: `note:${viewer.id}`, ...savingLimit }, now)
}

async function refuseTooMany(trx: Trx, userId: string, itemId: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from notes where item_id = ${itemId} and user_id = ${userId}`.execute(trx)
  if ((rows[0]?.count ?? 0) < notesPerItem) return
  throw refuseContent('community.too_many_notes')
}

/** A highlight needs no words; anything else does, and so does what others are to read. */
function renderedNote(content: string, { hasQuote, isPublic }: { hasQuote: boolean; isPublic: boolean }): NoteText {
  const { html } = messageHtml(content, [])
  if (!isBlank(html)) return { content, html }
  if (hasQuote && !isPublic) return { content: '', html: '' }
  throw refuseContent('community.empty')
}

async function noteByKey(trx: Trx, userId: string, key: string): Promise<Note | undefined> {
  const { rows } = await sql<NoteRow>`
    select ${noteColumns} from ${notesWithStep} where n.user_id = ${userId} and n.idempotency_key = ${key}`.execute(trx)
  return rows[0] && noteOf(rows[0])
}

async function requireOwnNote(trx: Trx, userId: string, id: string): Promise<NoteRow> {
  const { rows } = await sql<NoteRow>`
    select ${noteColumns} from ${notesWithStep} where n.user_id = ${userId} and n.id = ${id}`.execute(trx)
  if (!rows[0]) throw refuse('not_found')
  return rows[0]
}
