import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import { bundleDescriptionLength, fewestBundleItems } from '@lantern/contract/commerce/bundle-rules.ts'
import { bundleChanged } from '@lantern/contract/commerce/events.ts'
import type { BundleWish, OwnBundle } from '@lantern/contract/commerce/own-bundles.ts'
import { selling } from '@lantern/contract/guards.ts'
import { thumbnailUrl } from '@lantern/contract/media/image-url.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { itemCards } from '#catalog/index.ts'
import { type RefusedField, refuse } from '#kit/errors.ts'
import { requireGuards } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { picturesById } from '#media/index.ts'
import { type BundleText, readDescription } from './bundle-text.ts'
import { putIntoBundle } from './bundles.ts'
import { momentOf } from './discounts.ts'
import { problemOf, readOwnBundle } from './own-bundles.ts'

/** Makes or changes a bundle. Two editors at once: the second is told. */
export function saveOwnBundle(
  services: Services,
  viewer: SignedIn,
  { id, seen, ...wish }: BundleWish & { id: string; seen: string | null },
): Promise<OwnBundle> {
  const { clock, events } = services
  if (wish.published) requireGuards(selling, viewer, services)
  return inTransaction(services.db, async (trx) => {
    const known = await trx
      .selectFrom('bundles')
      .select(['owner_id', 'updated_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (known && known.owner_id !== viewer.id) throw refuse('not_found')
    const now = clock.now()
    const { items, cover, description, translations } = await checked(trx, viewer, { id, wish, now })
    const row = {
      title: wish.title.trim(),
      slug: wish.slug.trim(),
      language: wish.language,
      description: description && JSON.stringify(description),
      translations: JSON.stringify(translations),
      price_fen: wish.price,
      status: wish.published ? 'published' : 'unPublished',
      cover_image_id: wish.coverImageId,
      thumbnail_url: cover ?? items[0]?.thumbnail.url ?? null,
      sold_from: wish.soldFrom,
      sold_until: wish.soldUntil,
      updated_at: now,
    }
    const itemIds = items.map((item) => item.id)
    if (known && (known.updated_at?.toISOString() ?? null) !== seen) {
      // a save whose answer was lost comes again: it stands already
      if (await standsAlready(trx, id, { ...row, itemIds })) {
        return readOwnBundle({ db: trx, clock }, viewer, id)
      }
      throw refuse('conflict')
    }
    await trx
      .insertInto('bundles')
      .values({ id, ...row, owner_id: viewer.id, created_at: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    await putIntoBundle(trx, id, itemIds)
    await events.emit(trx, bundleChanged, { bundleId: id })
    return readOwnBundle({ db: trx, clock }, viewer, id)
  })
}

interface Checked {
  items: ItemCard[]
  /** Address of the own cover; null: none was chosen. */
  cover: string | null
  description: BundleText['description']
  translations: Record<string, BundleText>
}

/** A wish as it is stored. What cannot be is refused, all of it at once and each by its field. */
async function checked(
  trx: Trx,
  viewer: SignedIn,
  { id, wish, now }: { id: string; wish: BundleWish; now: Date },
): Promise<Checked> {
  const faults: RefusedField[] = []
  const refuseField = (field: string, message: string, values?: RefusedField['values']) =>
    faults.push({ field, message, ...(values && { values }) })
  const described = (text: BundleWish['description'], field: string) => {
    const { document, length } = readDescription(text, field)
    if (length > bundleDescriptionLength) {
      refuseField(field, 'shape.maxLength', { limit: bundleDescriptionLength })
    }
    return document
  }
  if (wish.title.trim() === '') refuseField('title', 'shape.required')
  const description = described(wish.description, 'description')
  const translations: Record<string, BundleText> = {}
  for (const [at, { language, title, description }] of wish.translations.entries()) {
    const field = `translations.${at}`
    if (language === wish.language || translations[language])
      refuseField(`${field}.language`, 'shop_error.bundle_language')
    if (title.trim() === '') refuseField(`${field}.title`, 'shape.required')
    translations[language] = { title: title.trim(), description: described(description, `${field}.description`) }
  }
  const slug = wish.slug.trim()
  if (!/^[A-Za-z0-9_-]{1,160}$/.test(slug)) refuseField('slug', 'shop_error.slug')
  else if (await isSlugTaken(trx, slug, id)) refuseField('slug', 'error.page_slug_taken')
  if (wish.price < 1) refuseField('price', 'commerce.discount_price_unclear')
  const [from, until] = [wish.soldFrom, wish.soldUntil].map((text) => (text === null ? undefined : momentOf(text)))
  if (from === null) refuseField('soldFrom', 'commerce.discount_no_time')
  if (until === null) refuseField('soldUntil', 'commerce.discount_no_time')
  else if (until !== undefined && from && from >= until) refuseField('soldUntil', 'commerce.discount_end_first')
  const cover = await coverOf(trx, wish.coverImageId)
  if (cover === undefined) refuseField('coverImageId', 'shop_error.bundle_cover')
  const itemIds = [...new Set(wish.itemIds)]
  const { items, itemMap } = await itemCards(trx, viewer, itemIds)
  for (const itemId of itemIds) {
    const card = itemMap[itemId]
    const problem = problemOf(card, viewer, now)
    // one that is not published yet may wait in a bundle, which is not sold until then
    if (problem === 'not_own') refuseField('itemIds', 'shop_error.bundle_foreign', { name: card?.title ?? itemId })
    else if (problem === 'free') refuseField('itemIds', 'shop_error.item_free', { name: card?.title ?? itemId })
  }
  if (itemIds.length < fewestBundleItems) refuseField('itemIds', 'shop_error.bundle_few')
  if (faults.length > 0) throw refuse('bad_request', { details: faults })
  return { items, cover: cover ?? null, description, translations }
}

interface StoredBundle {
  title: string
  slug: string
  language: string
  description: string | null
  translations: string
  price_fen: number
  status: string
  cover_image_id: string | null
  sold_from: string | null
  sold_until: string | null
  itemIds: string[]
}

async function standsAlready(trx: Trx, id: string, wanted: StoredBundle): Promise<boolean> {
  const { rows } = await sql`
    select from bundles b where b.id = ${id} and b.title = ${wanted.title} and b.slug = ${wanted.slug}
      and b.language = ${wanted.language} and b.price_fen = ${wanted.price_fen} and b.status = ${wanted.status}
      and b.description is not distinct from ${wanted.description}::jsonb
      and b.translations = ${wanted.translations}::jsonb
      and b.cover_image_id is not distinct from ${wanted.cover_image_id}
      and b.sold_from is not distinct from ${wanted.sold_from}::timestamptz
      and b.sold_until is not distinct from ${wanted.sold_until}::timestamptz
      and ${wanted.itemIds}::text[] =
        (select array_agg(t.item_id order by t.position) from bundle_items t where t.bundle_id = b.id)`.execute(trx)
  return rows.length > 0
}

async function isSlugTaken(trx: Trx, slug: string, id: string): Promise<boolean> {
  const other = await trx
    .selectFrom('bundles')
    .select('id')
    .where('slug', '=', slug)
    .where('id', '<>', id)
    .executeTakeFirst()
  return other !== undefined
}

/** The address of a picture as a cover; null: none is wanted, undefined: there is no such picture. */
async function coverOf(trx: Trx, imageId: string | null): Promise<string | null | undefined> {
  if (imageId === null) return null
  const picture = (await picturesById(trx, new Set([imageId]))).get(imageId)
  return picture && thumbnailUrl(picture)
}
