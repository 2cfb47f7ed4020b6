import type { readSubmission } from '@lantern/contract/community/submissions.ts'
import { PageHead } from '#catalog/index.ts'
import { actOnReview, SubmissionPage } from '#community/index.ts'
import { apiOf } from '#kit/api.ts'
import { sendOrSay } from '#kit/unsent.ts'
import type { Route } from './+types/submission.ts'
import { staffAction } from './staff-page.ts'

/** /submission/{id}: one submission, where the links with `submissionId` lead. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { searchParams } = url
  const version = Number(searchParams.get('version')) || undefined
  return apiOf(context).call<typeof readSubmission>('GET /api/learn/submission/:id', {
    params: { id: params.id },
    query: { version },
  })
}

/** An educator's feedback. */
export const action = (args: Route.ActionArgs) =>
  staffAction(args, (api, form) => actOnReview(api, args.params.id, form))

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

export default function SubmissionRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { submission, item } = loaderData
  const isPublic = submission.permission === 'public' && submission.hidden === null && item?.organisationId === null
  return (
    <>
      <PageHead title={submission.title} hidden={!isPublic} />
      <SubmissionPage key={submission.id} {...loaderData} answer={actionData} />
    </>
  )
}
