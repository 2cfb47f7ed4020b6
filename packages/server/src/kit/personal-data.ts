import type { Db, Trx } from './sql.ts'

/** Two accounts of one person: what `from` has goes to `into`. */
export interface PersonMerge {
  from: string
  into: string
}

/**
 * What one domain holds of a person. Each column that references `users` is in one domain's list, and a test fails for one
 * that is in none. What is not done says why.
 */
export interface PersonalData {
  /** `table.column` */
  holds: readonly string[]
  /** As a person may take it away, by file. */
  read: ((db: Db, userId: string) => Promise<Record<string, unknown>>) | { not: string }
  /** For an emptied account: deletes the rows, or removes the name from them. */
  erase: ((trx: Trx, userId: string) => Promise<void>) | { not: string }
  merge: ((trx: Trx, merge: PersonMerge, now: Date) => Promise<void>) | { not: string }
}
