import { limits } from '@lantern/contract/authoring/faults.ts'
import type { SectionForm } from '@lantern/contract/authoring/forms.ts'
import type { MessageKey } from '#kit/messages.tsx'

// What can be done to the list of steps. Pure: what is not touched stays the same object.

export type StepType = SectionForm['type']

const limitOf: Record<StepType, { most: number; message: MessageKey } | null> = {
  normal: null,
  lab: { most: limits.labSteps, message: 'tutorial_exceed_lab_limit_1' },
  submission: { most: limits.submissionSteps, message: 'tutorial_exercise_exceed_submission_limit_1' },
  tool: null,
}

/** Why no more steps of this type fit, or null when one does. */
export function limitReached(sections: readonly SectionForm[], type: StepType): MessageKey | null {
  const limit = limitOf[type]
  if (!limit) return null
  return sections.filter((section) => section.type === type).length >= limit.most ? limit.message : null
}

export function editStep(sections: readonly SectionForm[], id: string, change: Partial<SectionForm>): SectionForm[] {
  return sections.map((section) => (section.id === id ? { ...section, ...change } : section))
}

/** `to` counts without the step itself. */
export function moveStep(sections: readonly SectionForm[], from: number, to: number): SectionForm[] {
  const moved = sections[from]
  return moved ? sections.toSpliced(from, 1).toSpliced(to, 0, moved) : [...sections]
}

export function removeStep(sections: readonly SectionForm[], id: string): SectionForm[] {
  return sections.filter((section) => section.id !== id)
}
