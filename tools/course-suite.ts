import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { request } from 'playwright-core'
import type { CourseImportReport } from '../packages/contract/src/authoring/course-imports.ts'
import { emptyForms } from '../packages/contract/src/authoring/empty-forms.ts'
import type { QuestionPreview } from '../packages/contract/src/authoring/exchange.ts'
import { enter } from './visit.ts'

// `node tools/course-suite.ts <address of a demo site> courses|questions <folder>…`: sends every course, or every file of
// questions, below these folders to the site as its creator and prints what becomes of each. A folder with a manifest of its
// own is packed first. Nothing is imported: courses are read as for a plan, questions as for a preview.

const [site = 'http://127.0.0.1:3000', what = 'courses', ...folders] = process.argv.slice(2)
const client = await request.newContext({ baseURL: site })
await enter(client, '13800000002')
const { csrfToken, user } = await (await client.get('/api/session')).json()

interface Sent {
  data?: unknown
  multipart?: { file: { name: string; mimeType: string; buffer: Buffer } }
}

/** Null and the code where the site refuses. */
async function post<Answer>(path: string, sent: Sent): Promise<{ result: Answer | null; code: string }> {
  const address = `${path}${path.includes('?') ? '&' : '?'}_csrf=${encodeURIComponent(csrfToken)}`
  const answer = await client.post(address, { ...sent, timeout: 600_000 })
  const said = await answer.json()
  return answer.ok() ? { result: said, code: '' } : { result: null, code: `${answer.status()} ${said.code}` }
}

const packed = mkdtempSync(join(tmpdir(), 'course-suite-'))
const manifests = ['imsmanifest.xml', 'course.xml', 'library.xml', 'moodle_backup.xml']

/** Archives below a folder, and folders that would be one. */
function coursesIn(folder: string): { name: string; path: string }[] {
  if (manifests.some((name) => existsSync(join(folder, name)))) {
    const path = join(packed, `${basename(folder)}-${Math.random().toString(36).slice(2)}.tar.gz`)
    execFileSync('tar', ['-czf', path, '-C', folder, '.'])
    return [{ name: folder, path }]
  }
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === '.git' ? [] : coursesIn(path)
    return /\.(imscc|mbz|zip|tar\.gz|tgz)$/i.test(entry.name) ? [{ name: path, path }] : []
  })
}

function questionFilesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return questionFilesIn(path)
    return /\.(xml|qti|zip|imscc|gift|csv|txt)$/i.test(entry.name) ? [path] : []
  })
}

const sums = { files: 0, refused: 0, crashed: 0, kept: 0, changed: 0, leftOut: 0 }

async function tryCourse({ name, path }: { name: string; path: string }): Promise<string> {
  const file = { name: basename(path), mimeType: 'application/octet-stream', buffer: readFileSync(path) }
  const upload = await post<{ attachmentId: string }>('/api/learn/attachment?kind=asset', { multipart: { file } })
  if (!upload.result) return refused(`${name}: ${upload.code}`, upload.code)
  const data = { attachmentId: upload.result.attachmentId }
  const begun = await post<{ id: string }>('/api/learn/creator/courseImport', { data })
  if (!begun.result) return refused(`${name}: ${begun.code}`, begun.code)
  const report = await planOf(begun.result.id)
  if (report.problem) return refused(`${name}: ${report.problem.code}`, report.problem.code)
  const { kept, changed, leftOut } = report.counts
  count(report.counts)
  const why = Object.entries(
    Object.groupBy(
      report.parts.flatMap(({ notes }) => notes),
      ({ code }) => code,
    ),
  )
  const notes = why.map(([code, said = []]) => `${code} ${said.length}`).join(', ')
  return `${name}: ${report.format}, ${report.items.length} items; ${kept} kept, ${changed} changed, ${leftOut} left out (${notes})`
}

async function planOf(id: string): Promise<CourseImportReport> {
  for (;;) {
    const report: CourseImportReport = await (await client.get(`/api/learn/creator/courseImport/${id}`)).json()
    if (report.state !== 'reading') return report
    await wait(200)
  }
}

function count({ kept, changed, leftOut }: { kept: number; changed: number; leftOut: number }): void {
  sums.kept += kept
  sums.changed += changed
  sums.leftOut += leftOut
}

function refused(line: string, code: string): string {
  if (/^5/.test(code)) sums.crashed++
  else sums.refused++
  return `${line} (refused)`
}

async function tryQuestions(quizId: string, path: string): Promise<string> {
  const data = { file: { name: basename(path), data: readFileSync(path).toString('base64') } }
  const { result, code } = await post<QuestionPreview>(`/api/learn/creator/quiz/${quizId}/exchange/preview`, { data })
  if (!result) return refused(`${path}: ${code}`, code)
  if (result.problem) return refused(`${path}: ${result.problem.code}`, result.problem.code)
  const taken = result.rows.filter(({ problems }) => problems.length === 0)
  const changed = taken.filter(({ notes }) => notes.length > 0).length
  const leftOut = result.rows.length - taken.length
  count({ kept: taken.length - changed, changed, leftOut })
  const why = result.rows.flatMap(({ problems }) => problems.map((problem) => problem.code)).join(', ')
  return `${path}: ${result.format}; ${taken.length - changed} kept, ${changed} changed, ${leftOut} left out (${why})`
}

if (what === 'courses') {
  for (const course of folders.flatMap(coursesIn)) {
    sums.files++
    console.log(await tryCourse(course))
  }
} else {
  const forms = emptyForms('quiz', user.id)
  const begun = await post<{ draft: { id: string } }>('/api/learn/creator/draft/new/quiz', {
    data: { forms: { ...forms, general: { ...forms.general, title: 'Suite' } }, origin: 'course-suite' },
  })
  const id = begun.result?.draft.id
  if (!id) throw new Error(`No quiz to try questions in: ${begun.code}`)
  for (const path of folders.flatMap(questionFilesIn)) {
    sums.files++
    console.log(await tryQuestions(id, path))
  }
}
console.log(sums)
await client.dispose()
