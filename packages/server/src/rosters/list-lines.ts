import { sql } from 'kysely'
import type { Db, Trx } from '#kit/sql.ts'
import type { ReadLine } from './reading/read-lines.ts'

/** What a line would do before it is compared with anything. Kept so, it is not written once more when it is planned. */
export const ownOutcome = sql`case when l.fault is null then 'added' else 'problem' end`

/** Between two lines there is room for the places in classes that a line of a table names. */
const room = 20

/** Keeps lines as they are read; returns the place behind the last one. */
export async function keepLines(
  db: Db | Trx,
  listId: string,
  lines: readonly ReadLine[],
  from: number,
): Promise<number> {
  const rows = lines.flatMap((line, at) => {
    const position = from + at * room
    return [{ ...line, position }, ...seatsOf(line).map((seat, nth) => ({ ...seat, position: position + nth + 1 }))]
  })
  await insertLines(db, listId, rows)
  return from + lines.length * room
}

/** The line at this place anew, with its places in classes. */
export async function replaceLine(trx: Trx, listId: string, position: number, line: ReadLine): Promise<void> {
  await trx
    .deleteFrom('name_list_lines')
    .where('list_id', '=', listId)
    .where('position', '>=', position)
    .where('position', '<', position + room)
    .execute()
  await keepLines(trx, listId, [line], position)
}

async function insertLines(db: Db | Trx, listId: string, rows: readonly (ReadLine & { position: number })[]) {
  await sql`
    insert into name_list_lines (list_id, position, file, line, kind, source_id, class_source_id, is_over, fields, fault,
      outcome)
    select ${listId}, position, file, line, kind, "sourceId", "classSourceId", "isOver", fields, fault, ${ownOutcome}
    from jsonb_to_recordset(${JSON.stringify(rows.map((row) => ({ ...row, fault: row.fault ?? undefined })))}::jsonb)
      as l (position integer, file text, line integer, kind text, "sourceId" text, "classSourceId" text, "isOver" boolean,
        fields jsonb, fault jsonb)`.execute(db)
}

/** A line of a table names classes beside the person. */
function seatsOf(line: ReadLine): ReadLine[] {
  if (line.kind !== 'person' || line.fault || !line.fields.class) return []
  return line.fields.class
    .split('；')
    .map((classSourceId) => ({ ...line, kind: 'seat' as const, classSourceId, fields: { name: '' }, fault: null }))
}
