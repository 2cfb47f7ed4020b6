import type { TagType } from '@lantern/contract/catalog/item-types.ts'
import type { Tag } from '@lantern/contract/catalog/items.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { nameOf, readReference } from './reference.ts'

/** Topics and industries in the order in which they are suggested. */
export async function listTags(db: Db, language: string): Promise<{ topics: Tag[]; industries: Tag[] }> {
  const { tags } = await readReference(db)
  const named = tags.map((tag): Tag => ({ id: tag.id, type: tag.type, name: nameOf(tag, language) }))
  return {
    topics: named.filter(({ type }) => type === 'topic'),
    industries: named.filter(({ type }) => type === 'industry'),
  }
}

interface SavedTag {
  id: string
  type: TagType
}

export async function savedTags(db: Db | Trx, learner: SignedIn): Promise<SavedTag[]> {
  const { rows } = await sql<SavedTag>`
    select s.tag_id as id, s.type from saved_tags s join tags t on t.id = s.tag_id
    where s.user_id = ${learner.id} order by t.type desc, t.position, t.id`.execute(db)
  return rows
}

/** Replaces the learner's interests. A tag that does not exist, or is of another type, refuses the whole. */
export function replaceSavedTags(db: Db, learner: SignedIn, tags: readonly SavedTag[], now: Date): Promise<SavedTag[]> {
  return inTransaction(db, async (trx) => {
    const wanted = [...new Map(tags.map((tag) => [tag.id, tag])).values()].sort((a, b) => (a.id < b.id ? -1 : 1))
    const ids = wanted.map(({ id }) => id)
    const known = await trx
      .selectFrom('tags')
      .select(['id', 'type'])
      .where('id', 'in', ['', ...ids])
      .execute()
    const unknown = wanted.filter((tag) => !known.some(({ id, type }) => id === tag.id && type === tag.type))
    if (unknown.length > 0) {
      throw refuse('bad_request', { details: unknown.map(({ id }) => ({ field: 'tags', message: id })) })
    }
    // two tabs that save at once wait for each other here
    await sql`select from users where id = ${learner.id} for no key update`.execute(trx)
    await trx
      .deleteFrom('saved_tags')
      .where('user_id', '=', learner.id)
      .where('tag_id', 'not in', ['', ...ids])
      .execute()
    if (wanted.length > 0) {
      const rows = wanted.map(({ id, type }) => ({ user_id: learner.id, tag_id: id, type, saved_at: now }))
      await trx
        .insertInto('saved_tags')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    return savedTags(trx, learner)
  })
}
