import type { ContentLanguage } from '@lantern/contract/roles.ts'
import type { FailureReason, Note, NoteKind } from './note.ts'

export type Outcome = 'arrived' | 'updated' | 'unchanged' | 'failed'

export interface FileReport {
  path: string
  kind: 'lesson' | 'quiz'
  language: ContentLanguage | null
  outcome: Outcome
  itemId?: string
  title?: string
  failure?: { reason: FailureReason; detail: string }
  notes: Note[]
}

type Counts = Record<Outcome, number>

/** What became of every file of an import. */
export interface ImportReport {
  folder: string
  seconds: number
  counts: Counts
  languages: Partial<Record<ContentLanguage, Counts>>
  notes: Partial<Record<NoteKind, number>>
  links: { lessons: number; broken: number }
  pictures: { stored: number; used: number; missing: number }
  files: FileReport[]
}

export function emptyReport(folder: string): ImportReport {
  return {
    folder,
    seconds: 0,
    counts: noCounts(),
    languages: {},
    notes: {},
    links: { lessons: 0, broken: 0 },
    pictures: { stored: 0, used: 0, missing: 0 },
    files: [],
  }
}

export function addFile(report: ImportReport, file: FileReport): void {
  report.files.push(file)
  report.counts[file.outcome]++
  if (file.language) {
    const counts = report.languages[file.language] ?? noCounts()
    counts[file.outcome]++
    report.languages[file.language] = counts
  }
  for (const { kind } of file.notes) report.notes[kind] = (report.notes[kind] ?? 0) + 1
}

function noCounts(): Counts {
  return { arrived: 0, updated: 0, unchanged: 0, failed: 0 }
}

type Say = (key: string, values?: Record<string, string | number>) => string

const mostNotesShown = 20

/** The report for people: what failed and why first of all, then what is worth a look. */
export function reportLines(report: ImportReport, say: Say): string[] {
  const { counts, links, pictures } = report
  const failed = report.files.filter((file) => file.outcome === 'failed')
  const noted = report.files.flatMap((file) => file.notes.map((note) => ({ file, note })))
  return [
    say('cli.import.summary', { ...counts, seconds: report.seconds.toFixed(1) }),
    ...Object.entries(report.languages).map(
      ([language, one]) => `  ${say('cli.import.language', { language, ...one })}`,
    ),
    say('cli.import.links', links),
    say('cli.import.pictures', pictures),
    ...(failed.length > 0 ? [say('cli.import.failed', { count: failed.length })] : []),
    ...failed.map(({ path, failure }) => {
      const reason = say(`cli.import.reason.${failure?.reason}`)
      return `  ${path}: ${reason}${failure?.detail ? ` (${failure.detail})` : ''}`
    }),
    ...(noted.length > 0 ? [say('cli.import.notes', { count: noted.length })] : []),
    ...noted
      .slice(0, mostNotesShown)
      .map(
        ({ file, note }) =>
          `  ${file.path}${note.line ? `:${note.line}` : ''}: ${say(`cli.import.note.${note.kind}`)}: ${note.detail}`,
      ),
    ...(noted.length > mostNotesShown ? [`  ${say('cli.import.more', { count: noted.length - mostNotesShown })}`] : []),
  ]
}
