import { normalizePhone } from '@lantern/contract/validators.ts'
import type { Services } from '#kit/services.ts'

export interface AuditLine {
  at: Date
  actor: string
  act: string
  subject: string
  detail: Record<string, unknown>
}

/** Audit entries about the person with this phone, and by them, newest first. */
export async function auditTrail({ db }: Pick<Services, 'db'>, phoneText: string, limit = 200): Promise<AuditLine[]> {
  const phone = normalizePhone(phoneText)
  const user = await db.selectFrom('users').select('id').where('phone', '=', phone).executeTakeFirst()
  if (!user) throw new Error(`Nobody has signed in with the phone ${phone} yet.`)
  const rows = await db
    .selectFrom('audit_log')
    .select(['at', 'actor', 'act', 'subject', 'detail'])
    .where((row) => row.or([row('subject', '=', user.id), row('actor', '=', user.id)]))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, detail: (row.detail ?? {}) as Record<string, unknown> }))
}
