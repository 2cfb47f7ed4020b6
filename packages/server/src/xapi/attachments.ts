import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import type { ReceivedAttachment } from './received-statements.ts'

/** Keeps bytes in the media store before a statement names them. The same bytes are kept once in each organisation. */
export async function keepAttachments(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  organisationId: string,
  attachments: readonly ReceivedAttachment[],
): Promise<void> {
  for (const { sha2, contentType, bytes } of attachments) {
    await storage.put(attachmentKey(organisationId, sha2), bytes, contentType)
    await db
      .insertInto('xapi_attachments')
      .values({ organisation_id: organisationId, sha2, content_type: contentType, byte_size: bytes.byteLength })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'sha2']).doNothing())
      .execute()
  }
}

export function attachmentKey(organisationId: string, sha2: string): string {
  return `xapi/${organisationId}/${sha2}`
}

export interface KeptAttachment {
  sha2: string
  contentType: string
  byteSize: number
}

export async function keptAttachments(
  db: Db,
  organisationId: string,
  digests: readonly string[],
): Promise<KeptAttachment[]> {
  if (digests.length === 0) return []
  return db
    .selectFrom('xapi_attachments')
    .select(['sha2', 'content_type as contentType', 'byte_size as byteSize'])
    .where('organisation_id', '=', organisationId)
    .where('sha2', 'in', digests)
    .orderBy('sha2')
    .execute()
}
