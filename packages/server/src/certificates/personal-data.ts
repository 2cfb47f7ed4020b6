import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const certificatePersonalData = {
  holds: ['certificates.user_id', 'certificates.revoked_by', 'certificate_appeals.answered_by'],
  read: certificatesOf,
  erase: eraseCertificates,
  merge: absorbCertificates,
} satisfies PersonalData

/** Of two certificates for one thing the one stays that the account has already. */
async function absorbCertificates(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`
    update certificates c set user_id = ${into} where c.user_id = ${from}
      and not exists (select from certificates o where o.user_id = ${into} and o.subject_id = c.subject_id)`.execute(
    trx,
  )
  await trx.updateTable('certificates').set({ revoked_by: into }).where('revoked_by', '=', from).execute()
  await trx.updateTable('certificate_appeals').set({ answered_by: into }).where('answered_by', '=', from).execute()
  await trx.deleteFrom('certificates').where('user_id', '=', from).execute()
}

/** A certificate is about its person: it goes with them. Who revoked one is in it no more. */
async function eraseCertificates(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('certificates').where('user_id', '=', userId).execute()
  await trx.updateTable('certificates').set({ revoked_by: null }).where('revoked_by', '=', userId).execute()
  await trx.updateTable('certificate_appeals').set({ answered_by: null }).where('answered_by', '=', userId).execute()
}

async function certificatesOf(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const { rows } = await sql<{ entry: unknown }>`
    select jsonb_build_object('number', number, 'kind', kind, 'title', title, 'name', holder_name, 'issuedAt', issued_at,
      'isPublic', is_public, 'inProfile', in_profile, 'revokedAt', revoked_at, 'revokedReason', revoked_reason, 'appeals', (
        select coalesce(jsonb_agg(jsonb_build_object('content', a.content, 'madeAt', a.made_at, 'granted', a.granted,
          'answer', a.answer) order by a.made_at), '[]') from certificate_appeals a where a.number = c.number)) as entry
    from certificates c where user_id = ${userId} order by issued_at, number`.execute(db)
  return { certificates: rows.map(({ entry }) => entry) }
}
