import type { SchoolFault } from '@lantern/contract/identity/school-sign-in.ts'
import type { MessageKey } from '#kit/messages.tsx'
import { outsideProblemKey } from '../provider/outside-problems.ts'

const faults = {
  discovery: 'identity.school_fault_discovery',
  issuer: 'identity.school_fault_issuer',
  client: 'identity.school_fault_client',
  signature: 'identity.school_fault_signature',
  algorithm: 'identity.school_fault_algorithm',
  encrypted: 'identity.school_fault_encrypted',
  audience: 'identity.school_fault_audience',
  address: 'identity.school_fault_address',
  clock: 'identity.school_fault_clock',
  name: 'identity.school_fault_name',
  refused: 'identity.school_fault_refused',
  answer: 'identity.school_fault_answer',
} as const satisfies Record<SchoolFault, MessageKey>

/** What an admin has to mend after a test: the fault that the server puts into the address, or else the problem. */
export function testProblemKey({ problem, fault }: { problem: string; fault: string | null }): MessageKey {
  return fault !== null && Object.hasOwn(faults, fault) ? faults[fault as SchoolFault] : outsideProblemKey(problem)
}
