import type { Errand } from '#kit/aside.ts'
import type { BadgeFile } from './open-badge.ts'
import { type OwnKeys, type StatusEntry, type Verified, verifyBadge } from './verify.ts'

export interface VerifyInput {
  file: BadgeFile
  own: OwnKeys
  now: Date
}

/** In a process of its own: what somebody brings may be made to keep its reader busy. Asks for the state of entries. */
export function verifyAside({ input: { file, ...known }, ask }: Errand<VerifyInput>): Promise<Verified> {
  const isVoid = async (entry: StatusEntry) => (await ask(entry)) as boolean | null
  return verifyBadge(file, { ...known, isVoid })
}
