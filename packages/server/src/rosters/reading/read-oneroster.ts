import { isEmail, isPhone } from '@lantern/contract/checks.ts'
import { normalizePhone } from '@lantern/contract/validators.ts'
import { itemsOf } from './check-record.ts'
import { type CheckedRecord, type CheckedTables, checkTables } from './check-tables.ts'
import type { OneRosterFile } from './oneroster-columns.ts'
import { readTables } from './oneroster-tables.ts'
import type { LineFault, LineFields, ReadLine, ReadList, TakeLines } from './read-lines.ts'
import { wholeName } from './whole-name.ts'

const linesAtOnce = 1_000
const longestName = 100

/** Those who are around learners, and neither learn nor teach themselves. */
const besides = ['guardian', 'parent', 'relative']

/** A package of OneRoster 1.2. Marks and resources in it are checked and not kept, as are passwords and demographics. */
export async function readOneRoster(bytes: Uint8Array, take: TakeLines): Promise<ReadList> {
  const { tables, faults } = readTables(bytes)
  const modeOf = (file: OneRosterFile) => tables.find((table) => table.file === file)?.mode
  const read = {
    format: 'oneroster' as const,
    faults,
    peopleWhole: modeOf('users') === 'bulk',
    seatsWhole: modeOf('enrollments') === 'bulk',
  }
  if (faults.length > 0) return read
  const lines = linesOf(checkTables(tables))
  for (let at = 0; at < lines.length; at += linesAtOnce) await take(lines.slice(at, at + linesAtOnce))
  return read
}

/** What the records of a package say of classes, people and places, and what is wrong with them. */
export function linesOf(tables: CheckedTables): ReadLine[] {
  const of = (file: OneRosterFile) => tables.get(file) ?? []
  const taken: OneRosterFile[] = ['classes', 'users', 'enrollments']
  const others = [...tables.keys()].filter((file) => !taken.includes(file))
  const names = namesOf(of('classes'))
  const spans = new Map(of('academicSessions').map((term) => [term.id, [term.cell('startDate'), term.cell('endDate')]]))
  const roles = rolesOf(of('roles'), of('enrollments'))
  return [
    ...others.flatMap((file) => of(file).flatMap((record) => faulty(file, record))),
    ...of('classes').map((record) => lineOf('classes', 'class', record, classFields(record, names, spans))),
    ...of('users').flatMap((record) => {
      const role = roles.get(record.id)
      if (role === 'besides') return faulty('users', record)
      const line = lineOf('users', 'person', record, personFields(record, role))
      return [{ ...line, isOver: line.isOver || record.cell('enabledUser') === 'false' }]
    }),
    ...of('enrollments')
      .filter((record) => roles.get(record.cell('userSourcedId')) !== 'besides')
      .map((record) => ({
        ...lineOf('enrollments', 'seat', record, { name: '' }),
        sourceId: record.cell('userSourcedId'),
        classSourceId: record.cell('classSourcedId'),
      })),
  ]
}

function faulty(file: OneRosterFile, record: CheckedRecord): ReadLine[] {
  return record.faults.map((_, nth) => lineOf(file, 'other', record, { name: '' }, nth))
}

function lineOf(
  file: OneRosterFile,
  kind: ReadLine['kind'],
  { line, id, isOver, cell, faults }: CheckedRecord,
  fields: LineFields,
  nth = 0,
): ReadLine {
  const [fault] = faults.slice(nth)
  return {
    file: `${file}.csv`,
    line,
    kind,
    sourceId: id,
    classSourceId: '',
    isOver,
    fields,
    fault: fault ? ({ ...fault, field: null, value: cell(fault.column).slice(0, 120) } satisfies LineFault) : null,
  }
}

interface ClassName {
  name: string
  /** With the code, where classes of this title are told apart. */
  toldApart: string
}

/** Two classes of one title are told apart by their code. One that ends stands in nobody's way. */
function namesOf(classes: readonly CheckedRecord[]): ReadonlyMap<string, ClassName> {
  const count = new Map<string, number>()
  for (const { cell, isOver } of classes) if (!isOver) count.set(cell('title'), (count.get(cell('title')) ?? 0) + 1)
  return new Map(
    classes.map(({ id, cell }) => {
      const title = cell('title').slice(0, longestName)
      const toldApart = `${title} (${cell('classCode') || id})`
      return [id, { name: (count.get(cell('title')) ?? 0) > 1 ? toldApart : title, toldApart }]
    }),
  )
}

function classFields(
  { id, cell }: CheckedRecord,
  names: ReadonlyMap<string, ClassName>,
  spans: ReadonlyMap<string, readonly string[]>,
): LineFields {
  const terms = itemsOf(cell('termSourcedIds')).flatMap((term) => spans.get(term) ?? [])
  const days = terms.filter((day) => day !== '').toSorted()
  return { name: '', ...names.get(id), startsOn: days[0] ?? '', endsOn: days.at(-1) ?? '' }
}

/**
 * Who teaches anywhere teaches; admins of schools are no admins here, who are made one by one. A place as a student alone
 * says no role: in a delta it may be a teacher who takes part, whose role stands in no record of it.
 */
function rolesOf(roles: readonly CheckedRecord[], enrollments: readonly CheckedRecord[]) {
  const found = new Map<string, 'learner' | 'educator' | 'besides'>()
  const take = ({ cell, isOver }: CheckedRecord, saysLearner: (known: string | undefined) => boolean) => {
    if (isOver) return
    const person = cell('userSourcedId')
    const role = cell('role')
    const known = found.get(person)
    if (besides.includes(role)) found.set(person, known ?? 'besides')
    else if (role !== 'student') found.set(person, 'educator')
    else if (saysLearner(known)) found.set(person, 'learner')
  }
  for (const role of roles) take(role, (known) => known !== 'educator')
  for (const place of enrollments) take(place, (known) => known === 'besides')
  return found
}

function personFields({ cell }: CheckedRecord, role: 'learner' | 'educator' | undefined): LineFields {
  const phone = [cell('sms'), cell('phone')].map(normalizePhone).find(isPhone) ?? ''
  const email = cell('email').toLowerCase()
  const family = cell('preferredFamilyName') || cell('familyName')
  const given = cell('preferredGivenName') || cell('givenName')
  return {
    name: wholeName(family, given).slice(0, longestName),
    number: cell('identifier').slice(0, 64),
    phone,
    email: isEmail(email) ? email : '',
    ...(role && { role }),
  }
}
