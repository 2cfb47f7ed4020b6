import { sql } from 'kysely'

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
