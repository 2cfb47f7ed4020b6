import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'

export async function readSafety({ db, clock }: Services, viewer: SignedIn) {
  const now = clock.now()
  const { rows } = await sql<{
    phone: string | null
    email: string | null
    email_confirmed_at: Date | null
    pending_email: string | null
    is_real_name: boolean
    tfa_enabled_at: Date | null
  }>`
    select phone, email, email_confirmed_at, is_real_name, tfa_enabled_at,
      (select c.email from email_confirmations c where c.user_id = u.id and c.expires_at > ${now}
       order by c.sent_at desc limit 1) as pending_email
    from users u where id = ${viewer.id}`.execute(db)
  const row = rows[0]
  if (!row) throw refuse('not_found')
  return {
    phone: row.phone,
    email: row.email,
    emailConfirmedAt: row.email_confirmed_at?.toISOString() ?? null,
    pendingEmail: row.pending_email,
    isRealName: row.is_real_name,
    tfaEnabledAt: row.tfa_enabled_at?.toISOString() ?? null,
    export: await latestExport(db, viewer.id, now),
  }
}

export interface ExportRow {
  id: string
  requested_at: Date
  ready_at: Date | null
  failed_at: Date | null
  expires_at: Date
  byte_size: number | null
}

async function latestExport(db: Services['db'], userId: string, now: Date) {
  const row = await db
    .selectFrom('data_exports')
    .select(['id', 'requested_at', 'ready_at', 'failed_at', 'expires_at', 'byte_size'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? exportOf(row) : null
}

export function exportOf(row: ExportRow) {
  return {
    id: row.id,
    requestedAt: row.requested_at.toISOString(),
    readyAt: row.ready_at?.toISOString() ?? null,
    failedAt: row.failed_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
    byteSize: row.byte_size,
  }
}
