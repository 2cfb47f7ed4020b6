import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/sql.ts'
import { identifierOf } from './statement-parts.ts'
import type { Agent } from './statement-types.ts'
import { termOf } from './terms.ts'

/** One statement's text; null where there is none, or where it is voided and was not asked for as such. */
export async function readStatement(
  db: Db,
  organisationId: string,
  id: string,
  { isVoided }: { isVoided: boolean },
): Promise<string | null> {
  const { rows } = await sql<{ body: string }>`
    select s.body from xapi_statement_ids i join xapi_statements s
      on s.organisation_id = i.organisation_id and s.stored = i.stored and s.position = i.position
    where i.organisation_id = ${organisationId} and i.id = ${id}::uuid and s.is_voided = ${isVoided}`.execute(db)
  return rows[0]?.body ?? null
}

/** Those of the ids that statements have already, voided ones too. */
export async function keptIds(db: Db, organisationId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id::text from xapi_statement_ids
    where organisation_id = ${organisationId} and id = any(${ids}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export interface Filter {
  agent?: Agent | undefined
  verb?: string | undefined
  activity?: string | undefined
  registration?: string | undefined
  related_activities?: boolean | undefined
  related_agents?: boolean | undefined
  since?: Date | undefined
  until?: Date | undefined
}

/** Where a page ended: the next one begins behind it. */
export interface Cursor {
  stored: Date
  position: number
}

const mostOnPage = 200
/** A page that grows past this ends early. */
const mostPageBytes = 8 * 1024 * 1024

export interface StatementPage {
  bodies: string[]
  /** Null on the last page. */
  next: Cursor | null
}

/** Statements that are not voided, by the time they were stored. `limit` 0 leaves their number to the store. */
export async function listStatements(
  db: Db,
  organisationId: string,
  filter: Filter,
  { limit, ascending, after }: { limit: number; ascending: boolean; after: Cursor | null },
): Promise<StatementPage> {
  const most = limit === 0 ? mostOnPage : Math.min(limit, mostOnPage)
  const [first, ...others] = termsOfFilter(filter)
  const source = first === undefined ? sql`xapi_statements` : sql`xapi_terms`
  const direction = ascending ? sql`asc` : sql`desc`
  const conditions = [
    sql`f.organisation_id = ${organisationId}`,
    ...(first === undefined ? [] : [sql`f.term = ${first}::uuid`]),
    ...(filter.since ? [sql`f.stored > ${filter.since}`] : []),
    ...(filter.until ? [sql`f.stored <= ${filter.until}`] : []),
    ...(after ? [behind(after, ascending)] : []),
    ...others.map(
      (term) => sql`exists (select from xapi_terms o where o.organisation_id = f.organisation_id
        and o.term = ${term}::uuid and o.stored = f.stored and o.position = f.position)`,
    ),
  ]
  const { rows } = await sql<{ body: string; stored: Date; position: number }>`
    select p.body, p.stored, p.position from (
      select s.body, s.stored, s.position, sum(s.byte_size) over w - s.byte_size as bytes_before
      from (
        select s.stored, s.position, s.body, s.byte_size
        from ${source} f join xapi_statements s
          on s.organisation_id = f.organisation_id and s.stored = f.stored and s.position = f.position
        where ${sql.join(conditions, sql` and `)} and not s.is_voided
        order by f.stored ${direction}, f.position ${direction} limit ${most + 1}
      ) s
      window w as (order by s.stored ${direction}, s.position ${direction})
    ) p where p.bytes_before < ${mostPageBytes} order by p.stored ${direction}, p.position ${direction}`.execute(db)
  const page = rows.slice(0, most)
  const last = page.at(-1)
  const bytes = page.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0)
  // a page that its size ended may be the last one: then an empty one follows
  const isCut = rows.length > most || bytes >= mostPageBytes
  return {
    bodies: page.map(({ body }) => body),
    next: isCut && last ? { stored: last.stored, position: last.position } : null,
  }
}

function behind({ stored, position }: Cursor, ascending: boolean): RawBuilder<unknown> {
  return ascending
    ? sql`(f.stored, f.position) > (${stored}, ${position})`
    : sql`(f.stored, f.position) < (${stored}, ${position})`
}

function termsOfFilter({ agent, verb, activity, registration, ...related }: Filter): string[] {
  // an agent without an identifier is not found: it has no term that any statement has
  return [
    ...(agent ? [termOf(related.related_agents ? 'related agent' : 'agent', identifierOf(agent) ?? '')] : []),
    ...(activity ? [termOf(related.related_activities ? 'related activity' : 'activity', activity)] : []),
    ...(registration ? [termOf('registration', registration)] : []),
    ...(verb ? [termOf('verb', verb)] : []),
  ]
}
