import type { reviewSubmission } from '@lantern/contract/community/submission-reviews.ts'
import { reviewTextLength } from '@lantern/contract/community/submission-rules.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { failureText } from '#kit/failure.ts'
import { translator } from '#kit/messages.tsx'

/** How the review form of a submission comes back. */
export interface ReviewAnswer {
  done: boolean
  problem: string | null
  /** What was typed, of a form that was refused. */
  content: string
}

/** Sends an educator's feedback on a submission, with script and without. */
export async function actOnReview({ call, locale }: Api, id: string, form: FormData): Promise<ReviewAnswer> {
  // line breaks of a posted form are two characters
  const content = String(form.get('content') ?? '')
    .replaceAll('\r\n', '\n')
    .slice(0, reviewTextLength + 1)
  const version = Number(form.get('version')) || 1
  try {
    await call<typeof reviewSubmission>('POST /api/learn/submission/review', {
      body: { id, version, content, isReviewed: form.get('reviewed') === 'true' },
    })
    return { done: true, problem: null, content: '' }
  } catch (error) {
    if (!(error instanceof ApiError) || [401, 404].includes(error.status)) throw error
    return { done: false, problem: error.details[0]?.message ?? failureText(error, translator(locale)), content }
  }
}
