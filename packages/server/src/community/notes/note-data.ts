import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const notePersonalData = {
  holds: ['notes.user_id'],
  read: async (db: Db, userId: string) => {
    const { rows } = await sql<{ entry: unknown }>`
      select jsonb_build_object('itemId', n.item_id, 'title', i.title, 'step', n.step_title, 'content', n.content,
        'quote', n.quote ->> 'exact', 'videoId', n.video_id, 'second', n.video_second, 'published', n.is_public,
        'writtenAt', n.created_at, 'editedAt', n.edited_at) as entry
      from notes n join items i on i.id = n.item_id where n.user_id = ${userId} order by n.id`.execute(db)
    return { notes: rows.map(({ entry }) => entry) }
  },
  /** Also what was published: a note is a person's own, no part of a conversation. */
  erase: async (trx: Trx, userId: string) => {
    await trx.deleteFrom('notes').where('user_id', '=', userId).execute()
  },
  merge: async (trx: Trx, { from, into }: { from: string; into: string }) => {
    await trx
      .updateTable('notes')
      // the keys of one account may be those of the other
      .set({ user_id: into, idempotency_key: null })
      .where('user_id', '=', from)
      .execute()
  },
} satisfies PersonalData
