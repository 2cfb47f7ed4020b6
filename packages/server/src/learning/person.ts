import type { Viewer } from '@lantern/contract/roles.ts'
import { keptAccountOf } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Db } from '#kit/sql.ts'

/** The person whose records are shown, and what the viewer may see of them. */
export interface Person {
  id: string
  name: string
  title: string
  avatar: string | null
  joinedAt: Date
  isViewer: boolean
  /** One's own always; another's unless they keep their records to themselves. */
  showsRecords: boolean
}

/** The person asked for, else the viewer themselves. Of an account that was merged it is the one that was kept. */
export async function requirePerson(db: Db, viewer: Viewer, userId: string | undefined): Promise<Person> {
  const id = userId ?? (viewer.kind === 'user' ? viewer.id : undefined)
  if (id === undefined) throw refuse('login_required')
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'full_name', 'title', 'avatar', 'created_at', 'records_private'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) {
    const kept = await keptAccountOf(db, id)
    if (kept === null) throw refuse('not_found')
    return requirePerson(db, viewer, kept)
  }
  const isViewer = viewer.kind === 'user' && viewer.id === row.id
  return {
    id: row.id,
    name: row.full_name || row.name,
    title: row.title,
    avatar: row.avatar,
    joinedAt: row.created_at,
    isViewer,
    showsRecords: isViewer || !row.records_private,
  }
}
