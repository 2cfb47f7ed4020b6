import type { PublicUser } from '@lantern/contract/catalog/items.ts'
import { sql } from 'kysely'
import type { Db } from '#kit/sql.ts'

/** People who own or wrote something and whose name holds the text; names that begin with it come first. */
export async function completeOwners(db: Db, text: string): Promise<Record<string, PublicUser>> {
  const wanted = text.trim()
  if (wanted === '') return {}
  const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<PublicUser>`
    select u.id, coalesce(nullif(u.full_name, ''), u.name) as "fullName", u.title, u.description, u.avatar, u.slug,
      u.is_official as official
    from users u
    where (u.full_name ilike ${pattern} or u.name ilike ${pattern})
      and exists (select from items i where i.owner_id = u.id or i.author_id = u.id)
    order by position(lower(${wanted}) in lower(coalesce(nullif(u.full_name, ''), u.name))), u.id limit 10`.execute(db)
  return Object.fromEntries(rows.map((user) => [user.id, user]))
}
