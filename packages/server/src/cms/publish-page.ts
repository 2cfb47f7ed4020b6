import type { PageContent } from '@lantern/contract/cms/blocks.ts'
import { cmsChanged } from '@lantern/contract/cms/events.ts'
import { isError, type PageFault } from '@lantern/contract/cms/faults.ts'
import type { PageDraft } from '@lantern/contract/cms/pages.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { markPublished, contentOf as revisionContent, setPublishedVersion } from '#kit/documents/revisions.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { errorsOfPage } from './check-page.ts'
import { pageDocument } from './page-documents.ts'
import { requireEditor } from './page-rights.ts'
import { type DraftState, documentOf, lockDraft } from './page-rows.ts'
import { prepareContent } from './prepare-content.ts'
import { type LocaleOfPage, readPageDraft } from './save-page.ts'

export type PublishServices = Pick<Services, 'db' | 'clock' | 'events' | 'topics' | 'config'>

/** Makes a revision what visitors see. One that has errors, or was overtaken by another save, is not published. */
export async function publishPage(
  services: PublishServices,
  viewer: SignedIn,
  { id, locale, version }: LocaleOfPage & { version: number },
): Promise<PageDraft> {
  requireEditor(viewer, locale)
  return inTransaction(services.db, async (trx) => {
    const state = await lockDraft(trx, id, locale)
    await publishVersion(services, trx, state, { version, by: viewer.id })
    return readPageDraft(trx, { id, locale })
  })
}

/** The same inside of a transaction that holds the lock: for editors, schedules and the first start. */
export async function publishVersion(
  services: PublishServices,
  trx: Trx,
  state: DraftState,
  { version, by }: { version: number; by: string | null },
): Promise<void> {
  if (state.publishedVersion === version) return
  const kept = await contentOf(trx, state, version)
  const { page, faults } = await prepareContent(trx, kept, state.locale)
  const errors = [...faults.filter(isError), ...errorsOfPage(services, page)]
  if (errors.length > 0) throw refuse('page_has_errors', { details: errors.slice(0, 20).map(detailOf) })
  const now = services.clock.now()
  const published = { version, content: JSON.stringify(page), published_at: now, published_by: by }
  await trx
    .insertInto('cms_contents')
    .values({ page_id: state.pageId, locale: state.locale, ...published })
    .onConflict((conflict) => conflict.columns(['page_id', 'locale']).doUpdateSet(published))
    .execute()
  await markPublished(trx, documentOf(state), version)
  await services.events.emit(trx, cmsChanged, {
    namespace: state.namespace,
    slug: state.slug,
    locale: state.locale,
  })
}

export async function unpublishPage(
  services: PublishServices,
  viewer: SignedIn,
  { id, locale }: LocaleOfPage,
): Promise<PageDraft> {
  requireEditor(viewer, locale)
  return inTransaction(services.db, async (trx) => {
    await takeBack(services, trx, await lockDraft(trx, id, locale))
    return readPageDraft(trx, { id, locale })
  })
}

/** Visitors see nothing of this language any more; the draft stays. */
export async function takeBack(
  { events }: Pick<Services, 'events'>,
  trx: Trx,
  { pageId, locale, namespace, slug }: Pick<DraftState, 'pageId' | 'locale' | 'namespace' | 'slug'>,
): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('cms_contents')
    .where('page_id', '=', pageId)
    .where('locale', '=', locale)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return
  await setPublishedVersion(trx, pageDocument({ id: pageId, locale }), null)
  await events.emit(trx, cmsChanged, { namespace, slug, locale })
}

/** What exactly this revision says. After another automatic save of the same person it is another one. */
export async function contentOf(trx: Trx, state: DraftState, version: number): Promise<PageContent> {
  const content = await revisionContent(trx, documentOf(state), version)
  if (!content) throw refuse(version < state.version ? 'draft_conflict' : 'not_found')
  return content
}

/** `b3.items.2.title`, or the field alone for the page itself. */
export function detailOf({ kind, blockId, field, value }: PageFault) {
  return {
    field: [blockId, field].filter(Boolean).join('.') || 'page',
    message: `cms.fault_${kind}`,
    values: { value },
  }
}
