import { sql } from 'kysely'
import type { Clock } from '#kit/clock.ts'
import type { Db, Trx } from '#kit/sql.ts'

// Writers of one organisation take turns. So `stored` grows from request to request in the order in which others can see
// it: pages by key lose nothing, and it can be said through when answers are complete.

const lockOf = (organisationId: string) => sql`hashtextextended(${`xapi:${organisationId}`}, 0)`

/** Waits for its turn, which ends with the transaction, and says when its statements are stored. */
export async function beginWriting(trx: Trx, organisationId: string, clock: Clock): Promise<Date> {
  await sql`select pg_advisory_xact_lock(${lockOf(organisationId)})`.execute(trx)
  // the clock is read in its turn: an earlier answer of `consistentThrough` has promised that nothing older will come
  const now = clock.now()
  const { rows } = await sql<{ last_stored: Date }>`
    insert into xapi_stores as s (organisation_id, last_stored) values (${organisationId}, ${now})
    on conflict (organisation_id) do update
      set last_stored = greatest(excluded.last_stored, s.last_stored + interval '1 millisecond')
    returning last_stored`.execute(trx)
  return rows[0]?.last_stored ?? now
}

/** The moment up to which every statement of the organisation can be read. */
export async function consistentThrough(db: Db, organisationId: string, now: Date): Promise<Date> {
  const { rows } = await sql<{ is_quiet: boolean; last_stored: Date | null }>`
    select pg_try_advisory_xact_lock_shared(${lockOf(organisationId)}) as is_quiet,
      (select last_stored from xapi_stores where organisation_id = ${organisationId}) as last_stored`.execute(db)
  const [row] = rows
  // no transaction writes, so the next one stores later than now
  return row?.is_quiet ? now : (row?.last_stored ?? new Date(0))
}
