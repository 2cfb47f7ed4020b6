import type { EditedType } from '@lantern/contract/authoring/forms.ts'
import type { FullLiveSession } from '@lantern/contract/authoring/live-session-editing.ts'
import type { FullOutline } from '@lantern/contract/authoring/outline-editing.ts'
import type { FullQuiz } from '@lantern/contract/authoring/quiz-editing.ts'
import type { FullTutorial } from '@lantern/contract/authoring/tutorial-editing.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'
import { type DraftServices, openDraft } from '../drafts/draft-state.ts'
import { fullQuiz, fullTutorial, fullWithForms } from './full-item.ts'

interface FullItems {
  tutorial: FullTutorial
  quiz: FullQuiz
  project: FullOutline
  course: FullOutline
  liveSession: FullLiveSession
}

/** An item as it would be if its draft were published now, for its editors. */
export async function readEdited<Type extends EditedType>(
  services: DraftServices,
  viewer: Viewer,
  locale: OfferedLocale,
  { id, type }: { id: string; type: Type },
): Promise<FullItems[Type]> {
  if (viewer.kind === 'guest') throw refuse('forbidden')
  const state = await openDraft(services, viewer, { id, type })
  const full = {
    tutorial: fullTutorial,
    quiz: fullQuiz,
    project: fullWithForms,
    course: fullWithForms,
    liveSession: fullWithForms,
  }[type]
  return (await full(services, viewer, locale, state)) as FullItems[Type]
}
