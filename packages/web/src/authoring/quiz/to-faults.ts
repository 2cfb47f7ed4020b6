import type { Fault as Rule } from '@lantern/contract/authoring/fault-rules.ts'
import type { Fault } from '../editor-shell/editor-kind.ts'

/** The faults of the shared rules as the editor shell shows them. */
export function toFaults(faults: readonly Rule[]): Fault[] {
  return faults.map(({ field, message, missing }) => ({ field, key: message, missing }))
}
