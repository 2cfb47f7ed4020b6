import type { Errand } from '#kit/aside.ts'
import type { BadgeFile } from './open-badge.ts'
import { type OwnKeys, type StatusEntry, type Verified, verifyBadge } from './verify.ts'

export interface VerifyInput {
  file: BadgeFile
  own: OwnKeys
  now: Date
}

/** Verifies a badge in a process of its own: a hostile file can keep its reader busy. Asks the site for status entries. */
export function verifyAside({ input: { file, ...known }, ask }: Errand<VerifyInput>): Promise<Verified> {
  const isVoid = async (entry: StatusEntry) => (await ask(entry)) as boolean | null
  return verifyBadge(file, { ...known, isVoid })
}
