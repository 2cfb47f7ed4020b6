import { type CheckedRecord, checkTables } from '../reading/check-tables.ts'
import { columnsOf, type OneRosterFile } from '../reading/oneroster-columns.ts'
import type { OneRosterTable } from '../reading/oneroster-tables.ts'
import type { ReadLine } from '../reading/read-lines.ts'
import { linesOf } from '../reading/read-oneroster.ts'
import { isRecord, type SourceObject } from './ask-source.ts'

type Objects = Partial<Record<OneRosterFile, readonly SourceObject[]>>

/**
 * Objects of REST as the lines that the files of CSV would give: one way of reading, checking and importing for both. `line`
 * is the place of an object in its list.
 */
export function linesOfObjects(objects: Objects, firstLine = 1): ReadLine[] {
  const roles = (objects.users ?? []).flatMap((user) =>
    arrayOf(user.roles).map((role, nth) => ({ ...role, sourcedId: `${user.sourcedId}.${nth}`, user, ...lifeOf(user) })),
  )
  const tables = Object.entries({ ...objects, ...(objects.users && { roles }) }).map(([file, rows]) =>
    tableOf(file as OneRosterFile, rows as readonly SourceObject[]),
  )
  const checked = checkTables(tables)
  for (const [file, records] of checked) for (const record of records) forgive(file, record)
  return linesOf(checked).map((line) => ({
    ...line,
    file: line.file.replace(/\.csv$/, ''),
    // the head of a file is its first line
    line: line.line - 2 + firstLine,
  }))
}

/** As a delta, in which each record says whether it is over. */
function tableOf(file: OneRosterFile, objects: readonly SourceObject[]): OneRosterTable {
  return {
    file,
    mode: 'delta',
    rows: objects.map((object) => columnsOf[file].map(({ name }) => cellOf(object, name))),
  }
}

/** What a file has to fill in and REST does not. */
function forgive(file: OneRosterFile, { cell, faults }: CheckedRecord): void {
  const hasName = cell('givenName') !== '' || cell('familyName') !== ''
  const free: Partial<Record<OneRosterFile, readonly string[]>> = {
    users: hasName ? ['username', 'givenName', 'familyName'] : ['username'],
    classes: ['classType'],
  }
  // of a role, what stands around its word is the user's and was checked there
  const kept = faults.filter(({ reason, column }) =>
    file === 'roles' ? reason === 'or_enum' : reason !== 'or_missing' || !free[file]?.includes(column),
  )
  faults.splice(0, faults.length, ...kept)
}

const otherNames: Readonly<Record<string, string>> = {
  preferredGivenName: 'preferredFirstName',
  preferredFamilyName: 'preferredLastName',
}

function cellOf(object: Record<string, unknown>, column: string): string {
  if (column === 'dateLastModified') return momentOf(textOf(object[column]))
  // secrets of others are not looked at
  if (column === 'password') return ''
  const value = object[otherNames[column] ?? column]
  if (column === 'userIds')
    return arrayOf(value)
      .map(({ type, identifier }) => `{${textOf(type)}:${textOf(identifier)}}`)
      .join(',')
  if (Array.isArray(value)) return value.map(textOf).join(',')
  if (value !== undefined) return textOf(value)
  const [, name, isList] = /^(\w+?)SourcedId(s?)$/.exec(column) ?? []
  if (name === undefined) return ''
  const named = isList ? arrayOf(object[`${name}s`]) : [object[name]].filter(isRecord)
  return named.map(({ sourcedId }) => textOf(sourcedId)).join(',')
}

function lifeOf({ status, dateLastModified }: SourceObject) {
  return { status, dateLastModified }
}

function arrayOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** PostgreSQL keeps no zero character. */
function textOf(value: unknown): string {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isPlain ? String(value).replaceAll('\0', '') : ''
}

/** REST writes a time in several ways, a file in one. */
function momentOf(text: string): string {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? text : time.toISOString()
}
