import { accountChanged } from '@lantern/contract/identity/events.ts'
import { sql } from 'kysely'
import { nameMembers, placeInClasses } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import { isAccountOf } from './plan.ts'

/** Who joins, or confirms a mail, is called what lists call them, and put into the classes that lists name for them. */
export function knowMembers(services: Services): void {
  const { events, clock } = services
  services.stream.subscribe('rosters.members', [accountChanged], async (batch, trx) => {
    for (const userId of new Set(batch.map(({ payload }) => payload.userId))) {
      const { rows } = await sql<{ organisationId: string; sourceId: string; name: string; number: string }>`
        update roster_people r set user_id = u.id
        from users u join memberships m on m.user_id = u.id and m.ended_at is null
        where u.id = ${userId} and r.organisation_id = m.organisation_id and r.user_id is null and r.ended_at is null
          and ${isAccountOf(sql`r.phone`, sql`r.email`)}
        returning r.organisation_id as "organisationId", r.source_id as "sourceId", r.name, r.number`.execute(trx)
      for (const { organisationId, sourceId, name, number } of rows) {
        await nameMembers(trx, organisationId, [{ userId, name, number }])
        const seats = await sql<{ classId: string }>`
          select k.class_id as "classId" from roster_seats s
            join roster_classes k on (k.organisation_id, k.source_id) = (s.organisation_id, s.class_id)
          where s.organisation_id = ${organisationId} and s.person_id = ${sourceId} and k.ended_at is null`.execute(trx)
        const places = seats.rows.map(({ classId }) => ({ classId, userId }))
        await placeInClasses(trx, { events, organisationId, actor: null, now: clock.now() }, places)
      }
    }
  })
}
