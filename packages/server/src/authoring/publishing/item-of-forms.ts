import type {
  AnyForms,
  EducatorPlanForm,
  LiveSessionForms,
  OutlineForms,
  QuizForms,
  SolutionPlan,
  TutorialForms,
  TutorialSteps,
} from '@lantern/contract/authoring/forms.ts'
import { overviewVideoTitle } from '@lantern/contract/authoring/nothing-changed.ts'
import type { EducatorPlan } from '@lantern/contract/catalog/items.ts'
import { isValidRange, type UnityVersionRange } from '@lantern/contract/catalog/versions.ts'
import { spokenText } from '@lantern/contract/media/plain-text.ts'
import type { RichText } from '@lantern/contract/media/rich-document.ts'
import type { RichDoc, RichNode } from '@lantern/contract/media/rich-schema.ts'
import type { QuestionDraft } from '@lantern/contract/quiz/faults.ts'
import { hasOptions } from '@lantern/contract/quiz/kinds/index.ts'
import { type ContentLanguage, contentLanguages } from '@lantern/contract/roles.ts'
import type { ItemDraft, SectionDraft } from '#catalog/index.ts'
import type { Trx } from '#kit/sql.ts'
import { htmlOf, type RichTextContext, richTextContext, withoutMarks } from '#media/index.ts'
import type { DraftState } from '../drafts/draft-state.ts'
import { readingMinutes } from '../import/reading-time.ts'
import { slugOf } from '../slug.ts'
import { isLanguageTaken, missingIds } from './check-references.ts'
import { type KnownItem, readKnownItem, thumbnailOf } from './known-item.ts'
import { liveSessionItem } from './live-session-item.ts'
import { sharedDetails } from './shared-details.ts'

/** What an item is to be by its forms, with everything rendered. */
export interface WrittenItem {
  item: ItemDraft
  questions: QuestionDraft[]
}

/** Draft forms as an item for learners. What does not exist (any more) is left out: a trial has to stand any draft. */
export async function itemOfForms(trx: Trx, state: DraftState, versions: readonly string[]): Promise<WrittenItem> {
  const known = await readKnownItem(trx, state.id)
  const { general } = state.forms
  const context = await contextOf(trx, state)
  const ownerId = await existingUser(trx, general.ownerId, state.ownerId)
  const descriptionHtml = html(general.description, context)
  const shared: ItemDraft = {
    ...known.kept,
    type: state.type,
    slug: state.slug,
    language: (await isLanguageTaken(trx, state.id, general.language)) ? state.language : general.language,
    translationGroup: known.translationGroup,
    title: general.title.trim() || state.slug,
    ownerId,
    // where the forms name no author, the owner writes until another author is named
    authorId: state.authorId === state.ownerId ? ownerId : state.authorId,
    descriptionHtml,
    summary: summaryOf(general.description, descriptionHtml, known),
    thumbnailUrl: (await thumbnailOf(trx, general.thumbnailId)) ?? known.thumbnailUrl,
  }
  if (state.type === 'tutorial') {
    const forms = state.forms as TutorialForms
    return { item: await tutorialItem(trx, shared, forms, { known, context, versions, state }), questions: [] }
  }
  if (state.type === 'quiz') {
    const forms = state.forms as QuizForms
    const questions = forms.questions.questions.map((question) => questionOf(question, context))
    return { item: quizItem(shared, forms, { known, versions }), questions }
  }
  if (state.type === 'liveSession') {
    const forms = state.forms as LiveSessionForms
    const authorId = await existingUser(trx, forms.details.authorId, state.authorId)
    const missing = new Set(await missingIds(trx, 'items', forms.contents.contentIds))
    const contents = { ...forms.contents, contentIds: forms.contents.contentIds.filter((id) => !missing.has(id)) }
    return { item: liveSessionItem({ ...shared, authorId }, { ...forms, contents }), questions: [] }
  }
  const forms = state.forms as OutlineForms
  return { item: await outlineItem(trx, shared, forms, { known, versions, state }), questions: [] }
}

interface Around {
  known: KnownItem
  context: RichTextContext
  versions: readonly string[]
  state: DraftState
}

async function tutorialItem(
  trx: Trx,
  shared: ItemDraft,
  { general, steps, details }: TutorialForms,
  { known, context, versions, state }: Around,
): Promise<ItemDraft> {
  const sections = sectionsOf(steps, known, context)
  const video = general.overviewVideoId === null ? null : await videoTitle(trx, general.overviewVideoId)
  return {
    ...shared,
    authorId: await existingUser(trx, details.authorId, state.authorId),
    isExercise: general.isExercise,
    educatorPlan: general.educatorPlan && planOf(general.educatorPlan, context),
    solutionPlan: general.solutionPlan && solutionOf(general.solutionPlan, context),
    overviewVideo:
      general.overviewVideoId === null
        ? null
        : { id: general.overviewVideoId, title: overviewVideoTitle(general, video) },
    isVideo: general.overviewVideoId !== null || steps.sections.some(({ body }) => hasNode(body, 'video')),
    versions: soundRange(steps.unityVersionRange, versions),
    skillLevel: steps.skillLevel,
    duration:
      known.fromOutside && known.duration > 0
        ? known.duration
        : readingMinutes(...sections.map(({ bodyHtml }) => bodyHtml)),
    manualDuration: manualMinutes(steps),
    withLab: steps.sections.some(({ type, labUrl }) => type === 'lab' && labUrl.trim() !== ''),
    chapters: known.chapters,
    sections,
    ...(details.prerequisites && { prerequisites: details.prerequisites }),
    ...sharedDetails(details),
    documents: details.documents,
    asset: details.asset,
    group: details.group,
    paymentItem: details.paymentItem,
    offline: details.offline,
  }
}

/** A step that learners know keeps its anchor and its chapter; a new one goes into the chapter of the one before it. */
function sectionsOf({ sections }: TutorialSteps, known: KnownItem, context: RichTextContext): SectionDraft[] {
  const before = new Map(known.sections.map((section) => [section.id, section]))
  const used = new Set(known.sections.map(({ anchor }) => anchor))
  const isTranslation = Object.keys(known.sourceIds).length > 0
  let chapter: number | null = null
  return uniqueById(sections).map((section, index) => {
    const old = before.get(section.id)
    if (old) chapter = known.chapters.findIndex(({ id }) => id === old.chapterId)
    return {
      id: section.id,
      ...(isTranslation && { originalId: known.sourceIds[section.id] ?? null }),
      anchor: old?.anchor ?? freshAnchor(section.title.trim() || `step-${index + 1}`, used),
      title: section.title.trim() || `${index + 1}`,
      bodyHtml: html(section.body, context),
      type: section.type,
      optionType: section.optionType,
      labUrl: section.type === 'lab' ? section.labUrl.trim() || null : null,
      submissionType: section.type === 'submission' ? section.submissionType : null,
      toolLinkId: section.type === 'tool' ? (section.toolLinkId ?? null) : null,
      peerQuestions: section.type === 'submission' ? (section.peerQuestions ?? []).map((text) => text.trim()) : [],
      chapter: chapter === null || chapter < 0 ? null : chapter,
    }
  })
}

function freshAnchor(title: string, used: Set<string>): string {
  const base = slugOf(title).slice(0, 100)
  let anchor = base
  for (let n = 2; used.has(anchor); n++) anchor = `${base}-${n}`
  used.add(anchor)
  return anchor
}

function quizItem(
  shared: ItemDraft,
  { questions, details }: QuizForms,
  { known, versions }: Pick<Around, 'known' | 'versions'>,
): ItemDraft {
  return {
    ...shared,
    versions: soundRange(questions.unityVersionRange, versions),
    skillLevel: details.skillLevel,
    duration: known.fromOutside && known.duration > 0 ? known.duration : Math.max(1, questions.questions.length),
    manualDuration: manualMinutes(details),
    questionsCount: questions.questions.length,
    materials: details.materials,
    prerequisites: details.prerequisites,
    hidden: details.hidden,
    group: details.group,
    topicIds: details.topicIds,
  }
}

async function outlineItem(
  trx: Trx,
  shared: ItemDraft,
  { contents, details }: OutlineForms,
  { known, versions, state }: Pick<Around, 'known' | 'versions' | 'state'>,
): Promise<ItemDraft> {
  const missing = new Set(
    await missingIds(
      trx,
      'items',
      contents.contents.map(({ id }) => id),
    ),
  )
  const there = contents.contents.filter(({ id }) => !missing.has(id) && id !== state.id)
  const { objective, careerGoals } = details
  const givesCertificate = state.type === 'course' && (details.givesCertificate ?? false)
  return {
    ...shared,
    authorId: await existingUser(trx, details.authorId, state.authorId),
    versions: soundRange(contents.unityVersionRange, versions),
    skillLevel: details.skillLevel,
    ...(await sumOf(
      trx,
      there.map(({ id }) => id),
      known,
    )),
    manualDuration: manualMinutes(details),
    properties: {
      ...(objective && { objective }),
      ...(careerGoals && { careerGoals }),
      ...(givesCertificate && { givesCertificate }),
    },
    chapters: contents.chapters,
    contents: uniqueById(there).map(({ id, required, chapterId }) => ({
      id,
      required,
      chapter: placeOf(contents.chapters, chapterId),
    })),
    prerequisites: details.prerequisites,
    ...sharedDetails(details),
  }
}

function placeOf(chapters: readonly { id: string }[], id: string | null): number | null {
  const at = chapters.findIndex((chapter) => chapter.id === id)
  return at < 0 ? null : at
}

function uniqueById<T extends { id: string }>(entries: readonly T[]): T[] {
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()]
}

function questionOf(question: QuizForms['questions']['questions'][number], context: RichTextContext): QuestionDraft {
  const { correct, wrong } = question.quizFeedback
  return {
    id: question.id,
    body: html(question.body, context),
    shuffleOptions: question.shuffleOptions,
    // options of a kind that was chosen before
    options: (hasOptions(question) ? question.options : []).map((option) => ({
      id: option.id,
      body: inline(html(option.body, context)),
      correct: option.correct,
      feedback: html(option.feedback, context),
      ...(option.match !== undefined && { match: option.match.trim() }),
      ...(option.credit !== undefined && { credit: option.credit }),
    })),
    ...(question.ask && { ask: question.ask }),
    ...(question.points !== undefined && { points: question.points }),
    contentIds: question.contentIds,
    quizFeedback: { correct: html(correct ?? '', context), wrong: html(wrong ?? '', context) },
  }
}

/** The words of an option stand in a line of their own already. */
function inline(markup: string): string {
  return /^<p>((?:(?!<p>)[\s\S])*)<\/p>$/.exec(markup)?.[1] ?? markup
}

function planOf(plan: EducatorPlanForm, context: RichTextContext): EducatorPlan {
  const { materials, ageRange, instruction } = plan
  return {
    description: html(plan.description, context),
    outcome: html(plan.outcome, context),
    objectives: html(plan.objectives, context),
    alignment: html(plan.alignment, context),
    preparation: html(plan.preparation, context),
    materials,
    ageRange,
    instruction,
  }
}

function solutionOf({ requiredComplete, body, materials }: SolutionPlan, context: RichTextContext) {
  return { requiredComplete, body: html(body, context), materials }
}

/** Forms hold checked documents; fields never filled in may still be empty text. */
function html(text: RichText, context: RichTextContext): string {
  return typeof text === 'string' || text.content.length === 0 ? '' : withoutMarks(htmlOf(text as RichDoc, context))
}

function contextOf(trx: Trx, state: DraftState): Promise<RichTextContext> {
  const { language, ownerId } = state.forms.general
  const words = { language: spokenLanguage(language), itemId: state.id, ownerId }
  return richTextContext(trx, documentsOf(state.forms), words)
}

/** A language that lessons have words of ours in. */
export function spokenLanguage(language: string): ContentLanguage {
  return contentLanguages.find((known) => known === language) ?? 'en'
}

/** Every document of some forms, in the order in which they are read. */
export function documentsOf(forms: AnyForms): RichDoc[] {
  const found: RichDoc[] = []
  collectDocuments(forms, found)
  return found
}

function collectDocuments(value: unknown, found: RichDoc[]): void {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && value.type === 'doc') found.push(value as RichDoc)
  else for (const inner of Object.values(value)) collectDocuments(inner, found)
}

function hasNode(text: RichText, type: string): boolean {
  const holdsIt = (node: RichNode): boolean => node.type === type || (node.content?.some(holdsIt) ?? false)
  return typeof text !== 'string' && (text as RichDoc).content.some(holdsIt)
}

const longestSummary = 200

/** Cards say what the description begins with, unless they were given words of their own for this same description. */
function summaryOf(description: RichText, descriptionHtml: string, known: KnownItem): string {
  const words = spokenText(description).replace(/\s+/g, ' ')
  if (known.summary !== '' && spokenText(known.descriptionHtml).replace(/\s+/g, ' ') === words) return known.summary
  if (known.summary !== '' && known.descriptionHtml === descriptionHtml) return known.summary
  return words.length <= longestSummary ? words : `${[...words].slice(0, longestSummary).join('').trimEnd()}…`
}

/** A range that cannot be is none. One that holds for all versions may name those it was made with. */
function soundRange(range: UnityVersionRange, versions: readonly string[]): UnityVersionRange {
  const isKnown = [range.minVersionId, range.maxVersionId].every((id) => id === null || versions.includes(id))
  if (isKnown && isValidRange(range, versions)) return range
  return { minVersionId: null, maxVersionId: null, withAll: true }
}

function manualMinutes(form: { estimationInHour: number | null; estimationInMinute: number | null }): number | null {
  const minutes = (form.estimationInHour ?? 0) * 60 + (form.estimationInMinute ?? 0)
  return minutes > 0 ? minutes : null
}

/** What the contents come to; an item from outside keeps what it was given. */
async function sumOf(trx: Trx, ids: readonly string[], { fromOutside, duration, withLab }: KnownItem) {
  const rows =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('items')
          .select(['duration', 'manual_duration', 'with_lab'])
          .where('id', 'in', ids)
          .execute()
  const minutes = rows.reduce((sum, row) => sum + (row.manual_duration ?? row.duration), 0)
  return {
    duration: fromOutside && duration > 0 ? duration : minutes,
    withLab: fromOutside ? withLab : rows.some((row) => row.with_lab),
  }
}

async function existingUser(trx: Trx, wanted: string, otherwise: string): Promise<string> {
  if (wanted === otherwise) return wanted
  const missing = await missingIds(trx, 'users', [wanted])
  return missing.length > 0 ? otherwise : wanted
}

async function videoTitle(trx: Trx, id: string): Promise<string | null> {
  const row = await trx.selectFrom('videos').select('title').where('id', '=', id).executeTakeFirst()
  return row?.title ?? null
}
