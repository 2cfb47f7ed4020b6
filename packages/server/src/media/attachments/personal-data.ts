import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const uploaderPersonalData = {
  holds: ['attachments.owner_id'],
  read: async (db, userId) => ({ uploads: await attachmentData(db, userId) }),
  erase: { not: 'what lessons show stays: flows/erase-uploads.ts asks every domain that may show it' },
  merge: absorbAttachments,
} satisfies PersonalData

/** A person's uploads for the export of their data: the list, without the files, which they have. */
async function attachmentData(db: Db, userId: string): Promise<unknown[]> {
  const { rows } = await sql<{ entry: unknown }>`
    select to_jsonb(a) - array['owner_id', 'storage_key', 'fingerprint', 'progress', 'made_bytes'] as entry
    from attachments a where owner_id = ${userId} order by created_at, id`.execute(db)
  return rows.map(({ entry }) => entry)
}

/** Gives what one person uploaded to another. */
async function absorbAttachments(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`update attachments set owner_id = ${into} where owner_id = ${from}`.execute(trx)
}
