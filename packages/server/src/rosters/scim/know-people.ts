import { accountChanged } from '@lantern/contract/identity/events.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { knowPerson, takeSeats } from './people.ts'

/** Who joins, or confirms a mail, and is a person of the directory is put into its classes. */
export function knowPeople(services: Services): void {
  const { events, clock } = services
  services.stream.subscribe('rosters.directory', [accountChanged], async (batch, trx) => {
    for (const userId of new Set(batch.map(({ payload }) => payload.userId))) {
      const { rows } = await sql<{ id: string; organisationId: string }>`
        select p.id, p.organisation_id as "organisationId"
        from memberships m join users u on u.id = m.user_id join scim_people p on p.organisation_id = m.organisation_id
        where m.user_id = ${userId} and m.ended_at is null and p.user_id is null and p.active and p.removed_at is null
          and (p.phone = u.phone or p.email = u.email and u.email_confirmed_at is not null or exists (
            select from school_people s where s.organisation_id = m.organisation_id and s.user_id = m.user_id
              and (s.subject = p.external_id or lower(s.subject) = lower(p.user_name))))`.execute(trx)
      for (const { id, organisationId } of rows) {
        const enrolling = { events, organisationId, actor: 'site', now: clock.now() }
        if (await knowPerson(trx, organisationId, id)) await takeSeats(trx, enrolling, id)
      }
    }
  })
}
