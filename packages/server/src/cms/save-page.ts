import { type PageContent, pageLimits } from '@lantern/contract/cms/blocks.ts'
import type { PageFault } from '@lantern/contract/cms/faults.ts'
import {
  emptyContent,
  keepableContent,
  longestField,
  readContent,
  type UnkeepableContent,
} from '@lantern/contract/cms/page-content.ts'
import type { PageDraft, PageRow } from '@lantern/contract/cms/pages.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { mayAccess, type SignedIn } from '@lantern/contract/roles.ts'
import { sameContent } from '@lantern/contract/same-content.ts'
import { keepFirstVersion, keepVersion } from '#kit/documents/keep-version.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { pageDocument } from './page-documents.ts'
import { requireEditor } from './page-rights.ts'
import { type DraftState, lockDraft, readDraftState, readPage } from './page-rows.ts'

export interface LocaleOfPage {
  id: string
  locale: OfferedLocale
}

export async function readPageDraft(db: Db | Trx, { id, locale }: LocaleOfPage): Promise<PageDraft> {
  const state = await readDraftState(db, id, locale)
  if (!state) throw refuse('not_found')
  return draftOf(await readPage(db, id), state)
}

/** Whether this person may open a page in the builder now: every editor reads every draft, as translating needs. */
export async function mayOpenPage(db: Db, viewer: SignedIn, page: { id: string; locale: string }): Promise<boolean> {
  if (!mayAccess(viewer, 'adminOrEditor')) return false
  // a name of a language that no page has finds nothing
  return (await readDraftState(db, page.id, page.locale as OfferedLocale)) !== null
}

/** Begins a language of a page, with what another one says or with nothing. One that there is already stays as it is. */
export async function startLocale(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  { id, locale, from }: LocaleOfPage & { from?: OfferedLocale },
): Promise<PageDraft> {
  requireEditor(viewer, locale)
  return inTransaction(db, async (trx) => {
    const page = await trx
      .selectFrom('cms_pages')
      .select('name')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!page) throw refuse('not_found')
    if (!(await readDraftState(trx, id, locale))) {
      const source = from && (await readDraftState(trx, id, from))
      if (from && !source) throw refuse('not_found')
      const content = source ? source.content : emptyContent(page.name)
      await beginDraft(trx, { id, locale }, { content, by: viewer.id, now: clock.now() })
    }
    return readPageDraft(trx, { id, locale })
  })
}

/** The first version of a page in a language. */
export function beginDraft(
  trx: Trx,
  page: LocaleOfPage,
  first: { content: PageContent; by: string | null; now: Date },
): Promise<void> {
  return keepFirstVersion(trx, pageDocument(page), { ...first, kind: 'created' })
}

export interface PageSave extends LocaleOfPage {
  baseVersion: number
  content: unknown
  kind: 'autosave' | 'save'
  /** The open editor that keeps it by itself. */
  origin?: string
}

/**
 * The same again writes nothing; what is based on an older text than the stored one is refused and nothing is written;
 * everything else is the next version.
 */
export async function savePage(services: Pick<Services, 'db' | 'clock' | 'topics'>, viewer: SignedIn, save: PageSave) {
  const { id, locale, baseVersion, kind, origin } = save
  requireEditor(viewer, locale)
  const content = keptContent(save.content)
  const { faults } = readContent(content)
  return inTransaction(services.db, async (trx) => {
    const state = await lockDraft(trx, id, locale)
    if (!sameContent(state.content, content)) {
      if (state.version !== baseVersion) throw refuse('draft_conflict')
      const now = services.clock.now()
      await keepVersion(services, trx, pageDocument(save), state, { content, kind, by: viewer.id, origin, now })
    }
    const { version, savedAt, savedBy } = await lockDraft(trx, id, locale)
    return { version, savedAt: savedAt.toISOString(), savedBy, faults }
  })
}

/** What an editor sent, as it is kept. Names the field that is not taken, and what of it is too much. */
export function keptContent(given: unknown): PageContent {
  const content = keepableContent(given)
  if (isUnkeepable(content)) {
    const { field, problem, limit } = content
    const message = `cms.fault_${problem === 'too_many_blocks' ? 'too_many' : problem}`
    const place = ['content', field].filter(Boolean).join('.')
    throw refuse('bad_request', { details: [{ field: place, message, values: { value: limit } }] })
  }
  if (Buffer.byteLength(JSON.stringify(content)) > pageLimits.bytes) {
    const field = `content.${longestField(content)}`
    throw refuse('too_large', { details: [{ field, message: 'error.too_large' }] })
  }
  return content
}

function isUnkeepable(content: PageContent | UnkeepableContent): content is UnkeepableContent {
  return 'problem' in content
}

function draftOf(page: PageRow, state: DraftState): PageDraft {
  const { faults }: { faults: PageFault[] } = readContent(state.content)
  return {
    page,
    locale: state.locale,
    version: state.version,
    publishedVersion: state.publishedVersion,
    savedAt: state.savedAt.toISOString(),
    savedBy: state.savedBy,
    content: state.content,
    faults,
  }
}
