import type { listSubmissionsForReview } from '@lantern/contract/community/submission-reviews.ts'
import { reviewOrders, submissionReviewStates } from '@lantern/contract/community/submission-rules.ts'
import { ReviewsPage } from '#community/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/creator-submissions.ts'
import { notFoundUnlessAllowed } from './staff-page.ts'

export { links } from 'virtual:authors-sheet'

/** /creator/submissions/{id}?state=reviewed&order=newest: not found for all but educators of the item. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const { searchParams } = url
  const state = submissionReviewStates.find((one) => one === searchParams.get('state')) ?? 'waiting'
  const order = reviewOrders.find((one) => one === searchParams.get('order')) ?? 'oldest'
  const after = searchParams.get('after')?.slice(0, 160) || undefined
  const list = await call<typeof listSubmissionsForReview>('GET /api/learn/submission/review/list', {
    query: { itemId: params.id, state, order, after },
  }).catch(notFoundUnlessAllowed)
  return { state, order, isFirst: after === undefined, list, title: translator(locale)('community.reviews_title') }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function CreatorSubmissions({ loaderData: { title: _, ...page } }: Route.ComponentProps) {
  return <ReviewsPage {...page} />
}
