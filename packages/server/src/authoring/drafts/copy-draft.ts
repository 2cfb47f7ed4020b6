import { changesBetween } from '@lantern/contract/authoring/changes.ts'
import type { DraftOriginal } from '@lantern/contract/authoring/drafts.ts'
import type {
  AnyForms,
  EditedType,
  LiveSessionForms,
  OutlineForms,
  QuizForms,
  TutorialForms,
} from '@lantern/contract/authoring/forms.ts'
import { mayStart } from '@lantern/contract/authoring/rights.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { contentLanguages, type SignedIn } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'
import { inTransaction } from '#kit/sql.ts'
import { isLanguageTaken } from '../publishing/check-references.ts'
import { type DraftServices, type DraftState, openDraft, sourceOf } from './draft-state.ts'
import { formsAt } from './item-documents.ts'
import { parseForms } from './part-forms.ts'
import { referencesOf } from './read-draft.ts'
import { createDraft } from './save-part.ts'

/** A draft of one's own with the same text, or with text that did not find its way into this one. */
export async function copyDraft(
  services: DraftServices,
  viewer: SignedIn,
  locale: OfferedLocale,
  { id, forms: given }: { id: string; forms?: AnyForms },
): Promise<{ id: string; type: EditedType }> {
  const state = await openDraft(services, viewer, { id })
  const forms = given ? parseForms(state.type, given) : state.forms
  const title = services.text(locale, 'authoring.copy_title', { title: forms.general.title })
  const made = await inTransaction(services.db, (trx) => {
    const copy = inOwnName(viewer, withOwnIds(state.type, forms).forms)
    return createDraft(services, trx, viewer, {
      type: state.type,
      organisationId: placeOf(viewer, state),
      general: { ...copy.general, title },
      forms: copy,
    })
  })
  return { id: made.id, type: made.type }
}

/** A linked draft in another language that begins with what learners see of this one. */
export async function translateDraft(
  services: DraftServices,
  viewer: SignedIn,
  { id, language }: { id: string; language: string },
): Promise<{ id: string; type: EditedType }> {
  const { db } = services
  const state = await openDraft(services, viewer, { id })
  if (!contentLanguages.some((known) => known === language)) {
    throw refuse('bad_request', { details: [{ field: 'language', message: 'authoring.fault_unknown' }] })
  }
  if (!state.published || state.publishedVersion === null) {
    throw refuse('bad_request', { details: [{ field: 'id', message: 'authoring.fault_not_published' }] })
  }
  const version = state.publishedVersion
  const forms = (await formsAt(db, id, version)) ?? state.forms
  const made = await inTransaction(db, async (trx) => {
    const { translation_group: group, language: ownLanguage } = await trx
      .selectFrom('items')
      .select(['translation_group', 'language'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (language === ownLanguage || (await isLanguageTaken(trx, id, language))) throw refuse('translation_exists')
    const own = withOwnIds(state.type, forms)
    const copy = inOwnName(viewer, own.forms)
    return createDraft(services, trx, viewer, {
      type: state.type,
      organisationId: placeOf(viewer, state),
      general: { ...copy.general, language },
      forms: copy,
      translationOf: { group, itemId: id, version, ids: own.ids },
    })
  })
  return { id: made.id, type: made.type }
}

/** What learners see changed in the original since this translation was made or last brought up to date. */
export async function readSourceChanges(services: DraftServices, viewer: SignedIn, locale: OfferedLocale, id: string) {
  const { db } = services
  const state = await openDraft(services, viewer, { id })
  const source = await sourceOf(db, state)
  if (!source) throw refuse('not_found')
  const { itemId, revision, latestRevision } = source
  const [before, after] = [await formsAt(db, itemId, revision), await formsAt(db, itemId, latestRevision)]
  const both = before && after ? [before, after] : []
  return {
    revision,
    latestRevision,
    changes: before && after ? changesBetween(before, after) : [],
    references: await referencesOf(db, viewer, both, locale, id),
  }
}

/** What learners see of the original, with what each part of the translation was begun from. */
export async function readOriginal(services: DraftServices, viewer: SignedIn, id: string): Promise<DraftOriginal> {
  const { db } = services
  const state = await openDraft(services, viewer, { id })
  const source = await sourceOf(db, state)
  const forms = source && (await formsAt(db, source.itemId, source.latestRevision))
  if (!source || !forms) throw refuse('not_found')
  const { source_ids: ids } = await db
    .selectFrom('drafts')
    .select('source_ids')
    .where('item_id', '=', id)
    .executeTakeFirstOrThrow()
  return { revision: source.latestRevision, forms, ids: ids as Record<string, string> }
}

/** Organisation of a copy: that of the original, or none (the site's own) when the viewer may not write for it. */
function placeOf(viewer: SignedIn, { organisationId }: DraftState): string | null {
  return mayStart(viewer, organisationId) ? organisationId : null
}

function inOwnName(viewer: SignedIn, forms: AnyForms): AnyForms {
  return {
    ...forms,
    general: { ...forms.general, ownerId: viewer.id },
    details: { ...forms.details, ...('authorId' in forms.details && { authorId: viewer.id }) },
  } as AnyForms
}

/** Steps, chapters, questions and options of a copy are others than those they were copied from; `ids` says which. */
function withOwnIds(type: EditedType, forms: AnyForms): { forms: AnyForms; ids: Record<string, string> } {
  const ids: Record<string, string> = {}
  const renamed = <Part extends { id: string }>(part: Part, kind: Parameters<typeof newId>[0], time?: number): Part => {
    const id = newId(kind, time)
    ids[id] = part.id
    return { ...part, id }
  }
  if (type === 'tutorial') {
    const { steps, ...rest } = forms as TutorialForms
    const sections = steps.sections.map((section) => renamed(section, 'section'))
    return { ids, forms: { ...rest, steps: { ...steps, sections } } }
  }
  if (type === 'quiz') {
    const { questions, ...rest } = forms as QuizForms
    const own = questions.questions.map((question) => ({
      ...renamed(question, 'question', 0),
      options: question.options.map((option) => renamed(option, 'option', 0)),
    }))
    return { ids, forms: { ...rest, questions: { ...questions, questions: own } } }
  }
  if (type === 'liveSession') {
    const { details, ...rest } = forms as LiveSessionForms
    const hosts = details.hosts.map((host) => renamed(host, 'host'))
    const recordingChapters = details.recordingChapters.map((chapter) => renamed(chapter, 'chapter'))
    return { ids, forms: { ...rest, details: { ...details, hosts, recordingChapters } } }
  }
  const { contents, ...rest } = forms as OutlineForms
  const chapters = contents.chapters.map((chapter) => renamed(chapter, 'chapter'))
  const chapterAt = (id: string | null) => chapters[contents.chapters.findIndex((chapter) => chapter.id === id)]?.id
  return {
    ids,
    forms: {
      ...rest,
      contents: {
        ...contents,
        chapters,
        contents: contents.contents.map((content) => ({ ...content, chapterId: chapterAt(content.chapterId) ?? null })),
      },
    },
  }
}
