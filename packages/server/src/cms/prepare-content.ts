import { blockKinds, pageFields } from '@lantern/contract/cms/block-kinds.ts'
import type { Block, PageContent } from '@lantern/contract/cms/blocks.ts'
import type { PageFault } from '@lantern/contract/cms/faults.ts'
import type { CmsImage } from '@lantern/contract/cms/fields.ts'
import { type ReadPage, readContent } from '@lantern/contract/cms/page-content.ts'
import { eachFieldOf, type FieldPlace, isPlainText, mapFields } from '@lantern/contract/cms/walk-fields.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { spokenText } from '@lantern/contract/media/plain-text.ts'
import type { RichText } from '@lantern/contract/media/rich-document.ts'
import type { RichDoc } from '@lantern/contract/media/rich-schema.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import type { Db } from '#kit/sql.ts'
import {
  checkDocument,
  htmlOf,
  isTangled,
  picturesById,
  richTextContext,
  sanitizeHtml,
  withoutMarks,
} from '#media/index.ts'

export interface PreparedPage {
  /** As visitors get it: every field there, rich text as sanitized HTML, own pictures with their measures. */
  page: ReadPage
  faults: PageFault[]
}

/** A draft as it would be published, and what is wrong with it by itself. */
export async function prepareContent(db: Db, kept: PageContent, locale: OfferedLocale): Promise<PreparedPage> {
  const { page, faults } = readContent(kept)
  const { documents, pictureIds } = lookedUp(page)
  const [pictures, context] = [
    await picturesById(db, pictureIds),
    await richTextContext(db, documents, { language: locale.slice(0, 2) as ContentLanguage }),
  ]

  function prepared(place: FieldPlace, blockId: string): unknown {
    const { rule, value, path } = place
    if (rule.is === 'image') {
      const image = value as CmsImage
      const known = pictures.get(pictureId(image.value))
      return known ? { ...image, width: known.width, height: known.height } : image
    }
    if (rule.is !== 'rich') return value
    const text = value as RichText
    if (isPlainText(place)) return typeof text === 'string' ? text : spokenText(text)
    const html = typeof text === 'string' ? safeMarkup(text) : htmlOfDocument(text)
    if (html === null) faults.push({ kind: 'bad_text', blockId, field: path, value: '' })
    const shown = withoutMarks(html ?? '')
    if (html !== null && shown !== html) faults.push({ kind: 'missing_media', blockId, field: path, value: '' })
    return shown
  }

  function htmlOfDocument(text: RichText): string | null {
    const checked = checkDocument(text)
    return checked.kind === 'sound' ? htmlOf(checked.document, context) : null
  }

  function blockOf(block: Block): Block {
    const fields = mapFields(blockKinds[block.kind].fields, block.fields, (place) => prepared(place, block.id))
    // every field keeps the type that the rules give it
    return { ...block, fields, children: block.children.map(blockOf) } as Block
  }

  const properties = mapFields(pageFields, page.properties, (place) => prepared(place, ''))
  return {
    page: { ...page, properties: properties as ReadPage['properties'], blocks: page.blocks.map(blockOf) },
    faults,
  }
}

function safeMarkup(text: string): string | null {
  if (!/[<&]/.test(text)) return text
  return isTangled(text) ? null : sanitizeHtml(text)
}

/** What has to be asked of the database before the text can be written. */
function lookedUp(page: ReadPage): { documents: RichDoc[]; pictureIds: Set<string> } {
  const documents: RichDoc[] = []
  const pictureIds = new Set<string>()
  eachFieldOf(page, (place) => {
    if (place.rule.is === 'image') pictureIds.add(pictureId((place.value as CmsImage).value))
    if (place.rule.is !== 'rich' || typeof place.value === 'string' || isPlainText(place)) return
    const checked = checkDocument(place.value)
    if (checked.kind === 'sound') documents.push(checked.document)
  })
  pictureIds.delete('')
  return { documents, pictureIds }
}

/** The id of a picture of the media library; empty for any other address. */
function pictureId(address: string): string {
  return /^\/media\/images\/([\w-]+)\//.exec(address)?.[1] ?? ''
}
