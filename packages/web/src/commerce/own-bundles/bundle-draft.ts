import { formatPrice } from '@lantern/contract/catalog/price.ts'
import type { BundleItem, BundleWish, OwnBundle } from '@lantern/contract/commerce/own-bundles.ts'
import type { FieldProblem } from '@lantern/contract/errors.ts'
import type { RichDocument } from '@lantern/contract/media/rich-document.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import type { Format } from '#kit/format.ts'
import { fenOf, localTime, momentOf } from '../typed-values.ts'

export interface DraftText {
  title: string
  description: RichDocument
}

export interface DraftTranslation extends DraftText {
  language: ContentLanguage
}

/** A bundle as it stands in its editor: what can be typed is kept as it was typed. */
export interface BundleDraft extends DraftText {
  id: string
  /** `updatedTime` of the bundle that it is an edit of; null: a new one. */
  seen: string | null
  language: ContentLanguage
  translations: DraftTranslation[]
  /** Null: the bundle shows the picture of its first item. */
  cover: { imageId: string; url: string } | null
  slug: string
  /** In yuan. */
  price: string
  items: BundleItem[]
  /** Values of `datetime-local` fields, in the site's time; empty: no bound. */
  soldFrom: string
  soldUntil: string
  published: boolean
}

const nothing: RichDocument = { type: 'doc', content: [] }

export function emptyDraft(id: string, language: ContentLanguage): BundleDraft {
  return {
    id,
    seen: null,
    language,
    title: '',
    description: nothing,
    translations: [],
    cover: null,
    slug: '',
    price: '',
    items: [],
    soldFrom: '',
    soldUntil: '',
    published: false,
  }
}

export function draftOf(own: OwnBundle, format: Format): BundleDraft {
  const { bundle, description, translations, coverImageId, items, updatedTime } = own
  return {
    id: bundle.id,
    seen: updatedTime,
    // of one of the languages that a bundle may be saved in
    language: bundle.language as ContentLanguage,
    title: bundle.title,
    description,
    translations,
    cover: coverImageId && bundle.thumbnail.url ? { imageId: coverImageId, url: bundle.thumbnail.url } : null,
    slug: bundle.slug,
    price: formatPrice(bundle.originBundlePrice),
    items,
    soldFrom: bundle.soldFrom ? localTime(bundle.soldFrom, format) : '',
    soldUntil: bundle.soldUntil ? localTime(bundle.soldUntil, format) : '',
    published: bundle.status === 'published',
  }
}

export function wishOf(draft: BundleDraft): BundleWish & { id: string; seen: string | null } {
  const { id, seen, language, title, description, translations, cover, slug, price, items, published } = draft
  return {
    id,
    seen,
    language,
    title,
    description,
    translations,
    coverImageId: cover?.imageId ?? null,
    slug,
    // 0 is no price: the call names the field
    price: fenOf(price) ?? 0,
    itemIds: items.map((item) => item.id),
    soldFrom: momentOf(draft.soldFrom) || null,
    soldUntil: momentOf(draft.soldUntil) || null,
    published,
  }
}

/** The fault of a field, or of what stands inside it. */
export function faultOf(problems: readonly FieldProblem[], field: string): string | undefined {
  return problems.find((problem) => problem.field === field || problem.field.startsWith(`${field}.`))?.message
}

/** A draft that was kept on the device; null where it cannot be read, as one of an older version of this page. */
export function readDraft(text: string): BundleDraft | null {
  try {
    const value: unknown = JSON.parse(text)
    return isDraft(value) ? value : null
  } catch {
    return null
  }
}

function isDraft(value: unknown): value is BundleDraft {
  if (typeof value !== 'object' || value === null) return false
  const { id, title, price, description, translations, items } = value as Partial<Record<keyof BundleDraft, unknown>>
  const texts = [id, title, price]
  return (
    texts.every((text) => typeof text === 'string') &&
    typeof description === 'object' &&
    Array.isArray(translations) &&
    Array.isArray(items)
  )
}
