import { availabilityFields } from '@lantern/contract/community/availability.ts'
import { choosablePermissions, submissionFilesMost } from '@lantern/contract/community/submission-rules.ts'
import type { handIn } from '@lantern/contract/community/submissions.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { failureText } from '#kit/failure.ts'
import { translator } from '#kit/messages.tsx'
import type { SubmissionDraft } from './use-submission-draft.ts'

/** What refuses a submission: a sentence for the whole form, or one for each field. */
export interface HandInProblem {
  text: string | null
  fields: Readonly<Record<string, string>>
}

/** How the form comes back that was posted without script. */
export interface HandInAnswer {
  /** Of the submission that was handed in; null: it was refused. */
  id: string | null
  problem: HandInProblem | null
  typed: SubmissionDraft
}

/** Hands in without script: the files are those that were handed in before. */
export async function actOnHandIn({ call, locale }: Api, form: FormData): Promise<HandInAnswer> {
  const text = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n')
  const files = form.getAll('attachmentId').slice(0, submissionFilesMost)
  const names = form.getAll('attachmentName')
  const typed: SubmissionDraft = {
    title: text('title'),
    description: text('description'),
    permission: choosablePermissions.find((one) => one === text('permission')) ?? 'public',
    files: files.map((id, at) => ({ id: String(id), name: String(names[at] ?? '') })),
    availability: Object.fromEntries(availabilityFields.map((field) => [field, text(`availability.${field}`)])),
  }
  const { title, description, permission, availability } = typed
  const place = { itemId: text('itemId'), sectionId: text('sectionId') }
  const type = text('type') === 'webgl' ? ('webgl' as const) : ('media' as const)
  try {
    const body = {
      ...place,
      type,
      permission,
      title,
      description,
      availability,
      attachmentIds: typed.files.map(({ id }) => id),
    }
    const { submission } = await call<typeof handIn>('POST /api/learn/submission', { body })
    return { id: submission.id, problem: null, typed }
  } catch (error) {
    if (!(error instanceof ApiError) || [401, 404].includes(error.status)) throw error
    return { id: null, problem: problemOf(error, failureText(error, translator(locale))), typed }
  }
}

/** Refusals by field, those of the entries of a list as one; where none is named, `text` is said of the whole form. */
export function problemOf(error: unknown, text: string): HandInProblem {
  const details = error instanceof ApiError ? error.details : []
  const fields = Object.fromEntries(details.map(({ field, message }) => [field.replace(/\.\d+$/, ''), message]))
  return { text: details.length > 0 ? null : text, fields }
}
