import { isAddress } from '@lantern/contract/media/rich-schema.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'

/** Lets one author embed one address in one tutorial. Learners see it from the next publication on. */
export async function allowEmbed(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { url, tutorialId, userId }: { url: string; tutorialId: string; userId: string },
): Promise<{ success: boolean }> {
  const address = url.trim()
  // a frame without encryption would not be shown in a page with it
  if (!isAddress(address) || !address.startsWith('https://')) {
    throw refuse('bad_request', { details: [{ field: 'url', message: 'editor.embed_address_fault' }] })
  }
  const { rows } = await sql`
    select 1 from items i, users u
    where i.id = ${tutorialId} and i.type = 'tutorial' and u.id = ${userId}`.execute(db)
  if (rows.length === 0) throw refuse('not_found')
  await db
    .insertInto('embed_allowances')
    .values({ tutorial_id: tutorialId, user_id: userId, url: address, created_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { success: true }
}
