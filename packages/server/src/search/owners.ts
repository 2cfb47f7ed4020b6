import type { PublicUser } from '@lantern/contract/catalog/items.ts'
import { sql } from 'kysely'
import { shownName } from '#identity/index.ts'
import { likeText } from '#kit/like-text.ts'
import type { Db } from '#kit/sql.ts'

/** People who own or wrote something and whose name holds the text; names that begin with it come first. */
export async function completeOwners(db: Db, text: string): Promise<Record<string, PublicUser>> {
  const wanted = text.trim()
  if (wanted === '') return {}
  const pattern = `%${likeText(wanted)}%`
  const { rows } = await sql<PublicUser>`
    select u.id, ${shownName} as "fullName", u.title, u.description, u.avatar, u.slug,
      u.is_official as official
    from (select owner_id as id from items union select author_id from items) maker
    -- makers are few among all people, and comparing names costs more than PostgreSQL reckons
    cross join lateral (select * from users where id = maker.id offset 0) u
    where u.full_name ilike ${pattern} or u.name ilike ${pattern}
    order by position(lower(${wanted}) in lower(${shownName})), u.id limit 10`.execute(db)
  return Object.fromEntries(rows.map((user) => [user.id, user]))
}
