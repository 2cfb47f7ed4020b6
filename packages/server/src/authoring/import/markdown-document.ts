import type { RichDoc } from '@lantern/contract/media/rich-schema.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import { type AsideWork, runAside, TooMuch } from '#kit/aside.ts'
import { refuse } from '#kit/errors.ts'
import type { Db } from '#kit/sql.ts'
import { picturesById } from '#media/index.ts'
import type { MarkdownInput } from '../aside/readings.ts'

const readMarkdown: AsideWork = { file: new URL('../aside/readings.ts', import.meta.url), name: 'markdown' }

/** More than the longest lessons take, on a machine that has other things to do. */
const deadlineMs = 8_000

/** Markdown as a document of the editor, by the reader of imported lessons. Pictures are those of the media store. */
export async function documentOfMarkdown(
  db: Db,
  { text, language, forWhom }: { text: string; language: ContentLanguage; forWhom: string },
): Promise<RichDoc> {
  const ids = [...text.matchAll(/\/media\/images\/([\w-]{1,100})\//g)].map(([, id = '']) => id)
  const input: MarkdownInput = { text, language, pictures: await picturesById(db, new Set(ids)) }
  try {
    const document = await runAside<RichDoc | null>(readMarkdown, input, { deadlineMs, forWhom })
    if (document) return document
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
  }
  throw refuse('bad_request', { details: [{ field: 'text', message: 'editor.fault_too_deep' }] })
}
