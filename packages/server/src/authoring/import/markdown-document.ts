import type { Picture } from '@lantern/contract/media/image-url.ts'
import { isLink, type RichDoc } from '@lantern/contract/media/rich-schema.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'
import type { Db } from '#kit/sql.ts'
import { documentOf, findPicture, isTangled } from '#media/index.ts'
import { toCommonMark } from './dialect.ts'
import { renderMarkdown } from './markdown.ts'
import { isTangledMarkdown } from './tangled-markdown.ts'

/** Markdown as a document of the editor, by the reader of imported lessons. Pictures are those of the media store. */
export async function documentOfMarkdown(db: Db, text: string, language: ContentLanguage): Promise<RichDoc> {
  if (isTangledMarkdown(text) || isTangled(text)) throw tangled()
  try {
    const html = await renderMarkdown(toCommonMark(text.replaceAll('\r\n', '\n'), language).text, {
      language,
      highestHeading: 2,
      anchor: ({ id }) => id ?? '',
      link: (href) => (isLink(href) ? href : null),
      picture: (src) => storedPicture(db, src),
    })
    return documentOf(html)
  } catch (error) {
    // the parser follows what lies in each other without a limit of its own
    if (error instanceof RangeError) throw tangled(error)
    throw error
  }
}

function tangled(cause?: unknown) {
  return refuse('bad_request', { details: [{ field: 'text', message: 'editor.fault_too_deep' }], cause })
}

async function storedPicture(db: Db, src: string): Promise<Picture | null> {
  const id = /^\/media\/images\/([\w-]{1,100})\//.exec(src)?.[1]
  return id ? findPicture(db, id) : null
}
