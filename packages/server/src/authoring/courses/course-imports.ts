import type {
  CourseFault,
  CourseFormat,
  CourseImport,
  CourseImportReport,
} from '@lantern/contract/authoring/course-imports.ts'
import { courseNotes } from '@lantern/contract/authoring/course-imports.ts'
import { mayStart, organisationFor } from '@lantern/contract/authoring/rights.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { requireOwnAttachment } from '#media/index.ts'
import type { PartReport } from './build-items.ts'
import type { PartNote } from './course-tree.ts'

/** What a row keeps of a course that was read. */
export interface KeptReport {
  format: CourseFormat
  title: string
  counts: CourseImport['counts']
  items: CourseImportReport['items']
  parts: Omit<PartReport, 'media'>[]
}

export const courseJob = 'authoring.course'

/** How many of a person's own are listed; more are of no use to anybody. */
const mostListed = 50

/** Takes note of an upload that is to be read. Two clicks are one. */
export async function beginCourseImport(
  { db, clock, jobs }: Services,
  viewer: SignedIn,
  { attachmentId, campus = false, organisationId }: { attachmentId: string; campus?: boolean; organisationId?: string },
): Promise<{ id: string }> {
  const organisation = organisationFor(viewer, { campus, organisationId })
  if (!mayStart(viewer, organisation)) throw refuse('forbidden')
  const now = clock.now()
  return inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`course_import:${viewer.id}`}, 0))`.execute(trx)
    const upload = await requireOwnAttachment(trx, viewer.id, attachmentId)
    const before = await trx
      .selectFrom('course_imports')
      .select('id')
      .where('owner_id', '=', viewer.id)
      .where('attachment_id', '=', attachmentId)
      .where('state', 'in', ['reading', 'importing'])
      .executeTakeFirst()
    if (before) return before
    const id = newId('courseImport', now.getTime())
    const times = { created_at: now, updated_at: now }
    await trx
      .insertInto('course_imports')
      .values({
        id,
        owner_id: viewer.id,
        organisation_id: organisation,
        attachment_id: attachmentId,
        file_name: upload.name,
        ...times,
      })
      .execute()
    await jobs.send(trx, courseJob, { id })
    return { id }
  })
}

/** Has the drafts made. Of what is being made or is done, nothing is made again. */
export async function startCourseImport({ db, clock, jobs }: Services, viewer: SignedIn, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('course_imports')
      .select(['state', 'organisation_id'])
      .where('id', '=', id)
      .where('owner_id', '=', viewer.id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw refuse('not_found')
    if (!mayStart(viewer, row.organisation_id)) throw refuse('forbidden')
    if (row.state === 'importing' || row.state === 'done') return
    if (row.state !== 'planned') throw refuse('conflict')
    await trx
      .updateTable('course_imports')
      .set({ state: 'importing', done: 0, updated_at: clock.now() })
      .where('id', '=', id)
      .execute()
    await jobs.send(trx, courseJob, { id })
  })
}

const columns = [
  'id',
  'organisation_id',
  'file_name',
  'state',
  'fault',
  'fault_detail',
  'done',
  'total',
  'created_at',
] as const

interface ImportRow {
  id: string
  organisation_id: string | null
  file_name: string
  state: string
  fault: string | null
  fault_detail: string
  done: number
  total: number
  created_at: Date
}

export async function listCourseImports(
  services: Services,
  viewer: SignedIn,
  locale: OfferedLocale,
  { campus = false }: { campus?: boolean },
): Promise<{ results: CourseImport[] }> {
  const rows = await services.db
    .selectFrom('course_imports')
    .select([...columns])
    // a report has thousands of lines: the list wants three words of it
    .select(sql<Partial<KeptReport> | null>`report - 'parts' - 'items'`.as('report'))
    .where('owner_id', '=', viewer.id)
    .where('organisation_id', campus ? 'is not' : 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute()
  return { results: rows.map((row) => shownImport(services, locale, row, row.report)) }
}

export async function readCourseImport(
  services: Services,
  viewer: SignedIn,
  locale: OfferedLocale,
  id: string,
): Promise<CourseImportReport> {
  const row = await services.db
    .selectFrom('course_imports')
    .select([...columns, 'report'])
    .where('id', '=', id)
    .where('owner_id', '=', viewer.id)
    .executeTakeFirst()
  if (!row) throw refuse('not_found')
  // written by this domain alone
  const report = row.report as KeptReport | null
  const say = notesIn(services, locale)
  return {
    ...shownImport(services, locale, row, report),
    items: report?.items ?? [],
    parts: (report?.parts ?? []).map((part, place) => ({ ...part, place, notes: part.notes.map(say) })),
  }
}

function shownImport(
  { text }: Pick<Services, 'text'>,
  locale: OfferedLocale,
  row: ImportRow,
  report: Partial<KeptReport> | null,
): CourseImport {
  const { id, organisation_id, file_name: fileName, state, fault, fault_detail: detail, done, total } = row
  return {
    id,
    fileName,
    state: state as CourseImport['state'],
    campus: organisation_id !== null,
    problem:
      fault === null ? null : { code: fault, message: text(locale, `course.${fault as CourseFault}`, { detail }) },
    format: report?.format ?? null,
    title: report?.title ?? '',
    progress: { done, total },
    counts: report?.counts ?? { kept: 0, changed: 0, leftOut: 0 },
    createdAt: row.created_at.toISOString(),
  }
}

const ownNotes = new Set<string>(courseNotes)

function notesIn({ text }: Pick<Services, 'text'>, locale: OfferedLocale) {
  return ({ code, detail = '' }: PartNote) => ({
    code,
    message: text(locale, ownNotes.has(code) ? `course.${code}` : `exchange.${code}`, { detail }),
  })
}
