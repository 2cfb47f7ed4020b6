import type { RichText } from '@lantern/contract/media/rich-document.ts'
import type { RichDoc } from '@lantern/contract/media/rich-schema.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#kit/sql.ts'
import { htmlOf, plainTextOf, readRichText, richTextContext } from '#media/index.ts'

/** What a bundle is called and said of it, in one language. */
export interface BundleText {
  title: string
  /** Null: nothing is said of it. */
  description: RichDoc | null
}

/** The texts of a bundle as they are stored. */
export interface StoredTexts extends BundleText {
  language: string
  translations: Partial<Record<ContentLanguage, BundleText>>
}

/** The text in the reader's language, else in the bundle's own. */
export function textFor(stored: StoredTexts, language: string | undefined): BundleText & { language: string } {
  const translation = stored.translations[language as ContentLanguage]
  if (translation && language) return { ...translation, language }
  return { title: stored.title, description: stored.description, language: stored.language }
}

/** What the bundle of the order line `t` was called when it was ordered, as `textFor` chooses; null: it is of no bundle. */
export function orderedBundleTitle(language: string | undefined): RawBuilder<string | null> {
  return sql`coalesce(t.bundle_titles ->> ${language ?? ''}::text, t.bundle_title)`
}

/** A description of a request, checked; null where nothing stands in it. */
export function readDescription(text: RichText, field: string): { document: RichDoc | null; length: number } {
  const document = readRichText(text, field)
  const { length } = plainTextOf(document)
  const isEmpty = length === 0 && document.content.every(({ type }) => type === 'paragraph' || type === 'heading')
  return { document: isEmpty ? null : document, length }
}

/** A description as the HTML of its page; empty where there is none. */
export async function descriptionHtml(db: Db | Trx, description: RichDoc | null, language: string): Promise<string> {
  if (!description) return ''
  const context = await richTextContext(db, [description], { language: language as ContentLanguage })
  return htmlOf(description, context)
}
