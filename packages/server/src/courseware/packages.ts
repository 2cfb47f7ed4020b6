import { isDone, type PackageFault, type PackageStandard } from '@lantern/contract/courseware/package-rules.ts'
import type {
  getPackage,
  listClassPackages,
  listPackageResults,
  listPackages,
  PackageVersion,
} from '@lantern/contract/courseware/packages.ts'
import type { QueryOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { classFor, learnerName, learnersOf, requireTeacher } from '#campus/index.ts'
import { requireRole, writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import { inNameOrder } from '#kit/name-order.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { forgetStored } from '#media/index.ts'
import { unitsOf } from './learning.ts'
import type { Unit } from './units.ts'

export interface FoundPackage {
  id: string
  organisationId: string
  organisationName: string
  isTeacher: boolean
}

/**
 * The package as this person stands to it: teachers are the educators and admins of its organisation, learners those of
 * the classes that were given it. For others it does not exist.
 */
export async function packageFor(db: Db | Trx, viewer: SignedIn, id: string): Promise<FoundPackage> {
  const { rows } = await sql<Omit<FoundPackage, 'isTeacher'> & { isGiven: boolean }>`
    select p.id, o.id as "organisationId", o.name as "organisationName",
      exists (select from courseware_classes g where g.package_id = p.id
        and g.class_id = any(${viewer.classes}::text[])) as "isGiven"
    from courseware_packages p join organisations o on o.id = p.organisation_id where p.id = ${id}`.execute(db)
  const [found] = rows
  const role = viewer.memberships.find(({ organisationId }) => organisationId === found?.organisationId)?.role
  const isTeacher = role === 'admin' || role === 'educator'
  if (!found || role === undefined || !(isTeacher || found.isGiven)) throw refuse('not_found')
  const { isGiven: _, ...shown } = found
  return { ...shown, isTeacher }
}

/** For its teachers; learners of it hear that they may not. */
async function requirePackageTeacher(db: Db | Trx, viewer: SignedIn, id: string): Promise<FoundPackage> {
  const found = await packageFor(db, viewer, id)
  if (!found.isTeacher) throw refuse('forbidden')
  return found
}

/** For who teaches this class of the package's organisation. */
export async function requireClassTeacher(
  db: Db,
  viewer: SignedIn,
  { packageId, classId }: { packageId: string; classId: string },
): Promise<FoundPackage> {
  const found = await requirePackageTeacher(db, viewer, packageId)
  const taught = await requireTeacher(db, viewer, classId)
  if (taught.organisationId !== found.organisationId) throw refuse('not_found')
  return found
}

interface VersionRow {
  id: string
  number: number
  state: PackageVersion['state']
  fault: PackageFault | null
  fault_detail: string
  file_name: string
  created_at: Date
}

function versionJson(row: VersionRow): PackageVersion {
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    fault: row.fault,
    faultDetail: row.fault_detail,
    fileName: row.file_name,
    createdAt: row.created_at.toISOString(),
  }
}

/** The version that a learner who has not begun plays. */
const readyVersion = sql`
  left join lateral (select * from courseware_versions r where r.package_id = p.id and r.state = 'ready'
    order by r.number desc limit 1) r on true`

export async function readPackages(
  db: Db,
  viewer: SignedIn,
  organisationId: string,
): Promise<ResponseOf<typeof listPackages>> {
  requireRole(viewer, organisationId, 'admin', 'educator')
  const { rows } = await sql<
    VersionRow & {
      package_id: string
      title: string
      standard: PackageStandard | null
      units: Unit[] | null
      classes: number
      learners: number
    }
  >`
    select v.*, p.id as package_id, coalesce(r.title, v.title) as title, r.standard, r.units,
      (select count(*)::integer from courseware_classes g where g.package_id = p.id) as classes,
      (select count(*)::integer from courseware_attempts a where a.package_id = p.id) as learners
    from courseware_packages p
    join lateral (select * from courseware_versions v where v.package_id = p.id order by number desc limit 1) v on true
    ${readyVersion}
    where p.organisation_id = ${organisationId} order by p.created_at desc, p.id`.execute(db)
  return {
    results: rows.map((row) => ({
      id: row.package_id,
      title: row.title,
      standard: row.standard,
      units: playable(row.units ?? []).length,
      classes: row.classes,
      learners: row.learners,
      newest: versionJson(row),
      isPlayable: row.standard !== null,
    })),
  }
}

export function playable(units: readonly Unit[]): Unit[] {
  return units.filter(({ href }) => href !== null)
}

export async function readPackage(db: Db, viewer: SignedIn, id: string): Promise<ResponseOf<typeof getPackage>> {
  const found = await packageFor(db, viewer, id)
  const { rows } = await sql<{
    title: string
    standard: PackageStandard | null
    units: Unit[] | null
    score: number | null
    seconds: number | null
    completed_at: Date | null
  }>`
    select coalesce(own.title, r.title, any_version.title) as title, coalesce(own.standard, r.standard) as standard,
      coalesce(own.units, r.units) as units, a.score, a.seconds, a.completed_at
    from courseware_packages p
    join lateral (select title from courseware_versions v where v.package_id = p.id order by number desc limit 1)
      any_version on true
    ${readyVersion}
    left join courseware_attempts a on a.package_id = p.id and a.user_id = ${viewer.id}
    left join courseware_versions own on own.id = a.version_id
    where p.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw refuse('not_found')
  const asked = { userId: viewer.id, packageId: id, isTeacher: found.isTeacher }
  const { shown, resumed } = await unitsOf(db, row.units ?? [], asked)
  const open = shown.filter(({ isPlayable, lock }) => isPlayable && lock === null)
  return {
    ...found,
    title: row.title,
    standard: row.standard,
    isPlayable: row.standard !== null,
    units: shown,
    isDone: row.completed_at !== null,
    score: row.score,
    seconds: row.seconds ?? 0,
    nextUnitId: resumed ?? (open.find(({ state }) => !isDone(state)) ?? open[0])?.id ?? null,
    versions: found.isTeacher ? await versionsOf(db, id) : [],
    classes: found.isTeacher ? await classesFor(db, viewer, found) : [],
  }
}

async function versionsOf(db: Db, packageId: string): Promise<PackageVersion[]> {
  const { rows } = await sql<VersionRow>`
    select * from courseware_versions where package_id = ${packageId} order by number desc limit 50`.execute(db)
  return rows.map(versionJson)
}

/** Admins give to all classes of the organisation, educators to their own. */
async function classesFor(db: Db, viewer: SignedIn, { id, organisationId }: FoundPackage) {
  const isAdmin = viewer.memberships.some((one) => one.organisationId === organisationId && one.role === 'admin')
  const { rows } = await sql<{ id: string; name: string; isGiven: boolean }>`
    select c.id, c.name, g.package_id is not null as "isGiven"
    from classes c left join courseware_classes g on g.class_id = c.id and g.package_id = ${id}
    where c.organisation_id = ${organisationId} and (${isAdmin} or c.id = any(${viewer.classes}::text[]))
      and c.archived_at is null
    order by c.name, c.id limit 500`.execute(db)
  return rows
}

export async function deletePackage({ db, jobs, clock }: Services, viewer: SignedIn, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { organisationId } = await requirePackageTeacher(trx, viewer, id)
    const { rows } = await sql<{ storage_key: string }>`
      select f.storage_key from courseware_files f join courseware_versions v on v.id = f.version_id
      where v.package_id = ${id}`.execute(trx)
    await forgetStored(
      { jobs },
      trx,
      rows.map(({ storage_key: key }) => key),
    )
    await trx.deleteFrom('courseware_packages').where('id', '=', id).execute()
    const now = clock.now()
    await writeAudit(trx, { actor: viewer.id, act: 'course_package_deleted', subject: id, organisationId, now })
  })
}

export async function giveToClass(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  packageId: string,
  { classId, isGiven }: { classId: string; isGiven: boolean },
): Promise<void> {
  await requireClassTeacher(db, viewer, { packageId, classId })
  if (!isGiven) {
    await sql`delete from courseware_classes where class_id = ${classId} and package_id = ${packageId}`.execute(db)
    return
  }
  await sql`
    insert into courseware_classes (class_id, package_id, given_by, given_at)
    values (${classId}, ${packageId}, ${viewer.id}, ${clock.now()}) on conflict do nothing`.execute(db)
}

export async function readResults(
  db: Db,
  viewer: SignedIn,
  packageId: string,
  { classId }: QueryOf<typeof listPackageResults>,
): Promise<ResponseOf<typeof listPackageResults>> {
  await requireClassTeacher(db, viewer, { packageId, classId })
  const { rows } = await sql<{
    id: string
    name: string
    done_units: number | null
    units: number
    score: number | null
    seconds: number | null
    completed_at: Date | null
    updated_at: Date | null
  }>`
    select u.id, ${learnerName} as name, a.done_units, a.score, a.seconds, a.completed_at, a.updated_at,
      (select count(*)::integer from jsonb_array_elements(v.units) unit where unit ->> 'href' is not null) as units
    from ${learnersOf(classId)}
    left join courseware_attempts a on a.user_id = u.id and a.package_id = ${packageId}
    left join courseware_versions v on v.id = coalesce(a.version_id, (select r.id from courseware_versions r
      where r.package_id = ${packageId} and r.state = 'ready' order by r.number desc limit 1))
    order by ${inNameOrder(learnerName)}, u.id limit 2000`.execute(db)
  return {
    rows: rows.map((row) => ({
      userId: row.id,
      name: row.name,
      done: row.done_units,
      units: row.units,
      isDone: row.completed_at !== null,
      score: row.score,
      seconds: row.seconds ?? 0,
      lastAt: row.updated_at?.toISOString() ?? null,
    })),
  }
}

export async function readClassPackages(
  db: Db,
  viewer: SignedIn,
  classId: string,
): Promise<ResponseOf<typeof listClassPackages>> {
  const { isTeacher } = await classFor(db, viewer, classId)
  const { rows } = await sql<{
    id: string
    title: string
    standard: PackageStandard | null
    done: number
    score: number | null
    began_at: Date | null
    completed_at: Date | null
  }>`
    select p.id, coalesce(own.title, r.title, '') as title, coalesce(own.standard, r.standard) as standard,
      a.score, a.began_at, a.completed_at,
      (select count(*)::integer from ${learnersOf(classId)}
        join courseware_attempts o on o.user_id = u.id and o.package_id = p.id
        where o.completed_at is not null) as done
    from courseware_classes g join courseware_packages p on p.id = g.package_id
    ${readyVersion}
    left join courseware_attempts a on a.package_id = p.id and a.user_id = ${viewer.id}
    left join courseware_versions own on own.id = a.version_id
    where g.class_id = ${classId} and r.id is not null order by g.given_at, p.id`.execute(db)
  return {
    results: rows.map((row) => ({
      id: row.id,
      title: row.title,
      standard: row.standard,
      done: isTeacher ? row.done : null,
      isBegun: row.began_at !== null,
      isDone: row.completed_at !== null,
      score: row.score,
    })),
  }
}
