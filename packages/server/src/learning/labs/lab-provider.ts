import type { Lab } from '@lantern/contract/learning/labs.ts'
import type { Services } from '#kit/services.ts'
import { demoLabs } from './demo/demo-labs.ts'
import { linkedLabs } from './linked-labs.ts'

export interface LabOrder {
  userId: string
  itemId: string
  stepId: string
  /** What the author wrote into the step. */
  labUrl: string
}

export type LabStatus = Omit<Lab, 'id'>

/** Where streaming labs run. A provider keeps its labs itself; this site knows them by the name it was given. */
export interface LabProvider {
  /** Starts a lab and answers its name, at most 100 characters. Throws when none can be had now. */
  launch(order: LabOrder): Promise<string>
  /** Null for a name that is not known there, or not any more. */
  statusOf(name: string): Promise<LabStatus | null>
}

export function labProviderOf({ config, db, clock }: Services): LabProvider {
  return config.labProvider === 'demo' ? demoLabs(clock) : linkedLabs(db)
}
