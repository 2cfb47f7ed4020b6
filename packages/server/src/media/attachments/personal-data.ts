import { sql } from 'kysely'
import type { Db, Trx } from '#kit/sql.ts'

/** What somebody uploaded, as they may take it away: what it is, not the files themselves, which they have. */
export async function attachmentData(db: Db, userId: string): Promise<unknown[]> {
  const { rows } = await sql<{ entry: unknown }>`
    select to_jsonb(a) - array['owner_id', 'storage_key', 'fingerprint', 'progress', 'made_bytes'] as entry
    from attachments a where owner_id = ${userId} order by created_at, id`.execute(db)
  return rows.map(({ entry }) => entry)
}

/** Gives what one person uploaded to another. */
export async function absorbAttachments(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`update attachments set owner_id = ${into} where owner_id = ${from}`.execute(trx)
}
