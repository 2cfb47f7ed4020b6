import type { OneRosterColumn } from './oneroster-columns.ts'

/** What is wrong with a cell: why, in which column, and what was expected there. */
export interface CellFault {
  reason: string
  column: string
  detail: string
}

export type Mode = 'bulk' | 'delta'

const forms: Record<string, { reason: string; detail: string; isRight: (value: string) => boolean }> = {
  id: { reason: 'or_guid', detail: '[0-9A-Za-z.\\-_/@]{1,255}', isRight: isSourcedId },
  date: { reason: 'or_date', detail: 'YYYY-MM-DD', isRight: isDate },
  year: { reason: 'or_year', detail: 'YYYY', isRight: (value) => /^\d{4}$/.test(value) },
  integer: {
    reason: 'or_integer',
    detail: '-?[0-9]+',
    isRight: (value) => /^[+-]?\d+$/.test(value) && Number.isSafeInteger(Number(value)),
  },
  float: {
    reason: 'or_float',
    detail: '0.0',
    isRight: (value) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value) && Number.isFinite(Number(value)),
  },
  boolean: { reason: 'or_boolean', detail: 'true|false', isRight: (value) => value === 'true' || value === 'false' },
}

/** Every cell of a record that is not as its column says. */
export function faultsOfRecord(columns: readonly OneRosterColumn[], cells: readonly string[], mode: Mode): CellFault[] {
  const [, status = '', modified = ''] = cells
  const faults = lifecycleFaults(status, modified, mode)
  for (const [at, column] of columns.entries()) {
    const value = cells[at] ?? ''
    if (column.name === 'status' || column.name === 'dateLastModified') continue
    if (value === '') {
      if (column.isRequired) faults.push({ reason: 'or_missing', column: column.name, detail: '' })
    } else if (column.isList) faults.push(...listFaults(column, value))
    else faults.push(...valueFaults(column, value))
  }
  return faults
}

/** A bulk file says what there is; only a delta says what became of it, and when. */
function lifecycleFaults(status: string, modified: string, mode: Mode): CellFault[] {
  const given = [
    { column: 'status', value: status },
    { column: 'dateLastModified', value: modified },
  ]
  if (mode === 'bulk') {
    return given.flatMap(({ column, value }) => (value === '' ? [] : [{ reason: 'or_bulk', column, detail: '' }]))
  }
  return given.flatMap(({ column, value }) => {
    if (value === '') return [{ reason: 'or_delta', column, detail: '' }]
    if (column === 'status') {
      const isRight = value === 'active' || value === 'tobedeleted'
      return isRight ? [] : [{ reason: 'or_enum', column, detail: 'active|tobedeleted' }]
    }
    return isMoment(value) ? [] : [{ reason: 'or_datetime', column, detail: 'YYYY-MM-DDTHH:MM:SS.sssZ' }]
  })
}

function listFaults(column: OneRosterColumn, value: string): CellFault[] {
  const items = itemsOf(value)
  if (column.type === 'pair') {
    const isEmpty = items.some((item) => item === '')
    if (isEmpty) return [{ reason: 'or_list', column: column.name, detail: '{a:b},{c:d}' }]
    const isRight = items.every((item) => /^\{[^:{}]+:[^:{}]+\}$/.test(item))
    return isRight ? [] : [{ reason: 'or_pair', column: column.name, detail: '{a:b},{c:d}' }]
  }
  if (items.some((item) => item === '')) return [{ reason: 'or_list', column: column.name, detail: 'a,b,c' }]
  return items.flatMap((item) => valueFaults(column, item)).slice(0, 1)
}

export function itemsOf(value: string): string[] {
  return value === '' ? [] : value.split(',').map((item) => item.trim())
}

function valueFaults({ name, type, words, isOpen, target }: OneRosterColumn, value: string): CellFault[] {
  if (words.length > 0) {
    const isRight = words.includes(value) || (isOpen && /^ext:./.test(value))
    return isRight ? [] : [{ reason: 'or_enum', column: name, detail: words.join('|') }]
  }
  const form = forms[target ? 'id' : (type ?? '')]
  return !form || form.isRight(value) ? [] : [{ reason: form.reason, column: name, detail: form.detail }]
}

function isSourcedId(value: string): boolean {
  return /^[0-9A-Za-z.\-_/@]{1,255}$/.test(value)
}

function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

function isMoment(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(value) && !Number.isNaN(Date.parse(value))
}
