import type { ProgressRow } from '@lantern/contract/campus/assignments.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import writeExcelFile from 'write-excel-file/node'
import type { Services } from '#kit/services.ts'
import { type Cell, writeCsv } from '#kit/write-csv.ts'
import { assignmentsOf, progressPage } from './class-page.ts'
import { requireTeacher } from './class-rights.ts'

type Text = (key: string) => string

/** A table of the learners of a class and how far they are with each assignment, for its teachers. */
export async function readGradebook(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  classId: string,
  t: Text,
): Promise<Cell[][]> {
  const taught = await requireTeacher(db, viewer, classId)
  const now = clock.now()
  const assignments = await assignmentsOf(db, viewer, taught, now)
  const rows: ProgressRow[] = []
  let after: string | undefined
  do {
    const page = await progressPage(db, classId, assignments, { after }, now)
    rows.push(...page.rows)
    after = page.next ?? undefined
  } while (after !== undefined)
  // percent and points are numbers in columns of their own: spreadsheets take 3/4 for a date
  const withTool = assignments.map((_, at) => rows.some(({ cells }) => (cells[at]?.toolMark ?? null) !== null))
  const head = assignments.flatMap(({ title }, at) =>
    ['percent', 'right', 'questions', ...(withTool[at] ? ['tool'] : []), 'late', 'points', 'feedback'].map(
      (column) => `${title} ${t(`campus.column_${column}`)}`,
    ),
  )
  const withNumber = rows.some(({ number }) => number !== '')
  return [
    [t('campus.name'), ...(withNumber ? [t('campus.number')] : []), ...head],
    ...rows.map(({ name, number, cells }) => [
      name,
      ...(withNumber ? [number] : []),
      ...cells.flatMap((cell, at) => [
        // as on the page: a share of a quiz says nothing while a person marks it
        cell?.waiting ? t('campus.marking') : (cell?.percent ?? null),
        cell?.score?.correct ?? null,
        cell?.score?.questions ?? null,
        ...(withTool[at] ? [cell?.toolMark ?? null] : []),
        cell?.late ? t('campus.late') : null,
        cell?.mark?.points ?? null,
        cell?.mark?.feedback || null,
      ]),
    ]),
  ]
}

export const gradebookFiles = {
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    write: async (table: Cell[][]): Promise<string | Buffer> => writeCsv(table),
  },
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: (table: Cell[][]): Promise<string | Buffer> => workbook(table),
  },
} as const

/** Text is kept as text: nothing in it is a formula. */
function workbook([head = [], ...rows]: Cell[][]): Promise<Buffer> {
  const data = [
    head.map((value) => ({ value: String(value ?? ''), type: String, fontWeight: 'bold' as const })),
    ...rows.map((row) =>
      row.map((value) =>
        value === null ? null : typeof value === 'number' ? { value, type: Number } : { value, type: String },
      ),
    ),
  ]
  return writeExcelFile(data, { stickyRowsCount: 1, stickyColumnsCount: 1 }).toBuffer()
}
