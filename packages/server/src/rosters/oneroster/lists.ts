import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/sql.ts'
import { invalid, RosterFault, unknownObject } from './fault.ts'
import { filterCondition } from './filters.ts'
import { common, type Refs, type Resource } from './resources.ts'

const usualPage = 100
const longestPage = 1000

type Query = Readonly<Record<string, string | undefined>>
type Json = Record<string, unknown>

/** Which rows an address is about. */
export interface Rows {
  organisationId: string
  resource: Resource
  where: RawBuilder<unknown>
}

/** Whose page it is, and where the others are. */
interface Page {
  objects: Json[]
  total: number
  links: { rel: 'first' | 'next' | 'prev' | 'last'; query: Record<string, string> }[]
}

/**
 * A page of a list. The address of the next one names the last object of this one, so that far pages cost what near ones
 * do, and nothing is left out when something goes meanwhile; a page by `offset` alone is counted up to.
 */
export async function readPage(db: Db, rows: Rows, query: Query, refs: Refs): Promise<Page> {
  const { organisationId, resource, where } = rows
  const limit = Math.min(wholeNumber(query, 'limit', usualPage, 1), longestPage)
  const offset = wholeNumber(query, 'offset', 0, 0)
  const isWanted = chosenFields(query.fields, resource)
  const condition = sql`r.organisation_id = ${organisationId} and ${where}
    and ${filterCondition(query.filter, resource.fields)}`
  const { field, direction, isById } = orderOf(query, resource)
  const after = readMark(query.after)
  const order = field.kind === 'text' && !isById ? sql`${field.value} collate "C"` : field.value
  const given = field.kind === 'time' ? sql`${after?.value}::timestamptz` : sql`${after?.value}::text`
  const compared = direction === 'asc' ? sql`>` : sql`<`
  const isBehind = after
    ? isById
      ? sql`r.id ${compared} ${after.id}`
      : sql`(${order}, r.id) ${compared} (${given}, ${after.id})`
    : sql`true`
  const ordered = direction === 'asc' ? sql`asc` : sql`desc`
  const found = await sql<FoundRow>`
    select r.id, r.status, r.changed_at as "changedAt", ${resource.columns}, ${field.value} as "sortedBy"
    from ${resource.from} where ${condition} and ${isBehind}
    order by ${isById ? sql`r.id ${ordered}` : sql`${order} ${ordered}, r.id ${ordered}`}
    limit ${limit} offset ${after ? 0 : offset}`.execute(db)
  const total = after?.total ?? (await count(db, resource, condition))
  const last = found.rows.at(-1)
  const mark =
    last &&
    writeMark({
      value: last.sortedBy instanceof Date ? last.sortedBy.toISOString() : last.sortedBy,
      id: last.id,
      total,
    })
  return {
    objects: found.rows.map((row) => pick(resource.json(row as never, refs), isWanted)),
    total,
    links: linksOf({ ...query, limit: String(limit) }, { limit, offset, total, mark }),
  }
}

interface FoundRow {
  id: string
  status: string
  changedAt: Date
  sortedBy: string | Date
}

async function count(db: Db, resource: Resource, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from ${resource.from} where ${condition}`.execute(db)
  return rows[0]?.total ?? 0
}

export async function readOne(
  db: Db,
  { organisationId, resource, where }: Rows,
  id: string,
  query: Query,
  refs: Refs,
): Promise<Json> {
  const isWanted = chosenFields(query.fields, resource)
  const { rows } = await sql<FoundRow>`
    select r.id, r.status, r.changed_at as "changedAt", ${resource.columns} from ${resource.from}
    where r.organisation_id = ${organisationId} and r.id = ${id} and ${where}`.execute(db)
  const [row] = rows
  if (!row) throw unknownObject()
  return pick(resource.json(row as never, refs), isWanted)
}

function wholeNumber(query: Query, name: string, usual: number, least: number): number {
  const text = query[name]
  if (text === undefined) return usual
  if (!/^\d{1,9}$/.test(text) || Number(text) < least)
    throw invalid(`${name} has to be a whole number from ${least} on`)
  return Number(text)
}

/** A field that is not there to sort by is no fault: the standard has the usual order then. */
function orderOf({ sort, orderBy }: Query, resource: Resource) {
  if (orderBy !== undefined && orderBy !== 'asc' && orderBy !== 'desc') throw invalid('orderBy has to be asc or desc')
  const name = sort !== undefined && Object.hasOwn(resource.fields, sort) ? sort : 'sourcedId'
  const field = resource.fields[name] ?? common.sourcedId
  return { field, direction: orderBy ?? 'asc', isById: name === 'sourcedId' }
}

function chosenFields(text: string | undefined, resource: Resource): ReadonlySet<string> | null {
  if (text === undefined || text.trim() === '') return null
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !resource.names.includes(name))
  if (unknown !== undefined)
    throw new RosterFault(400, 'invalid_selection_field', `There is no field ${unknown.slice(0, 100)} to select`)
  return new Set(names)
}

function pick(object: Json, isWanted: ReadonlySet<string> | null): Json {
  return isWanted ? Object.fromEntries(Object.entries(object).filter(([name]) => isWanted.has(name))) : object
}

/** Where a page ended, and how many objects there were when the first one was counted. */
interface Mark {
  value: string
  id: string
  total: number
}

function writeMark({ value, id, total }: Mark): string {
  return Buffer.from(JSON.stringify([value, id, total])).toString('base64url')
}

/** Whoever changes it reads another page of the same list, and hears a number of their own. */
function readMark(text: string | undefined): Mark | null {
  if (text === undefined) return null
  try {
    const [value, id, total] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[]
    if (
      typeof value === 'string' &&
      typeof id === 'string' &&
      Number.isSafeInteger(total) &&
      !`${value}${id}`.includes('\0')
    )
      return { value, id, total: Number(total) }
  } catch {
    // said below
  }
  throw invalid('after is no place in this list')
}

function linksOf(
  query: Query,
  { limit, offset, total, mark }: { limit: number; offset: number; total: number; mark: string | undefined },
): Page['links'] {
  const { after: _, ...kept } = query
  const asked = Object.fromEntries(
    Object.entries(kept).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const at = (place: number) => ({ ...asked, offset: String(place) })
  const links: Page['links'] = [{ rel: 'first', query: at(0) }]
  if (offset > 0) links.push({ rel: 'prev', query: at(Math.max(0, offset - limit)) })
  if (mark !== undefined && offset + limit < total)
    links.push({ rel: 'next', query: { ...at(offset + limit), after: mark } })
  links.push({ rel: 'last', query: at(Math.max(0, Math.ceil(total / limit) - 1) * limit) })
  return links
}
