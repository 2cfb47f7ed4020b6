import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const reporterPersonalData = {
  holds: [
    'reports.reporter_id',
    'report_cases.subject_id',
    'report_acts.moderator_id',
    'report_acts.subject_id',
    'report_appeals.moderator_id',
    'case_handovers.moderator_id',
    'case_handovers.assignee_id',
    'moderation_words.added_by',
  ],
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
  await nameInstead(trx, from, into)
}

/** Reports and decisions stay and count, without the name; appeals go with the person who made them. */
async function eraseReporter(trx: Trx, userId: string): Promise<void> {
  await sql`
    delete from report_appeals p using report_acts a where a.id = p.act_id and a.subject_id = ${userId}`.execute(trx)
  await nameInstead(trx, userId, null)
}

async function nameInstead(trx: Trx, from: string, into: string | null): Promise<void> {
  await trx.updateTable('reports').set({ reporter_id: into }).where('reporter_id', '=', from).execute()
  await trx.updateTable('report_cases').set({ subject_id: into }).where('subject_id', '=', from).execute()
  await trx.updateTable('report_acts').set({ moderator_id: into }).where('moderator_id', '=', from).execute()
  await trx.updateTable('report_acts').set({ subject_id: into }).where('subject_id', '=', from).execute()
  await trx.updateTable('moderation_words').set({ added_by: into }).where('added_by', '=', from).execute()
  await trx.updateTable('case_handovers').set({ moderator_id: into }).where('moderator_id', '=', from).execute()
  await trx.updateTable('case_handovers').set({ assignee_id: into }).where('assignee_id', '=', from).execute()
  await trx.updateTable('report_appeals').set({ moderator_id: into }).where('moderator_id', '=', from).execute()
}

/** What a person has reported and, as a moderator, decided; and what was decided about them, with their appeals. */
async function reporterData(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const { rows: reports } = await sql<{ entry: unknown }>`
    select jsonb_build_object('type', type, 'targetId', target_id, 'reasons', reasons, 'status', status,
      'reportedAt', created_at) as entry
    from reports where reporter_id = ${userId} order by created_at, id`.execute(db)
  const { rows: acts } = await sql<{ entry: unknown }>`
    select jsonb_build_object('type', type, 'targetId', target_id, 'action', action, 'actedAt', acted_at) as entry
    from report_acts where moderator_id = ${userId} order by id`.execute(db)
  const { rows: about } = await sql<{ entry: unknown }>`
    select jsonb_build_object('type', a.type, 'targetId', a.target_id, 'reason', a.reason, 'note', a.note,
      'hidden', a.hides, 'warned', a.warns, 'mutedUntil', a.muted_until, 'suspendedUntil', a.suspended_until,
      'decidedAt', a.acted_at, 'takenBack', a.undone_by is not null, 'appeal', p.content, 'appealedAt', p.made_at,
      'appealGranted', p.granted) as entry
    from report_acts a left join report_appeals p on p.act_id = a.id
    where a.subject_id = ${userId} and a.action = 'ban' order by a.id`.execute(db)
  return {
    reports: reports.map(({ entry }) => entry),
    moderation: acts.map(({ entry }) => entry),
    decisions: about.map(({ entry }) => entry),
  }
}
