import type { AssignableItem } from '@lantern/contract/campus/assignments.ts'
import { everybody } from '@lantern/contract/catalog/access.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { shownTo } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import { likeText } from '#kit/like-text.ts'
import type { Db } from '#kit/sql.ts'
import type { TaughtClass } from './class-rights.ts'

const mostFound = 20
const ofTypes = sql`i.type in ('tutorial', 'project', 'course', 'quiz')`

/** What a class can be given: published for all of it, and seen by the teacher. The organisation's own comes first. */
export async function findAssignable(
  db: Db,
  viewer: SignedIn,
  taught: TaughtClass,
  words: string,
): Promise<AssignableItem[]> {
  const { type, idOrSlug } = nameOf(words.trim())
  const wanted = `%${likeText(words.trim())}%`
  const { rows } = await sql<AssignableItem>`
    select i.id, i.type, i.title, i.language from items i
    where ${ofTypes} and ${shownTo(viewer)} and i.audience = any(${audiencesOf(taught)}::text[])
      and (i.title ilike ${wanted} or i.id = ${idOrSlug} or i.slug = ${idOrSlug} and i.type = ${type})
    order by i.organisation_id is null, i.published_at desc, i.id limit ${mostFound}`.execute(db)
  return rows
}

/** The item that is named by its id or its address. */
export async function requireAssignable(
  db: Db,
  viewer: SignedIn,
  taught: TaughtClass,
  named: string,
): Promise<{ id: string }> {
  const { type, idOrSlug } = nameOf(named.trim())
  const { rows } = await sql<{ id: string; audience: string }>`
    select i.id, i.audience from items i
    where (i.id = ${idOrSlug} or i.slug = ${idOrSlug} and i.type = ${type}) and ${ofTypes} and ${shownTo(viewer)}
    limit 1`.execute(db)
  const [item] = rows
  if (!item) throw refused('campus.assign_item_unknown')
  if (!audiencesOf(taught).includes(item.audience)) throw refused('campus.assign_item_not_for_class')
  return item
}

function audiencesOf({ id, organisationId }: TaughtClass): string[] {
  return [everybody, organisationId, id]
}

/** An id, or type and name in an address of the site. */
function nameOf(named: string): { type: string | null; idOrSlug: string } {
  const [, type = null, name] = /\/(tutorial|project|course|quiz)\/([^/?#]+)/.exec(named) ?? []
  if (name === undefined) return { type, idOrSlug: named }
  try {
    return { type, idOrSlug: decodeURIComponent(name) }
  } catch {
    return { type, idOrSlug: name }
  }
}

function refused(message: string) {
  return refuse('bad_request', { details: [{ field: 'item', message }] })
}
