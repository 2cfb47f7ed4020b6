import type { CourseFault } from '@lantern/contract/authoring/course-imports.ts'
import type { AnyForms, OutlineForms, QuizForms, TutorialForms } from '@lantern/contract/authoring/forms.ts'
import { plainLearner, type SignedIn } from '@lantern/contract/roles.ts'
import { recipientsOf } from '#identity/index.ts'
import { Refusal } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { findAttachment } from '#media/index.ts'
import { inNameOf, knownMedia, type Planned, planPackage, writePackage } from '../packages/import-package.ts'
import { PackageRefusal } from '../packages/package-archive.ts'
import { storeMedia } from '../packages/store-media.ts'
import type { PartReport } from './build-items.ts'
import { courseJob, type KeptReport } from './course-imports.ts'
import { type OpenCourse, withCourse } from './open-course.ts'
import { CourseRefusal } from './source-files.ts'
import { withoutMedia } from './without-media.ts'

export function courseJobs(services: Services): void {
  services.jobs.define(
    courseJob,
    async (batch) => {
      for (const { id } of batch) if (typeof id === 'string') await runImport(services, id)
    },
    { isLong: true },
  )
}

/** Reads or makes what waits; what was done before stays as it is. A job that was killed begins this again. */
async function runImport(services: Services, id: string): Promise<void> {
  const row = await services.db
    .selectFrom('course_imports')
    .select(['owner_id', 'organisation_id', 'attachment_id', 'state'])
    .where('id', '=', id)
    .where('state', 'in', ['reading', 'importing'])
    .executeTakeFirst()
  if (!row) return
  const { owner_id: ownerId, organisation_id: organisationId } = row
  try {
    const viewer = await ownerOf(services, ownerId)
    const key = (await findAttachment(services.db, row.attachment_id))?.storage_key
    const found =
      key &&
      (await services.storage.withFile(key, async (path) => {
        await withCourse(services, { path, ownerId, organisationId }, (course) =>
          row.state === 'reading'
            ? planCourse(services, viewer, course, { id, organisationId })
            : writeCourse(services, viewer, course, { id, organisationId }),
        )
        return true
      }))
    if (!found) throw new CourseRefusal('upload_gone')
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    services.log.info({ id, reason: refusal.message }, 'a course was refused')
    await services.db
      .updateTable('course_imports')
      .set({
        state: 'refused',
        fault: refusal.fault,
        fault_detail: refusal.detail.slice(0, 500),
        updated_at: services.clock.now(),
      })
      .where('id', '=', id)
      .execute()
  }
}

function refusalOf(error: unknown): { fault: CourseFault; detail: string; message: string } | null {
  if (error instanceof CourseRefusal) return error
  const { message } = Object(error) as Error
  if (error instanceof PackageRefusal) return { fault: 'broken_file', detail: error.detail, message }
  // a draft that another author holds, or a right that is gone
  if (error instanceof Refusal && error.code !== 'unavailable') {
    return { fault: 'not_yours', detail: error.details?.[0]?.field ?? error.code, message }
  }
  return null
}

/** The person with the rights that they have now. */
async function ownerOf({ db, clock }: Services, id: string): Promise<SignedIn> {
  const [person] = await recipientsOf(db, [id], clock.now())
  if (!person || person.isSuspended) throw new CourseRefusal('not_yours')
  const { groups, memberships, classes } = person
  return { ...plainLearner({ id, name: '' }), groups, memberships, classes }
}

interface Into {
  id: string
  organisationId: string | null
}

async function planCourse(
  services: Services,
  viewer: SignedIn,
  course: OpenCourse,
  { id, organisationId }: Into,
): Promise<void> {
  const known = await knownMedia(services, viewer, course)
  const plan = await planPackage(services, viewer, course, { known, organisationId, keep: keepOwn })
  const report = reportOf(course, plan, new Map())
  await services.db
    .updateTable('course_imports')
    .set({
      state: 'planned',
      report: JSON.stringify(report),
      total: course.manifest.media.length + plan.length,
      updated_at: services.clock.now(),
    })
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .execute()
}

/** Media first, each known by what is in it when this begins again; then all items and the report, in one transaction. */
async function writeCourse(
  services: Services,
  viewer: SignedIn,
  course: OpenCourse,
  { id, organisationId }: Into,
): Promise<void> {
  const known = await knownMedia(services, viewer, course)
  const plan = await planPackage(services, viewer, course, { known, organisationId, keep: keepOwn })
  const refused = plan.find(({ outcome }) => outcome === 'refused')
  if (refused) throw new CourseRefusal('not_yours', refused.title)
  const gone = new Map<string, string>()
  const total = course.manifest.media.length + plan.length
  let done = known.size
  const progress = async () => {
    done++
    if (done % Math.ceil(total / 20) !== 0) return
    await services.db.updateTable('course_imports').set({ done, total }).where('id', '=', id).execute()
  }
  const stored = await storeMedia(services, viewer.id, course, known, {
    onRefused: (ref, code) => gone.set(ref, code),
    onStored: progress,
  })
  try {
    const lost = new Set(gone.keys())
    const whole = plan.map((item) => ({ ...item, packed: withoutMedia(item.packed, lost) }))
    await inTransaction(services.db, async (trx) => {
      const writing = { plan: whole, organisationId, idOf: stored.idOf, keep: keepOwn }
      const written = await writePackage(services, trx, viewer, writing)
      await trx
        .updateTable('course_imports')
        .set({
          state: 'done',
          done: total,
          total,
          report: JSON.stringify(reportOf(course, written, gone)),
          updated_at: services.clock.now(),
        })
        .where('id', '=', id)
        .execute()
    })
  } catch (error) {
    await stored.undo()
    throw error
  }
}

function reportOf(
  { format, title, parts, kept, manifest }: OpenCourse,
  plan: readonly Planned[],
  gone: ReadonlyMap<string, string>,
): KeptReport {
  const media = new Map(manifest.media.map((one) => [one.ref, one]))
  let lostWhole = 0
  const said = parts.map(({ media: refs, ...part }): Omit<PartReport, 'media'> => {
    const lost = refs.flatMap((ref) => (gone.has(ref) ? (media.get(ref) ?? []) : []))
    if (lost.length === 0) return part
    if (part.outcome === 'kept') lostWhole++
    const notes = lost.map(({ kind, name }) => ({
      code: kind === 'image' ? ('picture_refused' as const) : ('file_refused' as const),
      detail: name,
    }))
    return { ...part, outcome: 'changed', notes: [...part.notes, ...notes] }
  })
  const count = (outcome: PartReport['outcome']) => said.filter((part) => part.outcome === outcome).length
  return {
    format,
    title,
    counts: { kept: kept - lostWhole, changed: count('changed'), leftOut: count('left_out') },
    items: plan.map(({ packed: { id, type }, title: shown, outcome }) => ({
      id,
      // a course is made of these three alone
      type: type as 'tutorial' | 'quiz' | 'course',
      title: shown,
      outcome,
    })),
    parts: said,
  }
}

/** What the file knows nothing of stays as the author made it: pictures, levels, tags, durations, settings. */
function keepOwn(forms: AnyForms, present: AnyForms): AnyForms {
  const { title, description } = forms.general
  const general = { ...present.general, title, description }
  if ('steps' in forms && 'steps' in present) {
    const { sections } = (forms as TutorialForms).steps
    const { materials } = forms.details
    return {
      ...present,
      general,
      steps: { ...present.steps, sections },
      details: { ...present.details, materials },
    } as AnyForms
  }
  if ('questions' in forms && 'questions' in present) {
    const { questions } = (forms as QuizForms).questions
    return { ...present, general, questions: { ...present.questions, questions } } as AnyForms
  }
  if ('contents' in forms && 'contents' in present) {
    const { chapters, contents, contentIds } = (forms as OutlineForms).contents
    return { ...present, general, contents: { ...present.contents, chapters, contents, contentIds } } as AnyForms
  }
  return inNameOf(forms, present)
}
