import type { StageForm } from '@lantern/contract/paths/path-editing.ts'
import { mayEditPath } from '@lantern/contract/paths/rights.ts'
import { type Author, type Guest, isSignedIn, type SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Db, Trx } from '#kit/sql.ts'

export interface PathRow {
  id: string
  slug: string
  organisationId: string | null
  organisationName: string | null
  language: string
  title: string
  description: string
  stages: StageForm[]
  givesCertificate: boolean
  published: boolean
  version: number
}

export const pathColumns = sql`p.id, p.slug, p.organisation_id as "organisationId", o.name as "organisationName",
  p.language, p.title, p.description, p.stages, p.gives_certificate as "givesCertificate", p.published, p.version`

/** A path with its organisation, as `p` and `o`. */
export const pathsFrom = sql`paths p left join organisations o on o.id = p.organisation_id`

/** For whom a path is: everybody, or the members of its organisation. */
export function pathIsFor(viewer: Guest | Author) {
  return sql`p.published and ${isOfPlaceOf(viewer)}`
}

/** The path is the site's, or of an organisation that the viewer is a member of. */
export function isOfPlaceOf(viewer: Guest | Author) {
  const organisations = viewer.kind === 'guest' ? [] : viewer.memberships.map(({ organisationId }) => organisationId)
  return sql`(p.organisation_id is null or p.organisation_id = any(${organisations}::text[]))`
}

/** A path that the viewer may see; for everybody else it does not exist. No slug looks like an id. */
export async function requirePath(
  db: Db | Trx,
  viewer: Guest | SignedIn,
  by: { slugOrId: string } | { id: string },
): Promise<PathRow> {
  const row = await findPath(db, viewer, by)
  if (!row) throw refuse('not_found')
  return row
}

export async function maySeePath(db: Db, viewer: Guest | SignedIn, id: string): Promise<boolean> {
  return (await findPath(db, viewer, { id })) !== undefined
}

async function findPath(db: Db | Trx, viewer: Guest | SignedIn, by: { slugOrId: string } | { id: string }) {
  const { rows } = await sql<PathRow & { isFor: boolean }>`
    select ${pathColumns}, (${pathIsFor(viewer)}) as "isFor" from ${pathsFrom}
    where ${'id' in by ? sql`p.id = ${by.id}` : sql`(p.id = ${by.slugOrId} or p.slug = ${by.slugOrId})`}`.execute(db)
  return rows.find((row) => row.isFor || mayEdit(viewer, row.organisationId))
}

export function mayEdit(viewer: Guest | SignedIn, organisationId: string | null): boolean {
  return isSignedIn(viewer) && mayEditPath(viewer, organisationId)
}

/** Every item of a path, without its tests. */
export function itemIdsOf(stages: readonly StageForm[]): string[] {
  return [...new Set(stages.flatMap(({ branches }) => branches.flatMap(({ items }) => items)))]
}
