import { createHash, randomBytes } from 'node:crypto'
import { type Namespace, type PageContent, pagePath } from '@lantern/contract/cms/blocks.ts'
import { nearestLocale } from '@lantern/contract/cms/nearest-locale.ts'
import { mayEditPages } from '@lantern/contract/cms/rights.ts'
import type { CmsContent } from '@lantern/contract/cms/wire.ts'
import { defaultLocale, type OfferedLocale } from '@lantern/contract/locales.ts'
import type { SignedIn, Viewer } from '@lantern/contract/roles.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import { sql } from 'kysely'
import { deleteInBatches } from '#kit/delete-in-batches.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction } from '#kit/sql.ts'
import { requireEditor } from './page-rights.ts'
import { lockDraft } from './page-rows.ts'
import { prepareContent } from './prepare-content.ts'
import { type PageAddress, wireContent } from './published.ts'

export interface PreviewWish extends PageAddress {
  locale: OfferedLocale
  viewer: Viewer
  /** Token of a preview link. */
  token: string | undefined
}

/**
 * The draft as it would be published, for its editors and for holders of a preview link. Nothing tells others
 * whether there is one.
 */
export async function previewContent(services: Services, wish: PreviewWish): Promise<CmsContent | null> {
  const { db, clock } = services
  const draft =
    (wish.token === undefined ? null : await draftOfToken(db, wish, wish.token, clock.now())) ??
    (await draftOfEditor(db, wish))
  if (!draft) return null
  const { page } = await prepareContent(db, draft.content, draft.locale)
  return wireContent(page, { name: draft.name, slug: wish.slug, locale: draft.locale, status: 'draft' })
}

interface PreviewedDraft {
  name: string
  locale: OfferedLocale
  content: PageContent
}

async function draftOfToken(
  db: Db,
  { namespace, slug }: PageAddress,
  token: string,
  now: Date,
): Promise<PreviewedDraft | null> {
  const row = await db
    .selectFrom('cms_previews as v')
    .innerJoin('cms_drafts as d', (join) =>
      join.onRef('d.page_id', '=', 'v.page_id').onRef('d.locale', '=', 'v.locale'),
    )
    .innerJoin('cms_pages as p', 'p.id', 'd.page_id')
    .select(['p.name', 'd.locale', 'd.content'])
    .where('v.token_hash', '=', hashOf(token))
    .where('v.expires_at', '>', now)
    .where('p.namespace', '=', namespace)
    .where('p.slug', '=', slug)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? draftOfRow(row) : null
}

async function draftOfEditor(db: Db, { namespace, slug, locale, viewer }: PreviewWish): Promise<PreviewedDraft | null> {
  if (viewer.kind === 'guest') throw refuse('login_required')
  if (!mayEditPages(viewer, locale)) throw refuse('forbidden')
  const rows = await db
    .selectFrom('cms_drafts as d')
    .innerJoin('cms_pages as p', 'p.id', 'd.page_id')
    .select(['p.name', 'd.locale', 'd.content'])
    .where('p.namespace', '=', namespace)
    .where('p.slug', '=', slug)
    .where('p.deleted_at', 'is', null)
    .execute()
  const nearest = nearestLocale(
    locale,
    rows.map((row) => row.locale),
  )
  const row = rows.find((one) => one.locale === nearest)
  return row ? draftOfRow(row) : null
}

/** The columns hold what the builder kept, in an offered language. */
function draftOfRow({ name, locale, content }: { name: string; locale: string; content: unknown }): PreviewedDraft {
  return { name, locale: locale as OfferedLocale, content: content as PageContent }
}

/** A new link to the draft as it stands whenever it is opened. The token is nowhere but in the answer. */
export async function linkPreview(
  services: Services,
  viewer: SignedIn,
  { id, locale, hours }: { id: string; locale: OfferedLocale; hours: number },
): Promise<{ url: string; expiresAt: string }> {
  requireEditor(viewer, locale)
  const { db, clock, config } = services
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(clock.now().getTime() + hours * 3_600_000)
  const { namespace, slug } = await inTransaction(db, async (trx) => {
    const state = await lockDraft(trx, id, locale)
    await trx
      .insertInto('cms_previews')
      .values({ token_hash: hashOf(token), page_id: id, locale, expires_at: expiresAt, created_by: viewer.id })
      .execute()
    return state
  })
  return { url: previewUrl(config.publicUrl, { namespace, slug, locale, token }), expiresAt: expiresAt.toISOString() }
}

function previewUrl(
  publicUrl: string,
  { namespace, slug, locale, token }: { namespace: Namespace; slug: string; locale: OfferedLocale; token: string },
): string {
  const query = new URLSearchParams({ [wireNames.preview]: 'true', [wireNames.previewToken]: token })
  if (locale !== defaultLocale) query.set(wireNames.language, locale)
  return `${publicUrl}${pagePath(namespace, slug)}?${query}`
}

export async function revokePreviews(
  { db }: Pick<Services, 'db'>,
  viewer: SignedIn,
  { id, locale }: { id: string; locale: OfferedLocale },
): Promise<{ revoked: number }> {
  requireEditor(viewer, locale)
  return inTransaction(db, async (trx) => {
    await lockDraft(trx, id, locale)
    const { numDeletedRows } = await trx
      .deleteFrom('cms_previews')
      .where('page_id', '=', id)
      .where('locale', '=', locale)
      .executeTakeFirst()
    return { revoked: Number(numDeletedRows) }
  })
}

export async function sweepPreviews(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, 'cms_previews', sql`expires_at <= ${now}`)
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
