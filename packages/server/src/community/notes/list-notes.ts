import type { NoteList } from '@lantern/contract/community/notes.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { itemCards, mayReadSteps, requireVisibleItem, visibleTo } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import { speakersOf } from '../message-rows.ts'
import { byId, type NoteRow, noteColumns, notesWithStep } from './note-rows.ts'

const notesPerPage = 30

export interface NoteQuery {
  itemId?: string
  userId?: string
  k?: string
  page?: number
  pageSize?: number
}

/** One's own notes, also about what is not to be seen any more: the title of that is not told. */
export async function listNotes({ db }: Services, viewer: SignedIn, query: NoteQuery): Promise<NoteList> {
  const { itemId, userId = viewer.id, page = 0, pageSize = notesPerPage } = query
  const item = itemId === undefined ? null : await requireVisibleItem(db, viewer, itemId)
  const isReader = item !== null && (await mayReadSteps(db, viewer, item))
  if (userId !== viewer.id && !isReader) throw refuse('not_found')
  const wanted = sql`n.user_id = ${userId} ${item ? sql`and n.item_id = ${item.id}` : sql``}
    ${userId === viewer.id ? sql`` : sql`and n.is_public and t.id is not null`} ${matching(viewer, query.k)}`
  const { rows } = await sql<NoteRow>`
    select ${noteColumns} from ${notesWithStep} where ${wanted}
    order by n.id desc limit ${pageSize} offset ${page * pageSize}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from ${notesWithStep} where ${wanted}`.execute(db)
  const { itemMap } = await itemCards(db, viewer, [...new Set(rows.map(({ item_id }) => item_id))])
  return {
    ...byId(rows),
    itemMap,
    publicCounts: item && isReader ? await publicCounts(db, viewer, item.id) : {},
    page,
    pageSize,
    total: counted[0]?.total ?? 0,
  }
}

/** Words are looked for in the note, in what it is about, and in titles that the viewer may see. */
function matching(viewer: SignedIn, k: string | undefined): RawBuilder<unknown> {
  const words = k?.trim().toLowerCase() ?? ''
  if (words === '') return sql``
  const has = (text: RawBuilder<unknown>) => sql`strpos(lower(${text}), ${words}) > 0`
  return sql`and (${has(sql`n.content`)} or ${has(sql`coalesce(n.quote ->> 'exact', '')`)}
    or ${has(sql`coalesce(t.title, n.step_title)`)}
    or ${has(sql`(select i.title from items i where i.id = n.item_id and ${visibleTo(viewer)})`)})`
}

async function publicCounts(db: Db, viewer: SignedIn, itemId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select n.section_id as id, count(*)::integer as count from sections t join notes n on n.section_id = t.id
    where t.item_id = ${itemId} and n.is_public and n.user_id <> ${viewer.id} group by 1`.execute(db)
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]))
}

const publicNotesPerPage = 20

/** What others have published on a step, for everybody who may read it: a note may repeat the step's text. */
export async function listPublicNotes(
  { db }: Services,
  viewer: SignedIn,
  { sectionId, after }: { sectionId: string; after?: string },
) {
  const step = db.selectFrom('sections').select('item_id').where('id', '=', sectionId)
  const found = await step.executeTakeFirst()
  if (!found) throw refuse('not_found')
  const item = await requireVisibleItem(db, viewer, found.item_id)
  if (!(await mayReadSteps(db, viewer, item))) throw refuse('not_found')
  const { rows } = await sql<NoteRow>`
    select ${noteColumns} from ${notesWithStep}
    where n.section_id = ${sectionId} and n.is_public and n.user_id <> ${viewer.id}
      ${after === undefined ? sql`` : sql`and n.id < ${after}`}
    order by n.id desc limit ${publicNotesPerPage + 1}`.execute(db)
  const shown = rows.slice(0, publicNotesPerPage)
  return {
    ...byId(shown),
    userMap: await speakersOf(
      db,
      { item },
      shown.map(({ user_id }) => ({ authorId: user_id })),
    ),
    next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  }
}
