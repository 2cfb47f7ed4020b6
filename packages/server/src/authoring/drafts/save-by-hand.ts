import { emptySection } from '@lantern/contract/authoring/empty-forms.ts'
import type { Fault } from '@lantern/contract/authoring/fault-rules.ts'
import {
  outlineContentsFaults,
  outlineDetailsFaults,
  outlineGeneralFaults,
  quizDetailsFaults,
  quizGeneralFaults,
  quizQuestionsFaults,
  tutorialDetailsFaults,
  tutorialGeneralFaults,
  tutorialStepsFaults,
} from '@lantern/contract/authoring/faults.ts'
import type {
  DraftPart,
  EditedType,
  LiveSessionContents,
  LiveSessionDetails,
  OutlineContents,
  OutlineDetails,
  OutlineGeneral,
  QuizDetails,
  QuizGeneral,
  QuizQuestions,
  SectionForm,
  TutorialDetails,
  TutorialGeneral,
  TutorialSteps,
} from '@lantern/contract/authoring/forms.ts'
import {
  liveSessionContentsFaults,
  liveSessionDetailsFaults,
  liveSessionGeneralFaults,
} from '@lantern/contract/authoring/live-session-faults.ts'
import { organisationFor } from '@lantern/contract/authoring/rights.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { readReference } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { referenceFaults } from '../publishing/check-references.ts'
import type { DraftServices, DraftState } from './draft-state.ts'
import { readPart } from './part-forms.ts'
import { createDraft, refuseFaults, savePartIn } from './save-part.ts'

export interface HandSave {
  /** `0` is a new item; only its general form creates it. */
  id: string
  type: EditedType
  campus: boolean
  part: DraftPart
  /** As it came, its shape checked. */
  form: object
  baseVersion?: number
}

const newItem = '0'

/** Saves a part that is complete: what is missing or wrong is named and nothing is written. */
export async function saveByHand(services: DraftServices, viewer: SignedIn, save: HandSave): Promise<DraftState> {
  const { id, type, campus, part, baseVersion } = save
  const organisationId = organisationFor(viewer, save)
  const form = readPart(part, save.form)
  refuseFaults(await partFaults(services.db, type, part, form))
  return inTransaction(services.db, async (trx) => {
    const isNew = id === newItem && part === 'general'
    if (isNew) {
      refuseFaults(await referenceFaults(trx, viewer, { id, type, organisationId }, part, form))
      return createDraft(services, trx, viewer, { type, organisationId, general: form })
    }
    const saved = await savePartIn(services, trx, viewer, {
      id,
      type,
      campus: campus && type === 'quiz',
      parts: { [part]: form },
      kind: 'save',
      ...(baseVersion !== undefined && { baseVersion }),
    })
    refuseFaults(await referenceFaults(trx, viewer, saved, part, form))
    return saved
  })
}

/** Saves the steps as they stand with an empty one of this type at the end. */
export async function addStep(
  services: DraftServices,
  viewer: SignedIn,
  { id, type, form, baseVersion }: { id: string; type: SectionForm['type']; form: TutorialSteps; baseVersion?: number },
): Promise<DraftState> {
  const steps = readPart('steps', form) as TutorialSteps
  if ((type === 'lab' || type === 'submission') && steps.sections.some((section) => section.type === type)) {
    throw refuse(type === 'lab' ? 'tutorial_exceed_lab_limit_1' : 'tutorial_exercise_exceed_submission_limit_1')
  }
  if (steps.sections.length >= mostSections) {
    throw refuse('bad_request', { details: [{ field: 'sections', message: 'authoring.fault_too_many' }] })
  }
  const parts = { steps: { ...steps, sections: [...steps.sections, emptySection(type)] } }
  return inTransaction(services.db, (trx) => {
    const save = { id, type: 'tutorial' as const, parts, kind: 'save' as const }
    return savePartIn(services, trx, viewer, { ...save, ...(baseVersion !== undefined && { baseVersion }) })
  })
}

const mostSections = 500

async function partFaults(db: Db | Trx, type: EditedType, part: DraftPart, form: object): Promise<Fault[]> {
  const { versions } = await readReference(db)
  if (type === 'tutorial') {
    if (part === 'general') return tutorialGeneralFaults(form as TutorialGeneral)
    if (part === 'steps') return tutorialStepsFaults(form as TutorialSteps, versions)
    return tutorialDetailsFaults(form as TutorialDetails)
  }
  if (type === 'quiz') {
    if (part === 'general') return quizGeneralFaults(form as QuizGeneral)
    if (part === 'questions') return quizQuestionsFaults(form as QuizQuestions, versions)
    return quizDetailsFaults(form as QuizDetails)
  }
  if (type === 'liveSession') {
    if (part === 'general') return liveSessionGeneralFaults(form as OutlineGeneral)
    if (part === 'contents') return liveSessionContentsFaults(form as LiveSessionContents)
    return liveSessionDetailsFaults(form as LiveSessionDetails)
  }
  if (part === 'general') return outlineGeneralFaults(form as OutlineGeneral)
  if (part === 'contents') return outlineContentsFaults(type, form as OutlineContents, versions)
  return outlineDetailsFaults(form as OutlineDetails)
}
