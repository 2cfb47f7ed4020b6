import type {
  PackageFault,
  PackageStandard,
  UnitLock,
  UnitState,
  WaiveReason,
} from '@lantern/contract/courseware/package-rules.ts'
import type { MessageKey } from '#kit/messages.tsx'
import type { BadgeTone } from '#ui/badge.tsx'

/** Names of standards, the same in every language. */
export const standardNames: Record<PackageStandard, string> = {
  scorm_12: 'SCORM 1.2',
  scorm_2004: 'SCORM 2004',
  cmi5: 'cmi5',
}

export const stateTexts = {
  not_begun: 'courseware.state_not_begun',
  begun: 'courseware.state_begun',
  completed: 'courseware.state_completed',
  passed: 'courseware.state_passed',
  failed: 'courseware.state_failed',
  waived: 'courseware.state_waived',
} as const satisfies Record<UnitState, MessageKey>

/** Why a unit cannot be opened. */
export const lockTexts = {
  not_yet: 'courseware.locked',
  attempts_used: 'courseware.attempts_used',
} as const satisfies Record<UnitLock, MessageKey>

export const waiveReasonTexts = {
  tested_out: 'courseware.waive_tested_out',
  equivalent_unit: 'courseware.waive_equivalent_unit',
  equivalent_outside: 'courseware.waive_equivalent_outside',
  administrative: 'courseware.waive_administrative',
} as const satisfies Record<WaiveReason, MessageKey>

export const stateTones: Record<UnitState, BadgeTone> = {
  not_begun: 'plain',
  begun: 'accent',
  completed: 'good',
  passed: 'good',
  failed: 'bad',
  waived: 'plain',
}

/** Why a package was refused. */
export const faultTexts = {
  no_archive: 'courseware.fault_damaged',
  damaged: 'courseware.fault_damaged',
  encrypted: 'courseware.fault_encrypted',
  unsafe_path: 'courseware.fault_outside',
  link: 'courseware.fault_outside',
  points_outside: 'courseware.fault_outside',
  too_many_files: 'courseware.fault_too_many',
  too_many_units: 'courseware.fault_too_many',
  too_many_rules: 'courseware.fault_too_many',
  too_large: 'courseware.fault_too_large',
  manifest_too_large: 'courseware.fault_manifest_too_large',
  no_room: 'courseware.fault_no_room',
  no_manifest: 'courseware.fault_no_manifest',
  xml_broken: 'courseware.fault_xml',
  xml_too_deep: 'courseware.fault_xml',
  took_too_long: 'courseware.fault_xml',
  xml_entities: 'courseware.fault_entities',
  unknown_standard: 'courseware.fault_standard',
  no_units: 'courseware.fault_no_units',
  file_missing: 'courseware.fault_file',
  id_invalid: 'courseware.fault_id',
  id_twice: 'courseware.fault_id',
  value_invalid: 'courseware.fault_value',
} as const satisfies Record<PackageFault, MessageKey>
