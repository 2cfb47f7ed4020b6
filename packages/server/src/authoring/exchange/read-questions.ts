import type { QuestionSource } from '@lantern/contract/authoring/exchange-formats.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import { childOf, findAll } from '#kit/xml-tree.ts'
import { readQuizJson } from './quiz-json.ts'
import { type ColumnNames, readCsv } from './read-csv.ts'
import { readGift } from './read-gift.ts'
import { readMoodle } from './read-moodle.ts'
import { asQti2, readQtiItem } from './read-qti.ts'
import { readQtiPackage } from './read-qti-package.ts'
import { readQti1 } from './read-qti1.ts'
import { decodeSource } from './source-bytes.ts'
import { FileProblem, type SourceRow, withinLimit } from './source-rows.ts'
import { isZip, unpackZip } from './unpack-zip.ts'
import { parseXml } from './xml-tree.ts'

export interface ReadFile {
  format: QuestionSource
  rows: SourceRow[]
}

interface Reader {
  /** That of the quiz. */
  language: ContentLanguage
  /** What columns of a table may be called. */
  columnNames: ColumnNames
}

/**
 * Reads questions from a file of any known format: told by its content, and by its name only where text is ambiguous.
 * Throws a FileProblem when there is nothing to show of it; what is wrong with one question stands in its row.
 */
export async function readQuestions(name: string, bytes: Uint8Array, reader: Reader): Promise<ReadFile> {
  const read = await readAny(name, bytes, reader)
  return { format: read.format, rows: withinLimit(read.rows) }
}

async function readAny(name: string, bytes: Uint8Array, reader: Reader): Promise<ReadFile> {
  const { language } = reader
  if (isZip(bytes)) return readQtiPackage(unpackZip(bytes))
  const text = decodeSource(bytes)
  if (text.trim() === '') throw new FileProblem('file_empty')
  if (/^\s*</.test(text.replace(/^\uFEFF/, '')) && !/\.(gift|csv|tsv|txt)$/i.test(name)) return readXml(text, language)
  if (/^\s*\{\s*"/.test(text.replace(/^\uFEFF/, '')) && !/\.gift$/i.test(name)) {
    return { format: 'json', rows: readQuizJson(text) }
  }
  if (/\.(csv|tsv)$/i.test(name)) return { format: 'csv', rows: readCsv(text, reader) }
  if (/\.gift$/i.test(name) || looksLikeGift(text)) return { format: 'gift', rows: await readGift(text, language) }
  if (/\.json$/i.test(name)) throw new FileProblem('json_broken')
  if (/[,;\t]/.test(text.split('\n', 1)[0] ?? '')) return { format: 'csv', rows: readCsv(text, reader) }
  throw new FileProblem('file_unknown')
}

/** An answer block. Piece by piece: one expression would go through a long file again for each sign in it. */
function looksLikeGift(text: string): boolean {
  const pieces = text.split('{')
  return pieces.some((piece, at) => {
    const end = piece.indexOf('}')
    return at > 0 && end > 0 && !pieces[at - 1]?.endsWith('\\') && /[=~#TF]/.test(piece.slice(0, end))
  })
}

function readXml(text: string, language: ContentLanguage): ReadFile {
  const root = parseXml(text)
  if (root.name === 'quiz') return { format: 'moodle', rows: readMoodle(root, language) }
  if (root.name === 'questestinterop')
    return { format: 'qti1', rows: readQti1(root, { file: '', picture: () => null }) }
  const isQti3 = root.name.startsWith('qti-')
  const qti = asQti2(root)
  const format = isQti3 ? 'qti3' : 'qti2'
  if (qti.name === 'assessmentItem') {
    return { format, rows: [readQtiItem(qti, { file: '', picture: () => null })] }
  }
  if (qti.name === 'assessmentTest' || qti.name === 'assessmentSection') {
    const items = findAll(qti, 'assessmentItem')
    if (items.length === 0) throw new FileProblem('test_parts')
    return { format, rows: items.map((item) => readQtiItem(item, { file: '', picture: () => null })) }
  }
  // several items in one wrapper of no standard
  const items = findAll(qti, 'assessmentItem').filter((item) => childOf(item, 'itemBody'))
  if (items.length > 0)
    return { format, rows: items.map((item) => readQtiItem(item, { file: '', picture: () => null })) }
  throw new FileProblem('xml_unknown', root.name)
}
