import { sql } from 'kysely'
import type { Trx } from '#kit/sql.ts'

/** A list that was made of a system outside is written: the next reading can ask for what is newer. */
export async function noteImported(trx: Trx, organisationId: string, listId: string, now: Date): Promise<void> {
  await sql`
    with ended as (
      update oneroster_runs r set state = 'done', ended_at = ${now}, counts = (
          select jsonb_build_object('added', count(*) filter (where l.outcome = 'added'),
            'changed', count(*) filter (where l.outcome = 'changed'),
            'ended', count(*) filter (where l.outcome = 'ended'))
          from name_list_lines l where l.list_id = ${listId} and l.kind = 'person' and l.done)
      where r.list_id = ${listId} returning r.source_id, r.newest_change)
    update oneroster_sources s set read_through = greatest(s.read_through, e.newest_change)
    from ended e where s.id = e.source_id and s.organisation_id = ${organisationId}`.execute(trx)
}
