import { sql } from 'kysely'
import { refuse } from './errors.ts'

/**
 * These ids, each once, as the rows of a part of a statement, in a column `id`. The statement says about how many there are: of an
 * array PostgreSQL would have to guess that, and as the guess is wrong it would plan the statement anew for each list
 * (docs/decisions/010-prepared-statements.md).
 */
export function idRows(ids: readonly string[]) {
  const each = [...new Set(ids)]
  return sql`(
    select given.id from json_array_elements_text(${JSON.stringify(each)}::json) as given (id)
    limit ${sql.lit(roundedUp(each.length))})`
}

/** About how long a list is, as a number that stands in the text of a statement: one of few, so that the text comes again. */
export function roundedUp(length: number): number {
  return 10 ** Math.ceil(Math.log10(Math.max(1, length)))
}

const firstPage = 20
const laterPage = 10
const mostIds = 500

/**
 * Cards that are asked for by id. Blocks of pages ask for 20 first and then for 10 at a time, so a later page of 10 goes on
 * after those 20; pages of any other size follow each other evenly.
 */
export function idsOfPage(query: { ids: string; pageNumber?: number; pageSize?: number }) {
  const { pageNumber = 1, pageSize = firstPage } = query
  const isLater = pageNumber > 1 && pageSize === laterPage
  const from = isLater ? firstPage + (pageNumber - 2) * laterPage : (pageNumber - 1) * pageSize
  return { ids: listOfIds(query.ids).slice(from, from + pageSize), pageNumber, pageSize }
}

/** The ids of a parameter `ids`. */
export function listOfIds(json: string): string[] {
  try {
    const ids: unknown = JSON.parse(json)
    if (Array.isArray(ids) && ids.length <= mostIds && ids.every((id) => typeof id === 'string')) return ids
  } catch {
    // falls through to the same refusal: neither kind of fault is a list of ids
  }
  throw refuse('bad_request', { details: [{ field: 'ids', message: 'JSON' }] })
}
