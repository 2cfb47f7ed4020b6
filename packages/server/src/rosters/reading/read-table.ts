import { nameListLimits } from '@lantern/contract/rosters/name-list-limits.ts'
import Papa from 'papaparse'
import { type Column, columnOf } from './column-headings.ts'
import { decodeTable } from './decode-table.ts'
import type { FileFault, ReadLine, ReadList, TakeLines } from './read-lines.ts'
import { settlePerson } from './settle-person.ts'
import { wholeName } from './whole-name.ts'

const linesAtOnce = 1_000

/** A table of people as schools write it: a head of columns in any order and language, a line for each person or place in a class. */
export async function readTable(name: string, bytes: Uint8Array, take: TakeLines): Promise<ReadList> {
  const text = decodeTable(bytes)
  if (text === null) return broken({ code: 'no_text', file: name, line: null, detail: '' })
  if (text.trim() === '') return broken({ code: 'empty', file: name, line: null, detail: '' })
  // the beginning tells what is between the cells; a semicolon within cells is for several classes
  const delimiter = delimiterOf(text)
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, preview: nameListLimits.lines + 2 })
  const headAt = data.findIndex((row) => row.some((cell) => cell.trim() !== ''))
  const columns = (data[headAt] ?? []).map(columnOf)
  const missing = missingOf(columns)
  if (missing) return broken({ code: 'no_column', file: name, line: headAt + 1, detail: missing })
  if (data.length - headAt > nameListLimits.lines + 1) {
    return broken({ code: 'too_many', file: name, line: null, detail: String(nameListLimits.lines) })
  }
  const unclosed = errors.find(({ code }) => code === 'MissingQuotes')
  const lines = lineNumbers(data)
  let batch: ReadLine[] = []
  for (const [at, row] of data.entries()) {
    if (at <= headAt || row.every((cell) => cell.trim() === '')) continue
    const line = lines[at] ?? at + 1
    batch.push(lineOf(row, columns, { file: name, line, isUnclosed: unclosed?.row === at }))
    if (batch.length === linesAtOnce) {
      await take(batch)
      batch = []
    }
  }
  await take(batch)
  return { format: 'plain', faults: [], peopleWhole: true, seatsWhole: columns.includes('class') }
}

function broken(fault: FileFault): ReadList {
  return { format: 'plain', faults: [fault], peopleWhole: false, seatsWhole: false }
}

function delimiterOf(text: string): string {
  const head = text.split(/\r?\n/).find((line) => line.trim() !== '') ?? ''
  const count = (sign: string) => head.split(sign).length
  return ['\t', ';', ','].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}

/** Where each row begins in the file: cells may have line breaks in them. */
function lineNumbers(rows: readonly string[][]): number[] {
  let line = 1
  return rows.map((row) => {
    const first = line
    line += 1 + row.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0)
    return first
  })
}

function missingOf(columns: readonly (Column | null)[]): string | null {
  if (!columns.includes('name') && !(columns.includes('familyName') || columns.includes('givenName'))) return 'name'
  return columns.includes('phone') || columns.includes('email') ? null : 'phone'
}

interface Place {
  file: string
  line: number
  isUnclosed: boolean
}

function lineOf(row: string[], columns: readonly (Column | null)[], { file, line, isUnclosed }: Place): ReadLine {
  const cell = (wanted: Column) => row[columns.indexOf(wanted)] ?? ''
  const typed = {
    name: cell('name').trim() || wholeName(cell('familyName').trim(), cell('givenName').trim()),
    number: cell('number'),
    phone: cell('phone'),
    email: cell('email'),
    class: cell('class'),
    role: cell('role'),
  }
  const { sourceId, fields, fault } = settlePerson(typed)
  const isBroken = isUnclosed || row.slice(columns.length).some((rest) => rest.trim() !== '')
  return {
    file,
    line,
    kind: 'person',
    sourceId,
    classSourceId: '',
    isOver: false,
    fields,
    fault: isBroken ? { reason: 'line_broken', field: null, value: row.join(' ').slice(0, 120) } : fault,
  }
}
