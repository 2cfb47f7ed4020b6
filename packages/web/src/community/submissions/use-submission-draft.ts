import { type AvailabilityValues, availabilityFields } from '@lantern/contract/community/availability.ts'
import type { SubmissionPermission } from '@lantern/contract/community/submission-rules.ts'
import { useMemo } from 'react'
import { useDraft } from '#kit/use-draft.ts'

/** A file that has come whole, as the form lists it. */
export interface ChosenFile {
  id: string
  name: string
}

export interface SubmissionDraft {
  title: string
  description: string
  permission: Exclude<SubmissionPermission, 'group'>
  files: ChosenFile[]
  availability: AvailabilityValues
}

/** What is being handed in for a step, kept on the device: it outlives a reload and a lost network. */
export function useSubmissionDraft(sectionId: string, given: SubmissionDraft) {
  const text = JSON.stringify(given)
  const draft = useDraft(`submission.${sectionId}`, text)
  const value = useMemo(() => parsed(draft.text) ?? given, [draft.text, given])
  return {
    value,
    isKept: draft.isKept,
    change: (next: (before: SubmissionDraft) => Partial<SubmissionDraft>) =>
      draft.change((kept) => {
        const before = parsed(kept) ?? given
        return JSON.stringify({ ...before, ...next(before) })
      }),
    clear: draft.clear,
  }
}

/** Null for what an older page kept in another shape. */
function parsed(text: string): SubmissionDraft | null {
  try {
    const { title, description, permission, files, availability } = JSON.parse(text) as Partial<
      Record<keyof SubmissionDraft, unknown>
    >
    if (typeof title !== 'string' || typeof description !== 'string' || !Array.isArray(files)) return null
    return {
      title,
      description,
      permission: permission === 'private' ? 'private' : 'public',
      files: files.filter(isFile),
      availability: availabilityOf(availability),
    }
  } catch {
    return null
  }
}

function availabilityOf(value: unknown): AvailabilityValues {
  const kept = (value ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    availabilityFields.filter((field) => typeof kept[field] === 'string').map((field) => [field, kept[field]]),
  )
}

function isFile(value: unknown): value is ChosenFile {
  const { id, name } = (value ?? {}) as Partial<ChosenFile>
  return typeof id === 'string' && typeof name === 'string'
}
