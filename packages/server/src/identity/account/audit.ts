import type { Trx } from '#kit/sql.ts'

export interface AuditEntry {
  /** The actor, usually the person themselves. */
  actor: string
  act: string
  subject?: string
  /** Nothing that names a person: entries outlive accounts. */
  detail?: Record<string, string | number | boolean | string[]>
  now: Date
}

/** Writes down what happened to an account, in the transaction in which it did. */
export async function writeAudit(trx: Trx, { actor, act, subject, detail, now }: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({ actor, act, subject: subject ?? actor, detail: JSON.stringify(detail ?? {}), at: now })
    .execute()
}
