import { newId } from '@lantern/contract/ids.ts'
import { sql } from 'kysely'
import type { Trx } from '#kit/sql.ts'
import { openCase, type Target } from '../report-thing.ts'

/** What a word in force weighs in the queue: as much as a report of a member. */
const wordWeight = 1

/** Opens the case of what a listed word lets wait for a moderator. */
export async function openHeldCase(
  trx: Trx,
  { id, type, subjectId }: Target & { subjectId: string },
  { word, now }: { word: string; now: Date },
): Promise<void> {
  await openCase(trx, { id, type, subjectId }, now)
  await sql`
    insert into reports (id, type, target_id, reasons, word, weight, created_at)
    values (${newId('report', now.getTime())}, ${type}, ${id}, '[{"type": "other", "content": ""}]', ${word},
      ${wordWeight}, ${now})`.execute(trx)
  await sql`update report_cases set weight = ${wordWeight} where type = ${type} and target_id = ${id}`.execute(trx)
}
