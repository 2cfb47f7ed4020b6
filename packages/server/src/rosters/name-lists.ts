import { newId } from '@lantern/contract/ids.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type MendableField, mayEnd, nameListLimits } from '@lantern/contract/rosters/name-list-limits.ts'
import type { NameListFault, NameListPlan, NameListProblem } from '@lantern/contract/rosters/name-lists.ts'
import { sql } from 'kysely'
import { type AsideWork, runAside, TooMuch } from '#kit/aside.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { keepLines, replaceLine } from './list-lines.ts'
import { planSoon } from './plan-soon.ts'
import type { FileFault, LineFault, LineFields, NameListInput, ReadLine, ReadList } from './reading/read-lines.ts'
import { settlePerson } from './reading/settle-person.ts'
import { lockList } from './stored-list.ts'

const reading: AsideWork = { file: new URL('./reading/read-name-list.ts', import.meta.url), name: 'nameList' }

/** 100,000 lines take some seconds. */
const deadlineMs = 60_000
const shownProblems = 50
const shownNames = 5
const mostFaults = 50

interface NameListFile {
  name: string
  data: string
}

/** Reads a file in another process and keeps its lines with what each would do. Nothing else is written. */
export async function readNameList(
  services: Services,
  viewer: SignedIn,
  locale: OfferedLocale,
  { organisationId, file, makeClasses }: { organisationId: string; file: NameListFile; makeClasses: boolean },
): Promise<{ faults: NameListFault[]; plan: NameListPlan | null }> {
  const { db, clock } = services
  const bytes = Buffer.from(file.data, 'base64')
  if (bytes.length > nameListLimits.fileBytes) throw refuse('too_large')
  const now = clock.now()
  const id = newId('nameList', now.getTime())
  await db
    .insertInto('name_lists')
    .values({
      id,
      organisation_id: organisationId,
      file_name: file.name,
      format: 'plain',
      makes_classes: makeClasses,
      state: 'reading',
      made_by: viewer.id,
      made_at: now,
    })
    .execute()
  try {
    const read = await readAside(db, { id, forWhom: viewer.id, input: { name: file.name, bytes } })
    if (read.faults.length > 0) {
      await forget(db, id)
      return {
        faults: read.faults.slice(0, mostFaults).map((fault) => shownFault(services, locale, fault)),
        plan: null,
      }
    }
    await inTransaction(db, async (trx) => {
      const { format, peopleWhole, seatsWhole } = read
      await trx
        .updateTable('name_lists')
        .set({ format, people_whole: peopleWhole, seats_whole: seatsWhole })
        .where('id', '=', id)
        .execute()
      await planSoon(services, trx, {
        id,
        organisationId,
        format,
        peopleWhole,
        seatsWhole,
        makesClasses: makeClasses,
      })
    })
  } catch (error) {
    await forget(db, id)
    throw error
  }
  return { faults: [], plan: await showPlan(services, locale, organisationId, id) }
}

async function readAside(
  db: Db,
  { id, forWhom, input }: { id: string; forWhom: string; input: NameListInput },
): Promise<ReadList> {
  let position = 0
  // it sends lines and asks for nothing
  const answer = async (lines: unknown) => {
    position = await keepLines(db, id, lines as ReadLine[], position)
  }
  try {
    return await runAside<ReadList>(reading, input, { deadlineMs, forWhom, answer })
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    const fault: FileFault = { code: 'too_much', file: input.name, line: null, detail: '' }
    return { format: 'plain', faults: [fault], peopleWhole: false, seatsWhole: false }
  }
}

async function forget(db: Db, id: string): Promise<void> {
  await db.deleteFrom('name_lists').where('id', '=', id).execute()
}

function shownFault({ text }: Services, locale: OfferedLocale, { code, file, line, detail }: FileFault): NameListFault {
  const column = code === 'no_column' ? text(locale, `rosters.field_${detail}`) : detail
  return { code, file, line, message: text(locale, `rosters.fault_${code}`, { file, detail: column }) }
}

/** Puts one value of a line right, and looks at the whole list again. */
export async function mendNameList(
  services: Services,
  { organisationId, listId }: { organisationId: string; listId: string },
  { position, field, value }: { position: number; field: MendableField; value: string },
): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const list = await lockList(trx, organisationId, listId)
    if (list.state !== 'planned') throw refuse('conflict')
    const line = await trx
      .selectFrom('name_list_lines')
      .selectAll()
      .where('list_id', '=', listId)
      .where('position', '=', position)
      .where('line', 'is not', null)
      .where('kind', '=', 'person')
      .where('outcome', '=', 'problem')
      .executeTakeFirst()
    // lines of OneRoster files have columns of their own, and are mended where they are kept
    if (!line || line.line === null || list.format !== 'plain') throw refuse('not_found')
    const { roleText, ...fields } = line.fields as unknown as LineFields
    const typed = { ...fields, role: roleText ?? fields.role ?? '', [field]: value }
    const settled = settlePerson(typed)
    await replaceLine(trx, listId, position, {
      file: line.file,
      line: line.line,
      kind: 'person',
      sourceId: settled.sourceId,
      classSourceId: '',
      isOver: line.is_over,
      fields: settled.fields,
      fault: settled.fault,
    })
    await planSoon(services, trx, list)
  })
}

/** The first lines of a plan, and how many there are of each kind. */
export async function showPlan(
  services: Services,
  locale: OfferedLocale,
  organisationId: string,
  listId: string,
): Promise<NameListPlan> {
  const { db, text } = services
  const { rows } = await sql<CountedList>`
    select n.id, n.file_name as "fileName", n.format, n.state, n.made_at as "readAt", n.ends_missing as "endsMissing"
    from name_lists n where n.id = ${listId} and n.organisation_id = ${organisationId} and n.state <> 'reading'`.execute(
    db,
  )
  const [list] = rows
  if (!list) throw refuse('not_found')
  const counts = await countLines(db, organisationId, listId)
  const problems = await db
    .selectFrom('name_list_lines')
    .select(['position', 'file', 'line', 'source_id', 'kind', 'fields', 'fault', 'clash'])
    .where('list_id', '=', listId)
    .where('outcome', '=', 'problem')
    .orderBy('position')
    .limit(shownProblems)
    .execute()
  const gone = await db
    .selectFrom('name_list_lines')
    .select(sql<string>`fields ->> 'name'`.as('name'))
    .where('list_id', '=', listId)
    .where('kind', '=', 'person')
    .where('line', 'is', null)
    .orderBy('position')
    .limit(shownNames)
    .execute()
  return {
    id: list.id,
    fileName: list.fileName,
    format: list.format,
    state: list.state,
    readAt: list.readAt.toISOString(),
    ...counts.plan,
    gone: { count: counts.gone, names: gone.map(({ name }) => name), mayEnd: mayEnd(counts.gone, counts.known) },
    firstProblems: problems.map((line) => {
      const { fault, clash, fields } = line as unknown as ProblemLine
      const said = (fault ?? clash) as LineFault
      return {
        position: line.position,
        file: line.file,
        line: line.line,
        about: fields.name || line.source_id,
        reason: said.reason,
        message: problemText((key, values) => text(locale, key, values), said),
        field: list.format === 'plain' ? said.field : null,
        value: said.value,
      } satisfies NameListProblem
    }),
  }
}

/** A cell of a OneRoster file that is not as its column says: what was expected says it all. */
const isOfValue = /^or_(guid|date|datetime|year|integer|float|boolean|enum|list|pair|score_range|objective)$/

/** What is wrong with a line and what is to be done. */
export function problemText(
  t: (key: string, values: Record<string, string>) => string,
  { reason, value, detail = '', column = '' }: LineFault,
): string {
  return t(`rosters.problem_${isOfValue.test(reason) ? 'or_value' : reason}`, { value, detail, column })
}

interface CountedList {
  id: string
  fileName: string
  format: 'plain' | 'oneroster'
  state: NameListPlan['state']
  readAt: Date
  endsMissing: boolean
}

export async function countLines(db: Db | Trx, organisationId: string, listId: string) {
  const isPerson = sql`kind = 'person' and line is not null`
  const { rows } = await sql<CountRow>`
    select
      count(*) filter (where ${isPerson})::integer as lines,
      count(*) filter (where ${isPerson} and outcome = 'added')::integer as added,
      count(*) filter (where ${isPerson} and outcome = 'changed')::integer as changed,
      count(*) filter (where ${isPerson} and outcome = 'ended')::integer as ended,
      count(*) filter (where ${isPerson} and outcome in ('same', 'repeat'))::integer as same,
      count(*) filter (where outcome = 'problem')::integer as problems,
      count(*) filter (where kind = 'person' and line is null)::integer as gone,
      count(*) filter (where kind = 'class' and outcome = 'added')::integer as "classesAdded",
      count(*) filter (where kind = 'class' and outcome = 'ended')::integer as "classesEnded",
      count(*) filter (where kind = 'seat' and outcome = 'added')::integer as "seatsAdded",
      count(*) filter (where kind = 'seat' and outcome = 'ended')::integer as "seatsEnded",
      count(*) filter (where done and ${isToWrite})::integer as written,
      count(*) filter (where ${isToWrite} and (n.ends_missing or ${isSaid}))::integer as "toWrite",
      (select count(*)::integer from roster_people r
        where r.organisation_id = ${organisationId} and r.ended_at is null) as known
    from name_lists n left join name_list_lines l on l.list_id = n.id where n.id = ${listId} group by n.id`.execute(db)
  const { gone = 0, known = 0, ...plan } = rows[0] as CountRow
  return { gone, known, plan }
}

interface CountRow {
  lines: number
  added: number
  changed: number
  ended: number
  same: number
  problems: number
  gone: number
  classesAdded: number
  classesEnded: number
  seatsAdded: number
  seatsEnded: number
  written: number
  toWrite: number
  known: number
}

/** A line that changes something. */
export const isToWrite = sql`outcome in ('added', 'changed', 'ended')`
/** The file says so itself; the others follow from what it does not say, and are done on wish. */
export const isSaid = sql`(line is not null or kind = 'class')`

interface ProblemLine {
  fault: LineFault | null
  clash: LineFault | null
  fields: LineFields
}
