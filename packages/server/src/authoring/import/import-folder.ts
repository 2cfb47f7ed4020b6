import { writeFile } from 'node:fs/promises'
import { defaultLocale, type OfferedLocale } from '@lantern/contract/locales.ts'
import { readReference } from '#catalog/index.ts'
import { isDatabaseAway } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { findImportFiles, type ImportFile } from './files.ts'
import { readKnownFiles } from './import-files.ts'
import { type Imported, type ImportRun, importLesson, type LessonEntry, openLesson } from './import-lesson.ts'
import { importQuiz } from './import-quiz.ts'
import { type LinkTarget, withoutEnding } from './lesson-links.ts'
import { lessonPictures } from './lesson-pictures.ts'
import { FileFailure } from './note.ts'
import { addFile, emptyReport, type FileReport, type ImportReport, reportLines } from './report.ts'

export interface ImportOptions {
  onProgress?(done: number, total: number, what: string): void
  /** File that gets the report as JSON. */
  report?: string
  /** Prints a line of the report for people. */
  say?(line: string): void
  locale?: OfferedLocale
  /** The owner of new lessons; default: the site's own team. */
  ownerId?: string
  /** Stops after the lesson in work; the next run goes on from there. */
  signal?: AbortSignal
}

/**
 * Makes a folder of Markdown lessons and GIFT files into published tutorials and quizzes. Every file stands for itself:
 * what is wrong with one is told in the report and does not keep the others out. Running it again writes only what
 * changed, so a run that was cut off is simply started again.
 */
export async function importFolder(
  services: Services,
  folder: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const startedAt = performance.now()
  const tree = await findImportFiles(folder)
  const report = emptyReport(folder)
  const known = await readKnownFiles(services.db, tree.name)
  const targets = new Map<string, LinkTarget>()
  const failures = new Map<ImportFile, FileFailure>()
  const lessons = new Map<ImportFile, LessonEntry>()

  // every lesson is opened before the first is written: they link to each other in all directions
  const works = new Set<string>()
  for (const file of tree.files) {
    try {
      if (file.refused) throw new FileFailure(file.refused.reason, file.refused.detail)
      if (file.kind === 'quiz') continue
      const entry = openLesson(tree.root, tree.name, file, known.get(`${tree.name}/${file.path}`))
      const work = `${entry.language}/${file.work}`
      if (works.has(work)) throw new FileFailure('duplicate', file.work)
      works.add(work)
      lessons.set(file, entry)
      targets.set(withoutEnding(file.path), entry)
    } catch (error) {
      failures.set(file, asFailure(error))
    }
  }

  const run: ImportRun = {
    services,
    root: tree.root,
    name: tree.name,
    ownerId: options.ownerId ?? (await importOwner(services, options.locale)),
    reference: await readReference(services.db),
    pictures: lessonPictures(services, tree.root),
    targets,
    report,
  }
  let done = 0
  for (const file of tree.files) {
    if (options.signal?.aborted) break
    options.onProgress?.(done, tree.files.length, file.path)
    addFile(report, await importFile(file))
    done++
  }
  options.onProgress?.(done, tree.files.length, '')

  report.pictures.stored = run.pictures.storedCount()
  report.seconds = (performance.now() - startedAt) / 1000
  if (options.report) await writeFile(options.report, `${JSON.stringify(report, null, 2)}\n`)
  if (options.say) {
    const say = (key: string, values = {}) => services.text(options.locale ?? defaultLocale, key, values)
    for (const line of reportLines(report, say)) options.say(line)
  }
  return report

  async function importFile(file: ImportFile): Promise<FileReport> {
    const entry = lessons.get(file)
    const common = { path: file.path, kind: file.kind, language: entry?.language ?? file.language }
    try {
      const failure = failures.get(file)
      if (failure) throw failure
      const imported: Imported = entry
        ? await importLesson(run, entry)
        : await importQuiz(run, file, known.get(`${tree.name}/${file.path}`))
      return { ...common, ...imported }
    } catch (error) {
      const { reason, detail } = asFailure(error)
      return { ...common, outcome: 'failed', failure: { reason, detail }, notes: [] }
    } finally {
      // the text of a thousand lessons need not stay in memory until the last is written
      if (entry) entry.text = null
    }
  }
}

/** What is wrong with one file; a fault of the whole site is not that. */
function asFailure(error: unknown): FileFailure {
  if (error instanceof FileFailure) return error
  if (isDatabaseAway(error)) throw error
  if (error instanceof RangeError && /call stack/i.test(error.message)) {
    return new FileFailure('too_deep', '', { cause: error })
  }
  return new FileFailure('not_saved', error instanceof Error ? error.message : String(error), { cause: error })
}

const ownerId = 'u_imported'

/** Imported lessons belong to the site's own team until an author takes them over. */
async function importOwner({ db, text, clock }: Services, locale: OfferedLocale = defaultLocale): Promise<string> {
  const name = text(locale, 'cli.import.owner')
  await db
    .insertInto('users')
    .values({ id: ownerId, name, full_name: name, slug: ownerId, is_bot: true, created_at: clock.now() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return ownerId
}
