import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const coursewarePersonalData = {
  holds: [
    'courseware_packages.created_by',
    'courseware_versions.created_by',
    'courseware_classes.given_by',
    'courseware_attempts.user_id',
  ],
  read: coursewareData,
  erase: eraseCourseware,
  merge: absorbCourseware,
} satisfies PersonalData

/** What a person did in packages, with what the units kept of it. */
async function coursewareData(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const { rows } = await sql<{ entry: unknown }>`
    select jsonb_build_object('packageId', a.package_id, 'beganAt', a.began_at, 'completedAt', a.completed_at,
      'score', a.score, 'seconds', a.seconds, 'units', (
        select coalesce(jsonb_agg(jsonb_build_object('unitId', r.unit_id, 'state', r.state, 'score', r.score,
          'seconds', r.seconds, 'data', r.data, 'updatedAt', r.updated_at) order by r.unit_id), '[]')
        from courseware_unit_records r where r.user_id = a.user_id and r.package_id = a.package_id)) as entry
    from courseware_attempts a where a.user_id = ${userId} order by a.began_at, a.package_id`.execute(db)
  return { coursePackages: rows.map(({ entry }) => entry) }
}

/** Packages are the organisation's and stay. */
async function eraseCourseware(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('courseware_attempts').where('user_id', '=', userId).execute()
  await trx.updateTable('courseware_packages').set({ created_by: null }).where('created_by', '=', userId).execute()
  await trx.updateTable('courseware_versions').set({ created_by: null }).where('created_by', '=', userId).execute()
  await trx.updateTable('courseware_classes').set({ given_by: null }).where('given_by', '=', userId).execute()
}

/** Of a package that both have begun, the attempt with more units done stays, else the newer one. */
async function absorbCourseware(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`
    delete from courseware_attempts p using courseware_attempts o
    where p.package_id = o.package_id and (p.user_id, o.user_id) in ((${from}, ${into}), (${into}, ${from}))
      and (p.done_units, p.updated_at, p.user_id) < (o.done_units, o.updated_at, o.user_id)`.execute(trx)
  // an attempt and its units refer to each other: the copy first, then its units, then what it was copied of
  await sql`
    insert into courseware_attempts (user_id, package_id, version_id, registration, began_at, updated_at, completed_at,
      score, seconds, done_units, place)
    select ${into}, package_id, version_id, gen_random_uuid(), began_at, updated_at, completed_at, score, seconds, done_units,
      place
    from courseware_attempts where user_id = ${from}`.execute(trx)
  await trx.updateTable('courseware_unit_records').set({ user_id: into }).where('user_id', '=', from).execute()
  await trx.deleteFrom('courseware_attempts').where('user_id', '=', from).execute()
  await trx.updateTable('courseware_packages').set({ created_by: into }).where('created_by', '=', from).execute()
  await trx.updateTable('courseware_versions').set({ created_by: into }).where('created_by', '=', from).execute()
  await trx.updateTable('courseware_classes').set({ given_by: into }).where('given_by', '=', from).execute()
}
