import { type Fault as ContractFault, titleMax } from '@lantern/contract/authoring/fault-rules.ts'
import {
  tutorialDetailsFaults,
  tutorialFaults,
  tutorialGeneralFaults,
  tutorialStepsFaults,
} from '@lantern/contract/authoring/faults.ts'
import type { SectionForm, TutorialForms } from '@lantern/contract/authoring/forms.ts'
import { nothingChanged } from '@lantern/contract/authoring/nothing-changed.ts'
import type * as editing from '@lantern/contract/authoring/tutorial-editing.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { call } from '#kit/call.ts'
import type { PartOf } from '#kit/documents/draft-sync-state.ts'
import type { EditorKind, Fault, SaveAnswer } from '../editor-shell/editor-kind.ts'

type Saved = ResponseOf<typeof editing.saveTutorialGeneral>

/** A tutorial as the editor shell needs to know it. */
export const tutorialKind: EditorKind<TutorialForms> = {
  type: 'tutorial',
  parts: [
    { part: 'general', tab: 'g', label: 'authoring.tab_general' },
    { part: 'steps', tab: 's', label: 'authoring.tab_steps', count: ({ steps }) => steps.sections.length },
    { part: 'details', tab: 'd', label: 'authoring.tab_details' },
  ],
  isSame: (part, one, other) => nothingChanged(one[part], other[part]),
  faults: (part, forms, versions) => faultsOf(part, forms, versions).map(said),
  publishFaults: (forms, versions) => tutorialFaults(forms, versions).map(said),
  async save(part, { id, forms, baseVersion, campus }) {
    const params = { id }
    const base = baseVersion === undefined ? {} : { baseVersion }
    if (part === 'general') {
      return answered(
        await call<typeof editing.saveTutorialGeneral>('POST /api/learn/tutorial/:id/general', {
          params,
          query: { campus },
          body: { ...forms.general, ...base },
        }),
      )
    }
    if (part === 'steps') {
      return answered(
        await call<typeof editing.saveTutorialSteps>('POST /api/learn/tutorial/:id/steps', {
          params,
          body: { ...forms.steps, ...base },
        }),
      )
    }
    return answered(
      await call<typeof editing.saveTutorialDetails>('POST /api/learn/tutorial/:id/details', {
        params,
        body: { ...forms.details, ...base },
      }),
    )
  },
  async publish({ id, forms, baseVersion, revision }) {
    const { general, steps, details } = forms
    return answered(
      await call<typeof editing.publishTutorial>('POST /api/learn/tutorial/:id/publish', {
        params: { id },
        body: {
          ...general,
          steps,
          details,
          ...(baseVersion !== undefined && { baseVersion }),
          ...(revision !== undefined && { revision }),
        },
      }),
    )
  },
}

/** Saves the steps with an empty one of this type behind the last. */
export async function addStep(
  type: SectionForm['type'],
  at: { id: string; forms: TutorialForms; baseVersion: number },
): Promise<SaveAnswer<TutorialForms>> {
  return answered(
    await call<typeof editing.addTutorialStep>('POST /api/learn/tutorial/:id/addStep/:type', {
      params: { id: at.id, type },
      body: { ...at.forms.steps, baseVersion: at.baseVersion },
    }),
  )
}

/** The tutorial of the answer: all three forms as the server has them. */
function answered({ tutorialData, draft }: Saved): SaveAnswer<TutorialForms> {
  const { general, steps, details } = tutorialData
  return { draft, forms: { general, steps, details } }
}

function faultsOf(part: PartOf<TutorialForms>, forms: TutorialForms, versions: readonly string[]) {
  if (part === 'general') return tutorialGeneralFaults(forms.general)
  return part === 'steps' ? tutorialStepsFaults(forms.steps, versions) : tutorialDetailsFaults(forms.details)
}

function said({ field, message, missing }: ContractFault): Fault {
  return { field, key: message, values: { most: titleMax }, ...(missing && { missing }) }
}
