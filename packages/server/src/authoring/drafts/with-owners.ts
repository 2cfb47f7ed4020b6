import type { AnyForms } from '@lantern/contract/authoring/forms.ts'
import type { DraftState } from './draft-state.ts'

/** An old revision as it may come back: whose the work is and who writes it is no matter of text and stays. */
export function withOwnersOf({ forms: { general, details } }: Pick<DraftState, 'forms'>, old: AnyForms): AnyForms {
  return {
    ...old,
    general: { ...old.general, ownerId: general.ownerId },
    details: { ...old.details, ...('authorId' in details && { authorId: details.authorId }) },
  } as AnyForms
}
