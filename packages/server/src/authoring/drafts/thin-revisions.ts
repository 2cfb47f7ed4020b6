import { changesBetween } from '@lantern/contract/authoring/changes.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction } from '#kit/sql.ts'
import type { AnyForms } from './part-forms.ts'

const daysInFull = 30

/**
 * Of what was kept automatically and is older than a month, the last of each day stays. What somebody saved, published,
 * restored or brought in stays for ever, and so does what learners see and what is newest.
 */
export async function thinRevisions({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - daysInFull * 86_400_000)
  const { rows } = await sql<{ item_id: string; versions: number[] }>`
    select item_id, array_agg(version order by version) as versions from (
      select r.item_id, r.version, row_number() over (
        partition by r.item_id, (r.saved_at at time zone 'Asia/Shanghai')::date order by r.version desc) as nth
      from draft_revisions r join drafts d on d.item_id = r.item_id
      where r.kind = 'autosave' and r.saved_at < ${before}
        and r.version <> d.version and r.version is distinct from d.published_version) old
    where nth > 1 group by item_id`.execute(db)
  // one item at a time: nobody waits for more than one of them
  for (const { item_id: id, versions } of rows) await drop(db, id, versions)
}

/** What follows on dropped ones now tells their changes too. */
async function drop(db: Db, itemId: string, versions: readonly number[]): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx.deleteFrom('draft_revisions').where('item_id', '=', itemId).where('version', 'in', versions).execute()
    const left = await trx
      .selectFrom('draft_revisions')
      .select('version')
      .where('item_id', '=', itemId)
      .orderBy('version')
      .execute()
    for (const [at, { version }] of left.entries()) {
      const last = left[at - 1]?.version ?? 0
      if (!versions.some((dropped) => last < dropped && dropped < version)) continue
      const { rows } = await sql<{ forms: AnyForms }>`
        select forms from draft_revisions where item_id = ${itemId} and version in (${last}, ${version})
        order by version`.execute(trx)
      const [older, newer] = rows
      await trx
        .updateTable('draft_revisions')
        .set({ change_count: older && newer ? changesBetween(older.forms, newer.forms).length : 0 })
        .where('item_id', '=', itemId)
        .where('version', '=', version)
        .execute()
    }
  })
}
