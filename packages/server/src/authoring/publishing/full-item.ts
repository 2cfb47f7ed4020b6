import type { LiveSessionForms, OutlineForms, QuizForms, TutorialForms } from '@lantern/contract/authoring/forms.ts'
import type { FullQuiz } from '@lantern/contract/authoring/quiz-editing.ts'
import type { FullTutorial } from '@lantern/contract/authoring/tutorial-editing.ts'
import { tipTypes } from '@lantern/contract/catalog/item-types.ts'
import type { Item } from '@lantern/contract/catalog/items.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { contentLanguage } from '@lantern/contract/locales.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { readDetails, readReference } from '#catalog/index.ts'
import type { Events } from '#kit/events.ts'
import type { Trx } from '#kit/sql.ts'
import { wordsOf } from '#media/index.ts'
import { keyedQuestions, readAgainMap } from '#quiz/index.ts'
import { type DraftServices, type DraftState, sourceOf } from '../drafts/draft-state.ts'
import { spokenLanguage, type WrittenItem } from './item-of-forms.ts'
import { writeItem } from './write-item.ts'

// An item as it would be if it were published as it stands: it is published, read as a page reads it, and taken back.

/** A tutorial with what only its makers see. */
export async function fullTutorial(
  services: DraftServices,
  viewer: SignedIn,
  locale: OfferedLocale,
  state: DraftState,
): Promise<FullTutorial> {
  const { general, steps, details } = state.forms as TutorialForms
  return tried(services, viewer, locale, state, async (trx, data, { item }) => {
    const row = await trx
      .selectFrom('items')
      .innerJoin('tutorial_details', 'item_id', 'id')
      .select(['deleted_at', 'price_fen', 'overview_video_id', 'overview_video_title'])
      .where('id', '=', state.id)
      .executeTakeFirstOrThrow()
    const { tags } = await readReference(trx)
    const language = contentLanguage(locale)
    const skills = tags.filter(({ id, type }) => type === 'skill' && details.tagIds.includes(id))
    return {
      ...data,
      isVideo: item.isVideo ?? false,
      deletedTime: row.deleted_at?.toISOString() ?? null,
      price: row.price_fen,
      ownerUserId: data.ownerId,
      isExercise: general.isExercise,
      overviewVideo:
        row.overview_video_id === null ? null : { id: row.overview_video_id, title: row.overview_video_title },
      overviewVideoTitle: row.overview_video_title,
      source: await sourceFields(trx, state),
      solutionPlan: general.solutionPlan,
      tipMap: Object.fromEntries(tipTypes.map((tip) => [tip, wordsOf(spokenLanguage(language)).tones[tip]])),
      skillMap: Object.fromEntries(skills.map(({ id, names }) => [id, { id, name: names[language] ?? id }])),
      asset: details.asset,
      group: details.group,
      offline: details.offline,
      paymentItem: details.paymentItem,
      steps,
      details,
      general,
    }
  })
}

/** A quiz with its answer key. */
export async function fullQuiz(
  services: DraftServices,
  viewer: SignedIn,
  locale: OfferedLocale,
  state: DraftState,
): Promise<FullQuiz> {
  const { general, questions: questionForms, details } = state.forms as QuizForms
  const { passNumber, freezingTimeInHours, timeLimitInMinutes = null } = details.quizSetting
  return tried(services, viewer, locale, state, async (trx, data, { questions }) => {
    const keyed = questions.map(({ id = '', name = '', body, shuffleOptions = true, options, ...rest }) => ({
      id,
      name,
      body,
      shuffleOptions,
      options: options.map((option) => ({ ...option, id: option.id ?? '', feedback: option.feedback ?? '' })),
      ...(rest.ask && { ask: rest.ask }),
      ...(rest.points !== undefined && { points: rest.points }),
      quizFeedback: rest.quizFeedback ?? { correct: '', wrong: '' },
      contentIds: rest.contentIds ?? [],
    }))
    const shown = keyedQuestions(keyed, null)
    return {
      ...data,
      questionsCount: shown.length,
      quizSetting: {
        passNumber: passNumber ?? 1,
        freezingTimeInHours: freezingTimeInHours ?? 0,
        timeLimitInMinutes,
      },
      questions: shown,
      readAgainMap: await readAgainMap(trx, viewer, shown),
      source: await sourceFields(trx, state),
      general,
      questionForms,
      details,
    }
  })
}

/** A project, a course or a live session with its forms. */
export async function fullWithForms<Forms extends OutlineForms | LiveSessionForms>(
  services: DraftServices,
  viewer: SignedIn,
  locale: OfferedLocale,
  state: DraftState,
) {
  const forms = state.forms as Forms
  return tried(services, viewer, locale, state, async (trx, data) => ({
    ...data,
    source: await sourceFields(trx, state),
    ...forms,
  }))
}

async function sourceFields(trx: Trx, state: DraftState) {
  const source = await sourceOf(trx, state)
  return source && { itemId: source.itemId, latestRevision: source.latestRevision }
}

class TrialOver<T> extends Error {
  readonly answer: T

  constructor(answer: T) {
    super('A trial publication is never kept')
    this.answer = answer
  }
}

/** Unpublishing notifies nobody. */
const silent: Pick<Events, 'emit'> = { emit: () => Promise.resolve() }

async function tried<T>(
  { db, clock }: DraftServices,
  viewer: SignedIn,
  locale: OfferedLocale,
  state: DraftState,
  read: (trx: Trx, data: Item, written: WrittenItem) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute(async (trx): Promise<never> => {
      const written = await writeItem({ clock, events: silent }, trx, state, state.published ? 'published' : 'draft')
      // read with the owner's rights: an editor of the item may see all of it
      const reader = { ...viewer, id: written.item.ownerId }
      const { data } = await readDetails(trx, reader, locale, { type: state.type, idOrSlug: state.id, query: {} })
      const thumbnail = { ...data.thumbnail, id: state.forms.general.thumbnailId }
      throw new TrialOver(await read(trx, { ...data, thumbnail }, written))
    })
  } catch (error) {
    if (error instanceof TrialOver) return error.answer as T
    throw error
  }
}
