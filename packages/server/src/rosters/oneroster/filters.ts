import { type RawBuilder, sql } from 'kysely'
import { likeText } from '#kit/like-text.ts'
import { invalid, RosterFault } from './fault.ts'

/** A field that rows can be filtered and sorted by, by the path that the standard gives it. */
export interface FilterField {
  kind: 'text' | 'time'
  value: RawBuilder<unknown>
}

export type FilterFields = Readonly<Record<string, FilterField>>

const mostCharacters = 2000
const mostPredicates = 20

const predicate = /^\s*([\w.]+)\s*(!=|>=|<=|=|>|<|~)\s*'([^']*)'\s*/
const operators = { '=': sql`=`, '!=': sql`<>`, '>': sql`>`, '>=': sql`>=`, '<': sql`<`, '<=': sql`<=` } as const

/** A filter of OneRoster 1.2 as a condition on rows: `familyName='Lin' AND status='active'`. AND binds before OR. */
export function filterCondition(text: string | undefined, fields: FilterFields): RawBuilder<unknown> {
  if (text === undefined || text.trim() === '') return sql`true`
  if (text.length > mostCharacters) throw invalid('The filter is too long')
  const alternatives: RawBuilder<unknown>[][] = [[]]
  let rest = text
  for (let count = 1; ; count++) {
    const found = predicate.exec(rest)
    if (!found || count > mostPredicates) throw unreadable(text.length - rest.length)
    const [whole, path = '', operator = '', value = ''] = found
    alternatives.at(-1)?.push(conditionOf(fields, path, operator, value))
    rest = rest.slice(whole.length)
    if (rest === '') break
    const joined = /^(AND|OR)\s/i.exec(rest)
    if (!joined) throw unreadable(text.length - rest.length)
    if (joined[1]?.toUpperCase() === 'OR') alternatives.push([])
    rest = rest.slice(joined[0].length)
  }
  const parts = alternatives.map((all) => sql`(${sql.join(all, sql` and `)})`)
  return sql`(${sql.join(parts, sql` or `)})`
}

function unreadable(at: number): RosterFault {
  return new RosterFault(400, 'invalid_filter_field', `The filter cannot be read from character ${at + 1} on`)
}

function conditionOf(fields: FilterFields, path: string, operator: string, value: string): RawBuilder<unknown> {
  const field = Object.hasOwn(fields, path) ? fields[path] : undefined
  if (!field) throw new RosterFault(400, 'invalid_filter_field', `There is no field ${path} to filter by`)
  if (operator === '~') {
    // of a time, what the answer says of it
    const said = field.kind === 'time' ? sql`to_char(${field.value} at time zone 'UTC', ${isoForm})` : field.value
    return sql`${said} ilike ${`%${likeText(value)}%`}`
  }
  const comparison = operators[operator as keyof typeof operators]
  if (field.kind === 'text') return sql`${field.value} ${comparison} ${value} collate "C"`
  const time = new Date(value)
  if (Number.isNaN(time.getTime()) || !/^\d{4}-\d{2}-\d{2}/.test(value))
    throw new RosterFault(400, 'invalid_filter_field', `${path} is compared with a time as 2026-09-01T00:00:00.000Z`)
  return sql`${field.value} ${comparison} ${time}`
}

const isoForm = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
