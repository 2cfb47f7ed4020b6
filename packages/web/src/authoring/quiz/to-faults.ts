import type { Fault as Rule } from '@lantern/contract/authoring/faults.ts'
import type { Fault } from '../frame/editor-kind.ts'

/** The faults of the shared rules as the frame of the editors shows them. */
export function toFaults(faults: readonly Rule[]): Fault[] {
  return faults.map(({ field, message, missing }) => ({ field, key: message, missing }))
}
