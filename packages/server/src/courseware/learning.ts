import type { UnitLock, UnitState } from '@lantern/contract/courseware/package-rules.ts'
import type { PackageUnit } from '@lantern/contract/courseware/packages.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '#kit/sql.ts'
import { type Learning, outside, type Place, treeOf, type UnitRecord } from './activity-tree.ts'
import { resumedUnit } from './navigation.ts'
import { goesOn, readCmi } from './scorm-data.ts'
import { hasRules, lockedUnits } from './sequencing.ts'
import type { Unit } from './units.ts'

// What is kept of a person's way through a package, as its rules see it.

interface OfPerson {
  userId: string
  packageId: string
}

interface RecordRow {
  unit_id: string
  state: Exclude<UnitState, 'not_begun'>
  score: number | null
  seconds: number
  attempts: number
  has_ended: boolean
  /** Where the package has rules. */
  data: string | null
}

interface ShownUnits {
  shown: PackageUnit[]
  /** Where the person comes back to, whether it can be chosen or not. */
  resumed: string | null
}

/** Units of a version, each with how far this person is. Who teaches opens all of them. */
export async function unitsOf(
  db: Db | Trx,
  units: readonly Unit[],
  { isTeacher, ...asked }: OfPerson & { isTeacher: boolean },
): Promise<ShownUnits> {
  const isOpen = isTeacher || !units.some(hasRules)
  const rows = await recordRows(db, { ...asked, isBare: isOpen })
  const known = new Map(rows.map((row) => [row.unit_id, row]))
  const learning = isOpen ? null : { units, records: recordsOf(rows), place: await placeOf(db, asked) }
  const locks = learning ? lockedUnits(treeOf(learning)) : new Map<string, UnitLock>()
  const shown = units
    .filter(({ depth }) => depth >= 0)
    .map(({ id, title, depth, href }): PackageUnit => {
      const { state = 'not_begun', score = null, seconds = 0 } = known.get(id) ?? {}
      return { id, title, depth, isPlayable: href !== null, lock: locks.get(id) ?? null, state, score, seconds }
    })
  return { shown, resumed: learning && resumedUnit(learning) }
}

export async function learningOf(db: Db | Trx, units: readonly Unit[], asked: OfPerson): Promise<Learning> {
  const rows = await recordRows(db, { ...asked, isBare: false })
  return { units, records: recordsOf(rows), place: await placeOf(db, asked) }
}

export async function keepPlace(trx: Trx, place: Place, { userId, packageId }: OfPerson): Promise<void> {
  await sql`update courseware_attempts set place = ${JSON.stringify(place)}
    where user_id = ${userId} and package_id = ${packageId}`.execute(trx)
}

async function recordRows(
  db: Db | Trx,
  { userId, packageId, isBare }: OfPerson & { isBare: boolean },
): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    select unit_id, state, score, seconds, attempts, has_ended, ${isBare ? sql`null` : sql`data`} as data
    from courseware_unit_records where user_id = ${userId} and package_id = ${packageId}`.execute(db)
  return rows
}

async function placeOf(db: Db | Trx, { userId, packageId }: OfPerson): Promise<Place> {
  const { rows } = await sql<{ place: Partial<Place> }>`
    select place from courseware_attempts where user_id = ${userId} and package_id = ${packageId}`.execute(db)
  return { ...outside, ...rows[0]?.place }
}

function recordsOf(rows: readonly RecordRow[]): ReadonlyMap<string, UnitRecord> {
  return new Map(
    rows.map(({ unit_id, state, score, data, attempts, has_ended: hasEnded }) => {
      const cmi = data === null ? null : readCmi(data)
      // one that is waived may never have been opened
      const wasOpened = attempts > 0 || cmi !== null
      return [unit_id, { state, score, cmi, attempts, isGoingOn: wasOpened && goesOn(cmi, hasEnded) }]
    }),
  )
}
