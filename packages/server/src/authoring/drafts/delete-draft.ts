import { itemRemoved } from '@lantern/contract/catalog/events.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { withLists } from '#catalog/index.ts'
import { deleteInBatches } from '#kit/delete-in-batches.ts'
import { thinRevisions } from '#kit/documents/thin-revisions.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { type DraftServices, lockDraft } from './draft-state.ts'
import { itemDocuments } from './item-documents.ts'

const daysKept = 30

/**
 * An item that was never published goes away; it is kept for a month in case of a mistake. A published one is taken
 * back and stays a draft: learners have records of it.
 */
export function deleteDraft(services: DraftServices, viewer: SignedIn, id: string): Promise<{ deleted: boolean }> {
  return inTransaction(services.db, async (trx) => {
    const state = await lockDraft(services, trx, viewer, { id })
    const { published_at: publishedAt } = await trx
      .selectFrom('items')
      .select('published_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (publishedAt !== null) {
      await takeBack(services, trx, state.id)
      return { deleted: false }
    }
    await trx
      .updateTable('items')
      // the language is free for another translation
      .set({ deleted_at: services.clock.now(), translation_group: id })
      .where('id', '=', id)
      .execute()
    await services.events.emit(trx, itemRemoved, await withLists(trx, state.id))
    return { deleted: true }
  })
}

/** Learners do not see it any more; everything of it stays. */
export async function takeBack({ clock, events }: DraftServices, trx: Trx, itemId: string): Promise<void> {
  await trx.updateTable('items').set({ status: 'draft', updated_at: clock.now() }).where('id', '=', itemId).execute()
  await events.emit(trx, itemRemoved, await withLists(trx, itemId))
}

export function sweepNightlyDrafts(services: Services): void {
  services.jobs.daily('authoring.sweep_deleted', () => sweepDeleted(services))
  services.jobs.daily('authoring.thin_revisions', () => thinRevisions(services, itemDocuments))
}

export async function sweepDeleted({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - daysKept * 86_400_000)
  await deleteInBatches(db, 'items', sql`deleted_at < ${before} and published_at is null`)
}
