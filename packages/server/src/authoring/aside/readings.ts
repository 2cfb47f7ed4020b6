import type { Picture } from '@lantern/contract/media/image-url.ts'
import { isLink, type RichDoc } from '@lantern/contract/media/rich-schema.ts'
import type { QuestionDraft } from '@lantern/contract/quiz/faults.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import type { Element } from 'hast'
import type { Errand } from '#kit/aside.ts'
import { checkDocument, documentOf, isTangled } from '#media/index.ts'
import type { ColumnNames } from '../exchange/read-csv.ts'
import { type ReadFile, readQuestions } from '../exchange/read-questions.ts'
import { settleQuestion } from '../exchange/settle-question.ts'
import { FileProblem, RowProblem, type SourceRow } from '../exchange/source-rows.ts'
import { toCommonMark } from '../import/dialect.ts'
import { renderMarkdown } from '../import/markdown.ts'
import { FileFailure } from '../import/note.ts'
import { isTangledMarkdown } from '../import/tangled-markdown.ts'

// Runs in a process of its own (kit/aside.ts): no database and no store can be reached from here, and errors come back as
// what they say, so what a caller has to know of them is in the answer.

export interface MarkdownInput {
  text: string
  language: ContentLanguage
  /** Assets of the media store, by id. */
  pictures: ReadonlyMap<string, Picture>
}

/** Markdown as a document of the editor; null when it is too tangled. */
export async function markdown({ input }: Errand<MarkdownInput>): Promise<RichDoc | null> {
  const { text, language, pictures } = input
  if (isTangledMarkdown(text) || isTangled(text)) return null
  try {
    const html = await renderMarkdown(toCommonMark(text.replaceAll('\r\n', '\n'), language).text, {
      language,
      highestHeading: 2,
      anchor: ({ id }) => id ?? '',
      link: (href) => (isLink(href) ? href : null),
      picture: async (src) => pictures.get(/^\/media\/images\/([\w-]{1,100})\//.exec(src)?.[1] ?? '') ?? null,
    })
    // deeper than the editor takes, and than the answer could be written
    const checked = checkDocument(documentOf(html))
    return checked.kind === 'sound' ? checked.document : null
  } catch (error) {
    // the parser follows what lies in each other without a limit of its own
    if (error instanceof RangeError || error instanceof FileFailure) return null
    throw error
  }
}

export interface QuestionsInput {
  name: string
  bytes: Uint8Array
  language: ContentLanguage
  columnNames: ColumnNames
  /** Which rows are to be taken over; null: all of them are shown, and no picture is stored. */
  chosen: readonly number[] | null
}

/** A picture of a question that wants to be stored. */
export interface WantedPicture {
  bytes: Uint8Array
  alt: string
}

export interface ReadRow extends Omit<SourceRow, 'question'> {
  /** Null where the row is no question, or was not chosen. */
  question: QuestionDraft | null
}

export type ReadQuestions =
  | { format: ReadFile['format']; rows: ReadRow[] }
  | { problem: Pick<FileProblem, 'code' | 'detail'> }

/** The questions of a file as they can be kept. What is wrong with one stands in its row. */
export async function questions({ input, ask }: Errand<QuestionsInput>): Promise<ReadQuestions> {
  const { name, bytes, language, columnNames, chosen } = input
  const place = async (picture: Uint8Array, alt: string) =>
    chosen === null ? missingPicture : ((await ask({ bytes: picture, alt } satisfies WantedPicture)) as Element | null)
  try {
    const read = await readQuestions(name, bytes, { language, columnNames })
    const rows: ReadRow[] = []
    for (const [index, row] of read.rows.entries()) {
      const isWanted = chosen === null || chosen.includes(index)
      rows.push(isWanted ? await settledRow(row, language, place) : { ...row, question: null })
    }
    return { format: read.format, rows }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    return { problem: { code: error.code, detail: error.detail } }
  }
}

async function settledRow(
  { question, ...row }: SourceRow,
  language: ContentLanguage,
  place: Parameters<typeof settleQuestion>[2],
): Promise<ReadRow> {
  if (!question) return { ...row, question: null }
  try {
    const settled = await settleQuestion(question, language, place)
    return { ...row, notes: [...row.notes, ...settled.notes], question: settled.question }
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error
    const { code, detail } = error
    return { ...row, question: null, problems: [{ code, ...(detail && { detail }) }] }
  }
}

/** A picture in a preview is its words: nothing is stored yet. */
const missingPicture: Element = {
  type: 'element',
  tagName: 'span',
  properties: { className: ['missing'] },
  children: [],
}
