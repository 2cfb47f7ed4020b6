import { type RawBuilder, sql } from 'kysely'
import type { Filter } from 'scim2-parse-filter'
import { readMoment } from '#kit/site-time.ts'
import { badRequest } from './fault.ts'
import { readFilter } from './patch.ts'

type Condition = RawBuilder<unknown>

/** `text` compares in any case, `exact` as it is written. */
interface Column {
  kind: 'text' | 'exact' | 'boolean' | 'time'
  value: RawBuilder<unknown>
}

/** A list of an attribute: a condition on one element, by its parts, becomes one on the row. */
interface ListColumn {
  kind: 'list'
  parts: Readonly<Record<string, Column>>
  holds(condition: Condition): Condition
}

/** By the path in small letters. */
export type FilterColumns = Readonly<Record<string, Column | ListColumn>>

/** A filter of RFC 7644, section 3.4.2.2, as a condition on the rows. */
export function conditionOf(text: string | undefined, columns: FilterColumns): Condition {
  return text === undefined || text.trim() === '' ? sql`true` : translate(readFilter(text), columns)
}

interface Comparison {
  op: string
  attrPath: string
  compValue?: string | number | boolean | null
}

function translate(filter: Filter, columns: FilterColumns): Condition {
  if (filter.op === 'and' || filter.op === 'or') {
    const parts = (filter as { filters: Filter[] }).filters.map((one) => translate(one, columns))
    return sql`(${sql.join(parts, filter.op === 'and' ? sql` and ` : sql` or `)})`
  }
  // what is not there is not equal either
  if (filter.op === 'not') return sql`(${translate((filter as { filter: Filter }).filter, columns)}) is not true`
  const { attrPath } = filter as Comparison
  const path = attrPath.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/i, '').toLowerCase()
  if (filter.op === '[]') {
    const list = columns[path]
    if (list?.kind !== 'list') throw unknownPath(attrPath)
    return list.holds(translate((filter as { valFilter: Filter }).valFilter, list.parts))
  }
  const column = Object.hasOwn(columns, path) ? columns[path] : undefined
  if (column && column.kind !== 'list') return compare(column, filter as Comparison)
  const [, listName = path, partName = 'value'] = /^(.+)\.(\w+)$/.exec(path) ?? []
  const list = Object.hasOwn(columns, listName) ? columns[listName] : undefined
  const part = list?.kind === 'list' && Object.hasOwn(list.parts, partName) ? list.parts[partName] : undefined
  if (list?.kind !== 'list' || !part) throw unknownPath(attrPath)
  return list.holds(compare(part, filter as Comparison))
}

function unknownPath(path: string) {
  return badRequest('invalidFilter', `There is no attribute ${path} to filter by`)
}

const orders: Readonly<Record<string, RawBuilder<unknown>>> = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` }

function compare({ kind, value }: Column, { op, compValue }: Comparison): Condition {
  if (op === 'pr') return sql`${value} is not null`
  if (compValue === null || compValue === undefined)
    return op === 'ne' ? sql`${value} is not null` : sql`${value} is null`
  if (kind === 'boolean') {
    const given = String(compValue).toLowerCase()
    if (!['true', 'false'].includes(given) || !['eq', 'ne'].includes(op))
      throw badRequest('invalidFilter', 'A boolean is compared with true or false by eq or ne')
    return sql`coalesce(${value}, false) = ${(given === 'true') === (op === 'eq')}::boolean`
  }
  if (kind === 'time') {
    const time = readMoment(String(compValue))
    if (!time) throw badRequest('invalidFilter', 'A time is compared with a time')
    // what is answered is cut to milliseconds
    return ordered(sql`date_trunc('milliseconds', ${value})`, op, sql`${time}::timestamptz`)
  }
  const text = String(compValue)
  const fold = (one: RawBuilder<unknown>) => (kind === 'exact' ? one : sql`lower(${one})`)
  const [left, right] = [fold(value), fold(sql`${text}::text`)]
  if (op === 'co') return sql`strpos(${left}, ${right}) > 0`
  if (op === 'sw') return sql`starts_with(${left}, ${right})`
  if (op === 'ew') return sql`right(${left}, length(${right})) = ${right}`
  return ordered(left, op, right)
}

function ordered(left: RawBuilder<unknown>, op: string, right: RawBuilder<unknown>): Condition {
  if (op === 'eq') return sql`${left} = ${right}`
  if (op === 'ne') return sql`${left} is distinct from ${right}`
  const order = orders[op]
  if (!order) throw badRequest('invalidFilter', `There is no comparison ${op}`)
  return sql`${left} ${order} ${right}`
}
