import { rightsTopic } from '@lantern/contract/commerce/topics.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { requireRole, writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { grantSeats, lockLicence } from './seats.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'topics'>

/**
 * Learners of a class that has a licence and who have no seat: they joined later. Whose seat a teacher took back is not
 * given another.
 */
const waiting = sql`licence_classes lc join licences l on l.id = lc.licence_id
  join classes c on c.id = lc.class_id and c.archived_at is null
  join class_members k on k.class_id = lc.class_id
  join memberships m on m.organisation_id = k.organisation_id and m.user_id = k.user_id
    and m.ended_at is null and m.role = 'learner'
  where l.revoked_at is null and not exists (
    select from grants g where g.licence_id = l.id and g.user_id = m.user_id
      and (g.revoked_at is null or g.revoke_reason = 'seat'))`

/** Gives those who joined a class its seats, first who is a member longest, until none are left. */
export async function seatLaterJoiners({ db, clock, topics }: Needs): Promise<void> {
  const now = clock.now()
  const { rows: licences } = await sql<{ id: string; organisationId: string }>`
    select distinct l.id, l.organisation_id as "organisationId" from ${waiting}
      and (l.ends_at is null or l.ends_at > ${now})
      and l.seats > (select count(*) from grants g where g.licence_id = l.id and g.revoked_at is null)`.execute(db)
  for (const { id: licenceId, organisationId } of licences) {
    await inTransaction(db, async (trx) => {
      const licence = await lockLicence(trx, { id: organisationId, licenceId })
      if (licence.revoked_at !== null) return
      const { rows } = await sql<{ userId: string }>`
        select w."userId" from (
          select m.user_id as "userId", min(m.began_at) as began_at from ${waiting} and l.id = ${licenceId} group by m.user_id) w
        order by w.began_at, w."userId"
        limit greatest(0, ${licence.seats} - (
          select count(*) from grants g where g.licence_id = ${licenceId} and g.revoked_at is null))`.execute(trx)
      // who leaves meanwhile waits, and gives the seat back
      const { rows: held } = await sql<{ userId: string }>`
        select user_id as "userId" from memberships
        where organisation_id = ${organisationId} and ended_at is null
          and user_id in (select jsonb_array_elements_text(${JSON.stringify(rows.map(({ userId }) => userId))}::jsonb))
        order by user_id for share`.execute(trx)
      if (held.length === 0) return
      await grantSeats(trx, { licence, licenceId, userIds: held.map(({ userId }) => userId), by: null, now })
      const detail = { licenceId, seats: held.length }
      const audit = { act: 'licence_seats_given', subject: organisationId, organisationId, detail } as const
      await writeAudit(trx, { actor: 'site', ...audit, now })
      await topics.publishEach(trx, rightsTopic, held, { type: 'RIGHTS' })
    })
  }
}

/** From now on who joins the class gets no seat by itself; those that were given stay. */
export async function endClassSeats(
  { db }: Pick<Services, 'db'>,
  viewer: SignedIn,
  { id, licenceId }: { id: string; licenceId: string },
  classId: string,
): Promise<void> {
  requireRole(viewer, id, 'educator', 'admin')
  const { numAffectedRows } = await sql`
    delete from licence_classes lc using licences l
    where l.id = lc.licence_id and l.organisation_id = ${id} and l.id = ${licenceId} and lc.class_id = ${classId}`.execute(
    db,
  )
  if (!numAffectedRows) throw refuse('not_found')
}
