import type { reviewSubmission } from '@lantern/contract/community/submission-reviews.ts'
import { reviewTextLength } from '@lantern/contract/community/submission-rules.ts'
import type { SubmissionReview } from '@lantern/contract/community/submissions.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import type { FieldProblem } from '@lantern/contract/errors.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { beganWith } from '#kit/began.tsx'
import { failureText } from '#kit/failure.ts'
import { translator } from '#kit/messages.tsx'

/** How the review form of a submission comes back. */
export interface ReviewAnswer {
  done: boolean
  problem: string | null
  /** What was typed, of a form that was refused. */
  content: string
  problems: FieldProblem[]
  /** As it is kept now. */
  review: SubmissionReview | null
}

type Before = NonNullable<BodyOf<typeof reviewSubmission>['before']>

/** Sends an educator's feedback on a submission, with script and without. */
export async function actOnReview({ call, locale }: Api, id: string, form: FormData): Promise<ReviewAnswer> {
  // line breaks of a posted form are two characters
  const content = String(form.get('content') ?? '')
    .replaceAll('\r\n', '\n')
    .slice(0, reviewTextLength + 1)
  const version = Number(form.get('version')) || 1
  try {
    const { review } = await call<typeof reviewSubmission>('POST /api/learn/submission/review', {
      body: { id, version, content, isReviewed: form.get('reviewed') === 'true', ...beganWith<Before>(form) },
    })
    return { done: true, problem: null, content: '', problems: [], review }
  } catch (error) {
    if (!(error instanceof ApiError) || [401, 404].includes(error.status)) throw error
    const problem = error.details[0]?.message ?? failureText(error, translator(locale))
    return { done: false, problem, content, problems: error.details, review: null }
  }
}
