import type { OutlineContents } from '@lantern/contract/authoring/forms.ts'
import { newId } from '@lantern/contract/ids.ts'
import { moved } from '#ui/reorder/moved.ts'

// What can be done to the contents of a project or a course. On the screen they are one list of rows: what stands before
// the first chapter, then each chapter's heading with its contents below. A content belongs to the heading above it.

export type OutlineRow =
  | { kind: 'content'; id: string; required: boolean }
  | { kind: 'chapter'; id: string; title: string }

export const mostContents = 300
export const mostChapters = 100

export function rowsOf({ chapters, contentIds, contents }: OutlineContents): OutlineRow[] {
  const byId = new Map(contents.map((content) => [content.id, content]))
  const known = new Set(chapters.map(({ id }) => id))
  const ordered = contentIds.flatMap((id) => byId.get(id) ?? [])
  const rowsIn = (chapterId: string | null) =>
    ordered
      .filter((content) => (known.has(content.chapterId ?? '') ? content.chapterId : null) === chapterId)
      .map(({ id, required }): OutlineRow => ({ kind: 'content', id, required }))
  return [
    ...rowsIn(null),
    ...chapters.flatMap(({ id, title }): OutlineRow[] => [{ kind: 'chapter', id, title }, ...rowsIn(id)]),
  ]
}

/** The form that the rows stand for. */
export function withRows(form: OutlineContents, rows: readonly OutlineRow[]): OutlineContents {
  const chapters: OutlineContents['chapters'] = []
  const contents: OutlineContents['contents'] = []
  for (const row of rows) {
    if (row.kind === 'chapter') chapters.push({ id: row.id, title: row.title })
    else contents.push({ id: row.id, required: row.required, chapterId: chapters.at(-1)?.id ?? null })
  }
  return { ...form, chapters, contents, contentIds: contents.map(({ id }) => id) }
}

/** At the end of a chapter, or before all chapters for null. What is there already stays where it is. */
export function addContents(form: OutlineContents, ids: readonly string[], chapterId: string | null): OutlineContents {
  const rows = rowsOf(form)
  const present = new Set(form.contentIds)
  const fresh = [...new Set(ids)].filter((id) => !present.has(id))
  const from = chapterId === null ? 0 : rows.findIndex((row) => row.kind === 'chapter' && row.id === chapterId) + 1
  const next = rows.findIndex((row, index) => index >= from && row.kind === 'chapter')
  const added = fresh.map((id): OutlineRow => ({ kind: 'content', id, required: true }))
  return withRows(form, rows.toSpliced(next < 0 ? rows.length : next, 0, ...added))
}

export function removeContent(form: OutlineContents, id: string): OutlineContents {
  return withRows(
    form,
    rowsOf(form).filter((row) => row.kind !== 'content' || row.id !== id),
  )
}

/** An entry removed from `before` returns behind its old neighbour; later edits stay. */
export function putBack(form: OutlineContents, before: OutlineContents, id: string): OutlineContents {
  const [rows, old] = [rowsOf(form), rowsOf(before)]
  const at = old.findIndex((row) => row.id === id)
  const row = old[at]
  if (!row || rows.some((other) => other.id === id)) return form
  const present = new Set(rows.map((other) => other.id))
  const behind = old.slice(0, at).findLast((other) => present.has(other.id))
  const place = behind ? rows.findIndex((other) => other.id === behind.id) + 1 : 0
  return withRows(form, rows.toSpliced(place, 0, row))
}

export function setRequired(form: OutlineContents, id: string, required: boolean): OutlineContents {
  return { ...form, contents: form.contents.map((content) => (content.id === id ? { ...content, required } : content)) }
}

export function addChapter(form: OutlineContents, title = ''): OutlineContents {
  return { ...form, chapters: [...form.chapters, { id: newId('chapter'), title }] }
}

export function renameChapter(form: OutlineContents, id: string, title: string): OutlineContents {
  return { ...form, chapters: form.chapters.map((chapter) => (chapter.id === id ? { id, title } : chapter)) }
}

/** Its contents stay, below the heading above. */
export function removeChapter(form: OutlineContents, id: string): OutlineContents {
  return withRows(
    form,
    rowsOf(form).filter((row) => row.kind !== 'chapter' || row.id !== id),
  )
}

/** Takes a row to another place: a content alone, a chapter with everything in it. Answers where the row stands then. */
export function moveRow(form: OutlineContents, from: number, to: number): { form: OutlineContents; at: number } {
  const rows = rowsOf(form)
  const row = rows[from]
  if (!row || from === to) return { form, at: from }
  if (row.kind === 'content') return { form: withRows(form, moved(rows, from, to)), at: to }
  const at = form.chapters.findIndex(({ id }) => id === row.id)
  const chapters = moved(form.chapters, at, at + chaptersPassed(rows, from, to))
  const next = { ...form, chapters }
  const arranged = rowsOf(next)
  return { form: withRows(next, arranged), at: arranged.findIndex((each) => each.id === row.id) }
}

/** One step counts as one chapter, with all its contents: the arrow keys move it as one. */
function chaptersPassed(rows: readonly OutlineRow[], from: number, to: number): number {
  const between = to > from ? rows.slice(from + 1, to + 1) : rows.slice(to, from)
  const passed = between.filter((row) => row.kind === 'chapter').length
  const steps = passed === 0 && Math.abs(to - from) === 1 ? 1 : passed
  return to > from ? steps : -steps
}
