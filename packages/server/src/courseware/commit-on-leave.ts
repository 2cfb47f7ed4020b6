import { commitUnit } from '@lantern/contract/courseware/packages.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { keepOfVisit } from './visits.ts'

type Commit = BodyOf<typeof commitUnit>

export function readCommitOnLeave(body: unknown): Commit {
  if (!Value.Check(commitUnit.shape.body, body)) throw refuse('bad_request')
  return body
}

/**
 * Keeps the commit that the player sends when its tab closes. It comes from the origin of uploads, where nobody is signed in, so
 * the id of the visit stands for its person, who has to be allowed to open the package still.
 */
export async function keepCommitOnLeave(services: Pick<Services, 'db' | 'clock'>, commit: Commit): Promise<void> {
  const { rows } = await sql<{ userId: string; packageId: string; isTeacher: boolean }>`
    select r.user_id as "userId", r.package_id as "packageId", m.role <> 'learner' as "isTeacher"
    from courseware_unit_records r join courseware_packages p on p.id = r.package_id
      join memberships m on (m.organisation_id, m.user_id) = (p.organisation_id, r.user_id) and m.ended_at is null
    where r.visit_id = ${commit.visitId} and (m.role <> 'learner' or exists (
      select from courseware_classes g join class_members k on k.class_id = g.class_id
      where g.package_id = p.id and k.user_id = r.user_id))`.execute(services.db)
  const [visit] = rows
  if (!visit) throw refuse('not_found')
  await keepOfVisit(services, visit, commit)
}
