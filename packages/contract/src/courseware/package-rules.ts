// What a course package may be. Pure: the page says it before something is sent, the server holds to it.

export const packageStandards = ['scorm_12', 'scorm_2004', 'cmi5'] as const
export type PackageStandard = (typeof packageStandards)[number]

/** Why a package cannot be imported; `courseware.fault_<fault>` says it. */
export const packageFaults = [
  'no_archive',
  'damaged',
  'encrypted',
  'unsafe_path',
  'link',
  'too_many_files',
  'too_large',
  'no_room',
  'no_manifest',
  'manifest_too_large',
  'xml_broken',
  'xml_entities',
  'xml_too_deep',
  'unknown_standard',
  'no_units',
  'too_many_units',
  'too_many_rules',
  'points_outside',
  'file_missing',
  'id_invalid',
  'id_twice',
  'value_invalid',
  'took_too_long',
] as const
export type PackageFault = (typeof packageFaults)[number]

/** Of a unit in one attempt. */
export const unitStates = ['not_begun', 'begun', 'completed', 'passed', 'failed', 'waived'] as const
export type UnitState = (typeof unitStates)[number]

/** Why a unit cannot be opened: the package opens it once others are done, or lets nobody begin it so often. */
export const unitLocks = ['not_yet', 'attempts_used'] as const
export type UnitLock = (typeof unitLocks)[number]

/** How a unit of cmi5 is opened: to learn, to look at without being marked, to look at again. */
export const launchModes = ['Normal', 'Browse', 'Review'] as const
export type LaunchMode = (typeof launchModes)[number]

/** Characters of the data that a unit keeps between two visits (`cmi` as JSON): `suspend_data` has no limit of its own. */
export const mostUnitData = 4_000_000

/** Why a unit is waived; in learning records of cmi5 in its own words (cmi5, 9.5.5.2). */
export const waiveReasons = ['tested_out', 'equivalent_unit', 'equivalent_outside', 'administrative'] as const
export type WaiveReason = (typeof waiveReasons)[number]

export const packagesPerOrganisation = 500

/** Whether this state ends a unit: the next visit finds it done. */
export function isDone(state: UnitState): boolean {
  return state === 'completed' || state === 'passed' || state === 'waived'
}
