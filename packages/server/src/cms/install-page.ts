import type { Namespace, PageContent } from '@lantern/contract/cms/blocks.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { sameContent } from '@lantern/contract/same-content.ts'
import { sql } from 'kysely'
import { keepVersion } from '#kit/documents/keep-version.ts'
import { Refusal } from '#kit/errors.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { pageDocument } from './page-documents.ts'
import { lockDraft } from './page-rows.ts'
import { type PublishServices, publishVersion } from './publish-page.ts'
import { beginDraft } from './save-page.ts'

/** A page that comes with the site. */
export interface PageToInstall {
  /** Where it comes from: an equal source is the same page, also after its address changed. */
  sourceKey: string
  namespace: Namespace
  slug: string
  name: string
  isOwn: boolean
  texts: readonly { locale: OfferedLocale; content: PageContent }[]
}

/**
 * Writes a page and publishes it, each language in a transaction of its own. A language in which an editor has written
 * stays as it is, and so does a page that was taken away, or whose address an editor has taken.
 */
export async function installPage(
  services: PublishServices,
  page: PageToInstall,
): Promise<{ written: number; faults: string[] }> {
  const faults: string[] = []
  let written = 0
  const id = await inTransaction(services.db, (trx) => ensurePage(services, trx, page))
  if (id === null) return { written, faults }
  for (const { locale, content } of page.texts) {
    try {
      if (await inTransaction(services.db, (trx) => installText(services, trx, { id, locale, content }))) written++
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const where = error.details?.map(({ field, message, values }) => `${field} ${message} ${values?.value ?? ''}`)
      faults.push(`${locale}: ${error.code}: ${where?.join('; ') ?? ''}`)
    }
  }
  return { written, faults }
}

async function ensurePage(
  { clock }: PublishServices,
  trx: Trx,
  { sourceKey, namespace, slug, name, isOwn }: PageToInstall,
): Promise<string | null> {
  const known = await trx
    .selectFrom('cms_pages')
    .select(['id', 'deleted_at'])
    .where('source_key', '=', sourceKey)
    .executeTakeFirst()
  if (known) return known.deleted_at === null ? known.id : null
  const now = clock.now()
  const made = await trx
    .insertInto('cms_pages')
    .values({
      id: newId('page', now.getTime()),
      namespace,
      slug,
      name,
      is_own: isOwn,
      source_key: sourceKey,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

/** Whether something was written. */
async function installText(
  services: PublishServices,
  trx: Trx,
  { id, locale, content }: { id: string; locale: OfferedLocale; content: PageContent },
): Promise<boolean> {
  const now = services.clock.now()
  // a first start that is cut off begins again: it need not wait for the disk after every page
  await sql`set local synchronous_commit = off`.execute(trx)
  await sql`select from cms_pages where id = ${id} for no key update`.execute(trx)
  const draft = await trx
    .selectFrom('cms_drafts')
    .select(['version', 'source_version'])
    .where('page_id', '=', id)
    .where('locale', '=', locale)
    .executeTakeFirst()
  if (!draft) await beginDraft(trx, { id, locale }, { content, by: null, now })
  else {
    if (draft.version !== draft.source_version) return false
    const state = await lockDraft(trx, id, locale)
    if (sameContent(state.content, content)) return false
    await keepVersion(services, trx, pageDocument({ id, locale }), state, { content, kind: 'save', by: null, now })
  }
  const state = await lockDraft(trx, id, locale)
  await trx
    .updateTable('cms_drafts')
    .set({ source_version: state.version })
    .where('page_id', '=', id)
    .where('locale', '=', locale)
    .execute()
  // what an editor has taken from visitors stays away from them
  if (!draft || state.publishedVersion !== null) {
    await publishVersion(services, trx, state, { version: state.version, by: null })
  }
  return true
}
