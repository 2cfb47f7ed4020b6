import type { getTutorial } from '@lantern/contract/catalog/details.ts'
import type { listSubmissions, readSubmission } from '@lantern/contract/community/submissions.ts'
import { submissionLink } from '@lantern/contract/links.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect } from 'react-router'
import { PageHead } from '#catalog/index.ts'
import { actOnHandIn, HandInPage } from '#community/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { useMessages } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import type { Route } from './+types/hand-in.ts'
import { requirePerson } from './own-page.ts'

/** /tutorial/{slug}/hand-in: where a learner hands in for the submission step of the lesson. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  await requirePerson(api, pageAddress(url))
  const { call } = api
  const { tutorialData } = await call<typeof getTutorial>('GET /api/learn/tutorial/:id/extends', {
    params: { id: params.slug },
    query: {},
  })
  const { id, type, slug, title, language, sections } = tutorialData
  const section = sections.find((one) => one.type === 'submission')
  if (!section) throw data(null, { status: 404 })
  const { own } = await call<typeof listSubmissions>('GET /api/learn/submission/list', {
    query: { itemId: id, pageSize: 1 },
  })
  const known = own[section.id]
  const before = known
    ? await call<typeof readSubmission>('GET /api/learn/submission/:id', { params: { id: known.id }, query: {} })
    : null
  return {
    item: { id, type, slug, title, language },
    section: { id: section.id, title: section.title, anchor: section.anchor, submissionType: section.submissionType },
    own: before?.submission ?? null,
  }
}

/** The form as it is posted before or without script. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const here = pageAddress(url)
  try {
    const answer = await actOnHandIn(apiOf(context), await request.formData())
    if (answer.id === null) return data(answer, { status: 422 })
    return redirect(submissionLink(answer.id))
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return redirect(signInPath(here))
    throw error
  }
}

export default function HandIn({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <>
      <PageHead title={t('community.submission_hand_in')} hidden />
      <HandInPage key={loaderData.section.id} {...loaderData} answer={actionData} />
    </>
  )
}
