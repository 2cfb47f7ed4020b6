import type { DueAssignment } from '@lantern/contract/campus/assignments.ts'
import { itemIdLink } from '@lantern/contract/links.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { locksOf, shownTo } from '#catalog/index.ts'
import type { Services } from '#kit/services.ts'
import type { AssignedRow } from './class-page.ts'
import { handedInAt } from './handed-in.ts'
import { progressOf } from './progress-cells.ts'
import { isFor } from './recipients.ts'

const mostDue = 20

interface DueRow extends AssignedRow {
  classId: string
  className: string
  timeZone: string
}

/** Open assignments of the classes in which this person is a learner, without those that they have finished. */
export async function readDue(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
): Promise<{ results: DueAssignment[] }> {
  const learnsIn = viewer.memberships.filter(({ role }) => role === 'learner')
  if (viewer.classes.length === 0 || learnsIn.length === 0) return { results: [] }
  const now = clock.now()
  const { rows } = await sql<DueRow>`
    select * from (
      select a.id, i.id as "itemId", i.type, i.title, i.language, i.learn_option_type as "learnOptionType", a.note,
        a.release_at as "releaseAt", a.rubric, coalesce(d.opens_at, a.opens_at) as "opensAt", coalesce(d.due_at, a.due_at) as "dueAt",
        c.id as "classId", c.name as "className", o.time_zone as "timeZone"
      from assignments a join items i on i.id = a.item_id
        join classes c on c.id = a.class_id and c.archived_at is null join organisations o on o.id = c.organisation_id
      left join assignment_dates d on d.assignment_id = a.id and d.user_id = ${viewer.id}
      where c.id = any(${viewer.classes}::text[])
        and o.id = any(${learnsIn.map(({ organisationId }) => organisationId)}::text[]) and ${shownTo(viewer)} and ${isFor(viewer.id)}
        and not exists (select from learner_progress p
          where p.user_id = ${viewer.id} and p.item_id = a.item_id and ${handedInAt} is not null)) assigned
    where "opensAt" <= ${now} order by "dueAt", id limit ${mostDue}`.execute(db)
  const itemIds = rows.map(({ itemId }) => itemId)
  const [progress, locks] = await Promise.all([
    progressOf(db, [viewer.id], rows, { now, seesMarks: false }),
    locksOf(db, viewer, itemIds),
  ])
  const cells = progress.get(viewer.id) ?? []
  return {
    results: rows.map(({ id, itemId, type, title, language, learnOptionType, classId, className, ...row }, at) => ({
      id,
      itemId,
      type,
      title,
      language,
      path: itemIdLink({ id: itemId, type, learnOptionType }),
      classId,
      className,
      timeZone: row.timeZone,
      dueAt: row.dueAt.toISOString(),
      percent: cells[at]?.percent ?? 0,
      begun: cells[at]?.begun ?? false,
      late: cells[at]?.late ?? false,
      waitsFor: locks.get(itemId) ?? [],
    })),
  }
}
