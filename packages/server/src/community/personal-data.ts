import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const reporterPersonalData = {
  holds: ['reports.reporter_id', 'report_acts.moderator_id'],
  read: reporterData,
  erase: eraseReporter,
  merge: absorbReporter,
} satisfies PersonalData

/** Gives what one account reported and decided to another; what both reported is reported once. */
async function absorbReporter(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`
    delete from reports r using reports kept
    where r.reporter_id = ${from} and kept.reporter_id = ${into} and kept.type = r.type
      and kept.target_id = r.target_id`.execute(trx)
  await trx.updateTable('reports').set({ reporter_id: into }).where('reporter_id', '=', from).execute()
  await trx.updateTable('report_acts').set({ moderator_id: into }).where('moderator_id', '=', from).execute()
}

/** Reports and decisions stay and count, without the name. */
async function eraseReporter(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('reports').set({ reporter_id: null }).where('reporter_id', '=', userId).execute()
  await trx.updateTable('report_acts').set({ moderator_id: null }).where('moderator_id', '=', userId).execute()
}

/** What a person has reported and, as a moderator, decided. */
async function reporterData(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const { rows: reports } = await sql<{ entry: unknown }>`
    select jsonb_build_object('type', type, 'targetId', target_id, 'reasons', reasons, 'status', status,
      'reportedAt', created_at) as entry
    from reports where reporter_id = ${userId} order by created_at, id`.execute(db)
  const { rows: acts } = await sql<{ entry: unknown }>`
    select jsonb_build_object('type', type, 'targetId', target_id, 'action', action, 'actedAt', acted_at) as entry
    from report_acts where moderator_id = ${userId} order by id`.execute(db)
  return { reports: reports.map(({ entry }) => entry), moderation: acts.map(({ entry }) => entry) }
}
