import { plainLearner, type SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { demoOrganisation } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'

/** The class of the demo's school. */
export const demoClassId = 'kl_demo'

/** Its people, always in one order; nobody before the class is there. */
export async function demoClassMembers({ db }: Pick<Services, 'db'>): Promise<{ person: SignedIn; role: string }[]> {
  const { rows } = await sql<{ id: string; name: string; role: 'learner' | 'educator' | 'admin' }>`
    select u.id, u.name, m.role from class_members k join users u on u.id = k.user_id
    join memberships m on m.user_id = k.user_id and m.organisation_id = k.organisation_id and m.ended_at is null
    where k.class_id = ${demoClassId} order by u.id`.execute(db)
  return rows.map(({ id, name, role }) => ({
    role,
    person: {
      ...plainLearner({ id, name }),
      memberships: [{ organisationId: demoOrganisation.id, role }],
      classes: [demoClassId],
    },
  }))
}
