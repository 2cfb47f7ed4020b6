import type { CoursePartKind } from '@lantern/contract/authoring/course-imports.ts'
import { emptyOutline, emptyQuiz, emptyTutorial } from '@lantern/contract/authoring/empty-forms.ts'
import type { AnyForms, QuestionForm, SectionForm, TutorialDetails } from '@lantern/contract/authoring/forms.ts'
import { itemIdLink, tutorialLink } from '@lantern/contract/links.ts'
import type { RichDoc } from '@lantern/contract/media/rich-schema.ts'
import type { QuestionDraft } from '@lantern/contract/quiz/faults.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import { documentOf, element, wordsOf } from '#media/index.ts'
import { settleQuestion } from '../exchange/settle-question.ts'
import { RowProblem, type SourceRow } from '../exchange/source-rows.ts'
import { packRefs } from '../packages/media-refs.ts'
import type { PackedItem, PackedMedia } from '../packages/package-shape.ts'
import { slugOf } from '../slug.ts'
import type { CourseMedia } from './collect-media.ts'
import type { CourseTree, PagePart, PartNote, QuizPart } from './course-tree.ts'
import { type CourseUnit, layOut, mostChapters, mostContents, type TutorialUnit } from './lay-out.ts'
import { materialsMark } from './own-cartridge.ts'
import { isReadable, type PageContext, placeholderOf, readPageHtml } from './page-document.ts'
import type { PartIds } from './part-ids.ts'

/** What became of a part, without words: a reader of any language gets it said in theirs. */
export interface PartReport {
  kind: CoursePartKind
  title: string
  folders: string[]
  outcome: 'kept' | 'changed' | 'left_out'
  notes: PartNote[]
  item: { id: string; type: 'tutorial' | 'quiz' | 'course' } | null
  /** Media of this part, by their ref: what is refused later is said here. */
  media: string[]
}

export interface BuiltCourse {
  courseId: string
  items: PackedItem[]
  parts: PartReport[]
  /** With the questions that have no row of their own. */
  kept: number
}

interface Around extends PageContext {
  ids: PartIds
  language: ContentLanguage
  /** Whether what is made belongs to an organisation: links say so. */
  campus: boolean
}

/** The forms of the editors for all that a course holds, with media by their refs, and what became of each part. */
export async function buildItems(
  tree: CourseTree,
  { ids, language, campus, media }: { ids: PartIds; language: ContentLanguage; campus: boolean; media: CourseMedia },
): Promise<BuiltCourse> {
  const chapters = layOut(tree, wordsOf(language).furtherPages)
  const addresses = new Map<string, string>()
  const variant = { learnOptionType: campus ? ('campus' as const) : ('other' as const) }
  for (const unit of chapters.flatMap(({ units }) => units)) {
    if (unit.kind === 'quiz' && unit.part.rows.some(({ question }) => question)) {
      addresses.set(unit.part.id, itemIdLink({ type: 'quiz', id: ids('quiz', unit.part.id), ...variant }))
    }
    if (unit.kind !== 'tutorial') continue
    const id = ids('tutorial', unit.key)
    for (const page of unit.pages) {
      if (!isReadable(page.html)) continue
      addresses.set(page.id, tutorialLink({ id, ...variant }, { sectionId: ids('section', page.id) }))
    }
  }
  const around: Around = {
    ids,
    language,
    campus,
    media,
    resolve: tree.resolve,
    addressOf: (id) => addresses.get(id) ?? null,
  }
  const built: BuiltCourse = { courseId: ids('course', tree.identity), items: [], parts: [], kept: 0 }
  const course = emptyOutline('')
  const { contents } = course
  let chapterId: string | null = null
  for (const [at, { title, key, units }] of chapters.entries()) {
    const inChapter: string[] = []
    for (const unit of units) {
      const isFull = contents.contents.length + inChapter.length >= mostContents
      const id = await buildUnit(unit, around, built, isFull)
      if (id) inChapter.push(id)
    }
    // more chapters than a course has room for go on in the last one
    if (title !== '' && inChapter.length > 0 && contents.chapters.length < mostChapters) {
      chapterId = ids('chapter', key, at)
      contents.chapters.push({ id: chapterId, title: title.slice(0, 200) })
    }
    for (const id of inChapter) contents.contents.push({ id, required: true, chapterId })
  }
  contents.contentIds = contents.contents.map(({ id }) => id)
  const about = readPageHtml(tree.html, '', around)
  const general = { ...course.general, title: tree.title.slice(0, 200), language, description: about?.document ?? '' }
  if (contents.contents.length > 0) {
    built.items.push(packed('course', built.courseId, { ...course, general } as AnyForms, tree.title, media))
  }
  return built
}

async function buildUnit(
  unit: CourseUnit,
  around: Around,
  built: BuiltCourse,
  isFull: boolean,
): Promise<string | null> {
  const { folders } = unit
  if (unit.kind === 'left') {
    const { what: kind, title, note } = unit.part
    built.parts.push({ kind, title, folders, outcome: 'left_out', notes: [note], item: null, media: [] })
    return null
  }
  if (isFull) {
    for (const { what: kind, title } of unit.kind === 'quiz' ? [unit.part] : unit.pages) {
      built.parts.push({ kind, title, folders, outcome: 'left_out', notes: [{ code: 'limit' }], item: null, media: [] })
    }
    return null
  }
  return unit.kind === 'quiz' ? buildQuiz(unit.part, folders, around, built) : buildTutorial(unit, around, built)
}

function buildTutorial(
  { key, title, folders, pages, about }: TutorialUnit,
  around: Around,
  built: BuiltCourse,
): string | null {
  const { ids, language, media } = around
  const id = ids('tutorial', key)
  const forms = emptyTutorial('')
  const materials = new Map<string, PackedMedia>()
  const made: PartReport[] = []
  const sections: SectionForm[] = []
  const description = about ? readAbout(about, around, materials) : null
  for (const page of pages) {
    const report = (outcome: PartReport['outcome'], notes: PartNote[], refs: string[] = []): PartReport => ({
      kind: page.what,
      title: page.title,
      folders,
      outcome,
      notes,
      item: outcome === 'left_out' ? null : { id, type: 'tutorial' },
      media: refs,
    })
    const read = readPageHtml(page.html, page.place, around)
    if (!read) {
      made.push(report('left_out', [{ code: 'too_tangled' }]))
      continue
    }
    const notes = [...page.notes, ...read.notes]
    const files = [...read.materials, ...attached(page, media, notes)]
    for (const file of files) materials.set(file.ref, file)
    sections.push({
      id: ids('section', page.id),
      type: 'normal',
      title: page.title.slice(0, 200),
      body: read.document,
      labUrl: '',
      submissionType: null,
      optionType: 'required',
    })
    const refs = [...refsOf(read.document), ...files.map(({ ref }) => ref)]
    made.push(report(notes.length > 0 ? 'changed' : 'kept', notes, refs))
  }
  built.parts.push(...made)
  built.kept += made.filter(({ outcome }) => outcome === 'kept').length
  if (sections.length === 0) return null
  const shown = title.trim() || (sections[0]?.title ?? '')
  const filled = {
    ...forms,
    general: { ...forms.general, title: shown.slice(0, 200), language, ...(description && { description }) },
    steps: { ...forms.steps, sections },
    details: { ...forms.details, materials: materialsOf([...materials.values()]) },
  }
  built.items.push(packed('tutorial', id, filled as AnyForms, shown, media))
  return id
}

/** The description of a lesson of ours; the files behind it are materials again. */
function readAbout({ html, place }: PagePart, around: Around, materials: Map<string, PackedMedia>): RichDoc | null {
  const [words = ''] = html.split(materialsMark)
  for (const file of readPageHtml(html, place, around)?.materials ?? []) materials.set(file.ref, file)
  return readPageHtml(words, place, around)?.document ?? null
}

function attached({ files }: PagePart, media: CourseMedia, notes: PartNote[]): PackedMedia[] {
  return files.flatMap((path) => {
    const stored = media.file(path, 'attachment')
    if (!stored) notes.push({ code: 'file_refused', detail: path })
    return stored ?? []
  })
}

const mostMaterials = 100

function materialsOf(files: readonly PackedMedia[]): TutorialDetails['materials'] {
  return files
    .slice(0, mostMaterials)
    .map((file) => ({ type: 'file' as const, name: file.name, attachmentId: placeholderOf(file) }))
}

async function buildQuiz(
  part: QuizPart,
  folders: string[],
  around: Around,
  built: BuiltCourse,
): Promise<string | null> {
  const { ids, language, media } = around
  const id = ids('quiz', part.id)
  const item = { id, type: 'quiz' as const }
  const questions: QuestionForm[] = []
  const rows: PartReport[] = []
  const seen = new Map<string, number>()
  for (const row of part.rows) {
    const { question, notes, refs } = await settled(row, around)
    const said = { kind: 'question' as const, title: row.excerpt, folders: [...folders, part.title], media: refs }
    if (!question || questions.length >= mostQuestions) {
      const why = question ? [{ code: 'limit' as const }] : notes
      rows.push({ ...said, outcome: 'left_out', notes: why, item: null })
      continue
    }
    const words = JSON.stringify([question.body, question.options.map(({ body }) => body)])
    const times = (seen.get(words) ?? 0) + 1
    seen.set(words, times)
    questions.push(formOf(question, { ids, names: [part.id, words, times] }))
    if (notes.length > 0) rows.push({ ...said, outcome: 'changed', notes, item })
    else built.kept++
  }
  const about = readPageHtml(part.html, part.place, around)
  const isEmpty = questions.length === 0
  const notes = [...part.notes, ...(about?.notes ?? []), ...(isEmpty ? [{ code: 'quiz_empty' as const }] : [])]
  const outcome = isEmpty ? 'left_out' : notes.length > 0 ? 'changed' : 'kept'
  const { what: kind, title } = part
  built.parts.push({ kind, title, folders, outcome, notes, item: isEmpty ? null : item, media: [] }, ...rows)
  if (outcome === 'kept') built.kept++
  if (isEmpty) return null
  const forms = emptyQuiz('')
  const passNumber =
    part.passPercent === null ? null : Math.max(1, Math.ceil((part.passPercent / 100) * questions.length))
  const filled = {
    ...forms,
    general: { ...forms.general, title: title.slice(0, 200), language, description: about?.document ?? '' },
    questions: { ...forms.questions, questions },
    details: {
      ...forms.details,
      quizSetting: { ...forms.details.quizSetting, passNumber, timeLimitInMinutes: part.timeLimitMinutes },
    },
  }
  built.items.push(packed('quiz', id, filled as AnyForms, title, media))
  return kind === 'bank' ? null : id
}

const mostQuestions = 500

async function settled(
  row: SourceRow,
  { language, media }: Around,
): Promise<{ question: QuestionDraft | null; notes: PartNote[]; refs: string[] }> {
  if (!row.question) return { question: null, notes: row.problems, refs: [] }
  const refs: string[] = []
  const place = async (bytes: Uint8Array, alt: string) => {
    const stored = media.picture(bytes)
    if (!stored) return null
    refs.push(stored.ref)
    return element('img', { src: `/media/images/${placeholderOf(stored)}/original.png`, alt }, [])
  }
  try {
    const { question, notes } = await settleQuestion(row.question, language, place)
    return { question, notes: [...row.notes, ...notes], refs }
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error
    const { code, detail } = error
    return { question: null, notes: [{ code, ...(detail && { detail }) }], refs: [] }
  }
}

/** As `formOfQuestion`, with ids that the same question gets again. */
function formOf(
  { body, options, ask, points, shuffleOptions = true, quizFeedback }: QuestionDraft,
  { ids, names }: { ids: PartIds; names: (string | number)[] },
): QuestionForm {
  const document = (html: string) => documentOf(html)
  const orNull = (html: string | undefined) => (html ? document(html) : null)
  return {
    id: ids('question', ...names),
    body: document(body),
    options: options.map(({ body: text, correct, feedback = '', match, credit }, index) => ({
      id: ids('option', ...names, index),
      body: document(text),
      correct,
      feedback: document(feedback),
      ...(match !== undefined && { match }),
      ...(credit !== undefined && { credit }),
    })),
    ...(ask && { ask }),
    ...(points !== undefined && { points }),
    shuffleOptions,
    contentIds: [],
    quizFeedback: { correct: orNull(quizFeedback?.correct), wrong: orNull(quizFeedback?.wrong) },
  }
}

function packed(
  type: 'tutorial' | 'quiz' | 'course',
  id: string,
  forms: AnyForms,
  title: string,
  media: CourseMedia,
): PackedItem {
  const refs = new Map(media.all().map((one) => [placeholderOf(one), one.ref]))
  return { id, type, slug: slugOf(title), translationGroup: id, forms: packRefs({ ...forms }, refs) }
}

function refsOf(document: RichDoc): string[] {
  const found = JSON.stringify(document).matchAll(/(?:img|vd|at)_([0-9a-f]{40})/g)
  return [...new Set([...found].map(([, ref = '']) => ref))]
}
