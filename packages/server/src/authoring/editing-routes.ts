import type { DraftPart, EditedType, LiveSessionForms, OutlineForms } from '@lantern/contract/authoring/forms.ts'
import * as liveSession from '@lantern/contract/authoring/live-session-editing.ts'
import * as outline from '@lantern/contract/authoring/outline-editing.ts'
import * as quiz from '@lantern/contract/authoring/quiz-editing.ts'
import * as tutorial from '@lantern/contract/authoring/tutorial-editing.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type App, route } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { type DraftState, savedDraft } from './drafts/draft-state.ts'
import { readForms } from './drafts/part-forms.ts'
import { addStep, saveByHand } from './drafts/save-by-hand.ts'
import { fullQuiz, fullTutorial, fullWithForms } from './publishing/full-item.ts'
import { publishDraft } from './publishing/publish-draft.ts'

/** What the editors of each type save and publish. */
export function editingRoutes(app: App): void {
  tutorialRoutes(app)
  quizEditingRoutes(app)
  projectRoutes(app)
  courseRoutes(app)
  liveSessionRoutes(app)
}

interface Asked {
  services: Services
  viewer: SignedIn
  locale: OfferedLocale
  params: { id: string }
}

interface Saved extends Asked {
  body: { baseVersion?: number }
  query?: { campus?: boolean } | undefined
}

type AnyBody = Saved['body'] & { revision?: number }

/** One part, complete and saved by hand. */
function save({ services, viewer, params, body, query }: Saved, type: EditedType, part: DraftPart, campus = false) {
  const { baseVersion, ...form } = body
  return saveByHand(services, viewer, {
    id: params.id,
    type,
    campus: campus || (query?.campus ?? false),
    part,
    form,
    ...(baseVersion !== undefined && { baseVersion }),
  })
}

/** All parts at once: the general form lies at the top, the others under their names. */
function publish(
  { services, viewer, params }: Asked,
  type: EditedType,
  body: AnyBody,
  parts: string[],
  campus = false,
) {
  const { baseVersion, revision, ...all } = body
  const named = Object.entries(all).filter(([name]) => parts.includes(name))
  const general = Object.fromEntries(Object.entries(all).filter(([name]) => !parts.includes(name)))
  const forms = readForms({ general, ...Object.fromEntries(named) } as never)
  return publishDraft(services, viewer, {
    id: params.id,
    type,
    campus,
    parts: forms as never,
    ...(baseVersion !== undefined && { baseVersion }),
    ...(revision !== undefined && { revision }),
  })
}

async function tutorialAnswer({ services, viewer, locale }: Asked, state: DraftState) {
  return { tutorialData: await fullTutorial(services, viewer, locale, state), draft: savedDraft(state) }
}

function tutorialRoutes(app: App): void {
  route(app, tutorial.saveTutorialGeneral, async (asked) =>
    tutorialAnswer(asked, await save(asked, 'tutorial', 'general')),
  )
  route(app, tutorial.saveTutorialSteps, async (asked) => tutorialAnswer(asked, await save(asked, 'tutorial', 'steps')))
  route(app, tutorial.addTutorialStep, async (asked) => {
    const { baseVersion, ...form } = asked.body
    const { id, type } = asked.params
    const step = { id, type, form, ...(baseVersion !== undefined && { baseVersion }) }
    return tutorialAnswer(asked, await addStep(asked.services, asked.viewer, step))
  })
  route(app, tutorial.saveTutorialDetails, async (asked) =>
    tutorialAnswer(asked, await save(asked, 'tutorial', 'details')),
  )
  route(app, tutorial.publishTutorial, async (asked) =>
    tutorialAnswer(asked, await publish(asked, 'tutorial', asked.body, ['steps', 'details'])),
  )
}

async function quizAnswer({ services, viewer, locale }: Asked, state: DraftState) {
  return { cnQuizData: await fullQuiz(services, viewer, locale, state), draft: savedDraft(state) }
}

function quizEditingRoutes(app: App): void {
  for (const campus of [false, true]) {
    route(app, campus ? quiz.saveCampusQuizGeneral : quiz.saveQuizGeneral, async (asked) =>
      quizAnswer(asked, await save(asked, 'quiz', 'general', campus)),
    )
    route(app, campus ? quiz.saveCampusQuizQuestions : quiz.saveQuizQuestions, async (asked) =>
      quizAnswer(asked, await save(asked, 'quiz', 'questions', campus)),
    )
    route(app, campus ? quiz.saveCampusQuizDetails : quiz.saveQuizDetails, async (asked) =>
      quizAnswer(asked, await save(asked, 'quiz', 'details', campus)),
    )
    route(app, campus ? quiz.publishCampusQuiz : quiz.publishQuiz, async (asked) =>
      quizAnswer(asked, await publish(asked, 'quiz', asked.body, ['questions', 'details'], campus)),
    )
  }
}

function projectRoutes(app: App): void {
  const answer = async ({ services, viewer, locale }: Asked, state: DraftState) => ({
    projectData: await fullWithForms<OutlineForms>(services, viewer, locale, state),
    draft: savedDraft(state),
  })
  route(app, outline.saveProjectGeneral, async (asked) => answer(asked, await save(asked, 'project', 'general')))
  route(app, outline.saveProjectContents, async (asked) => answer(asked, await save(asked, 'project', 'contents')))
  route(app, outline.saveProjectDetails, async (asked) => answer(asked, await save(asked, 'project', 'details')))
  route(app, outline.publishProject, async (asked) =>
    answer(asked, await publish(asked, 'project', asked.body, ['contents', 'details'])),
  )
}

function courseRoutes(app: App): void {
  const answer = async ({ services, viewer, locale }: Asked, state: DraftState) => ({
    courseData: await fullWithForms<OutlineForms>(services, viewer, locale, state),
    draft: savedDraft(state),
  })
  route(app, outline.saveCourseGeneral, async (asked) => answer(asked, await save(asked, 'course', 'general')))
  route(app, outline.saveCourseContents, async (asked) => answer(asked, await save(asked, 'course', 'contents')))
  route(app, outline.saveCourseDetails, async (asked) => answer(asked, await save(asked, 'course', 'details')))
  route(app, outline.publishCourse, async (asked) =>
    answer(asked, await publish(asked, 'course', asked.body, ['contents', 'details'])),
  )
}

function liveSessionRoutes(app: App): void {
  const answer = async ({ services, viewer, locale }: Asked, state: DraftState) => ({
    liveSessionData: await fullWithForms<LiveSessionForms>(services, viewer, locale, state),
    draft: savedDraft(state),
  })
  route(app, liveSession.saveLiveSessionGeneral, async (asked) =>
    answer(asked, await save(asked, 'liveSession', 'general')),
  )
  route(app, liveSession.saveLiveSessionContents, async (asked) =>
    answer(asked, await save(asked, 'liveSession', 'contents')),
  )
  route(app, liveSession.saveLiveSessionDetails, async (asked) =>
    answer(asked, await save(asked, 'liveSession', 'details')),
  )
  route(app, liveSession.publishLiveSession, async (asked) =>
    answer(asked, await publish(asked, 'liveSession', asked.body, ['contents', 'details'])),
  )
}
