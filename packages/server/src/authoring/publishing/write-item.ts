import type { QuizForms } from '@lantern/contract/authoring/forms.ts'
import { publishItem, readReference } from '#catalog/index.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { saveQuizQuestions } from '#quiz/index.ts'
import type { DraftState } from '../drafts/draft-state.ts'
import { itemOfForms, type WrittenItem } from './item-of-forms.ts'

export type WriteServices = Pick<Services, 'clock'> & { events: Pick<Services['events'], 'emit'> }

/** Makes the forms what learners see: the item, its steps or contents, and the questions of a quiz. */
export async function writePublished(services: WriteServices, trx: Trx, state: DraftState): Promise<void> {
  const written = await writeItem(services, trx, state, 'published')
  if (state.type !== 'quiz') return
  const { passNumber, freezingTimeInHours, timeLimitInMinutes = null } = (state.forms as QuizForms).details.quizSetting
  await saveQuizQuestions(trx, state.id, {
    questions: written.questions,
    passNumber: passNumber ?? 1,
    freezingTimeInHours: freezingTimeInHours ?? 0,
    timeLimitInMinutes,
  })
}

/** The item without its questions, which must be sound to be kept. */
export async function writeItem(
  { clock, events }: WriteServices,
  trx: Trx,
  state: DraftState,
  status: 'draft' | 'published',
): Promise<WrittenItem> {
  const { versions } = await readReference(trx)
  const written = await itemOfForms(trx, state, versions)
  await publishItem({ db: trx, clock, events }, state.id, { ...written.item, status })
  return written
}
