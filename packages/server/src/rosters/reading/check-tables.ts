import { type CellFault, faultsOfRecord, itemsOf } from './check-record.ts'
import { columnsOf, type OneRosterFile } from './oneroster-columns.ts'
import type { OneRosterTable } from './oneroster-tables.ts'

export interface CheckedRecord {
  /** Line of the file. */
  line: number
  id: string
  isOver: boolean
  cell(name: string): string
  faults: CellFault[]
}

export type CheckedTables = ReadonlyMap<OneRosterFile, readonly CheckedRecord[]>

/** Every record with what is wrong in it: by itself, beside its own file, and in what it says of others. */
export function checkTables(tables: readonly OneRosterTable[]): CheckedTables {
  const checked = new Map(tables.map((table) => [table.file, recordsOf(table)]))
  const idsOf = new Map([...checked].map(([file, records]) => [file, new Set(records.map(({ id }) => id))]))
  for (const { file, mode } of tables) {
    for (const record of checked.get(file) ?? []) {
      // what a delta names may have come with an earlier file
      if (mode === 'bulk') checkReferences(file, record, idsOf)
      checkSense(file, record)
    }
  }
  return checked
}

function recordsOf({ file, mode, rows }: OneRosterTable): CheckedRecord[] {
  const columns = columnsOf[file]
  const places = new Map(columns.map(({ name }, at) => [name, at]))
  const seen = new Set<string>()
  let line = 2
  return rows.map((cells) => {
    const [id = '', status = ''] = cells
    const first = line
    line += 1 + cells.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0)
    const faults =
      cells.length < columns.length
        ? [{ reason: 'line_broken', column: '', detail: '' }]
        : faultsOfRecord(columns, cells, mode)
    if (seen.has(id)) faults.push({ reason: 'or_twice', column: 'sourcedId', detail: id })
    seen.add(id)
    return {
      line: first,
      id,
      isOver: status === 'tobedeleted',
      cell: (name: string) => (cells[places.get(name) ?? -1] ?? '').trim(),
      faults,
    }
  })
}

function checkReferences(file: OneRosterFile, record: CheckedRecord, idsOf: ReadonlyMap<string, Set<string>>): void {
  for (const { name, target, isList } of columnsOf[file]) {
    if (!target) continue
    const value = record.cell(name)
    const named = isList ? itemsOf(value) : [value]
    for (const id of named) {
      if (id === '') continue
      const known = idsOf.get(target)
      if (!known) record.faults.push({ reason: 'or_no_file', column: name, detail: `${target}.csv` })
      else if (!known.has(id)) record.faults.push({ reason: 'or_no_record', column: name, detail: `${target}.csv` })
    }
  }
  if (file === 'demographics' && !idsOf.get('users')?.has(record.id)) {
    record.faults.push({ reason: 'or_no_record', column: 'sourcedId', detail: 'users.csv' })
  }
}

const caseUuid = /^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What is right in each cell and yet means nothing. */
function checkSense(file: OneRosterFile, { cell, faults }: CheckedRecord): void {
  if (file === 'lineItems' && cell('resultValueMin') !== '' && cell('resultValueMax') !== '') {
    if (Number(cell('resultValueMin')) > Number(cell('resultValueMax'))) {
      faults.push({ reason: 'or_score_range', column: 'resultValueMin', detail: '<= resultValueMax' })
    }
  }
  if (
    file.endsWith('LearningObjectiveIds') &&
    cell('source') === 'case' &&
    !caseUuid.test(cell('learningObjectiveId'))
  ) {
    faults.push({ reason: 'or_objective', column: 'learningObjectiveId', detail: 'urn:uuid:…' })
  }
  if (itemsOf(cell('subjects')).length !== itemsOf(cell('subjectCodes')).length && file !== 'users') {
    faults.push({ reason: 'or_list', column: 'subjectCodes', detail: 'subjects' })
  }
}
