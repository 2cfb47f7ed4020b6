import type { getInsights } from '@lantern/contract/authoring/insights.ts'
import { data } from 'react-router'
import { ItemInsights } from '#authoring/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/creator-insights.ts'

export { links } from 'virtual:authors-sheet'

/** /creator/insights/{id}: 404 for viewers who may not edit the item. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const insights = await api
    .call<typeof getInsights>('GET /api/learn/creator/insights/:id', { params: { id: params.id } })
    .catch((error: unknown) => {
      if (error instanceof ApiError && [401, 403].includes(error.status)) throw data(null, { status: 404 })
      throw error
    })
  const t = translator(api.locale)
  const name = insights.item.title || t('authoring.dashboard_untitled')
  return { title: t('authoring.insights.title', { title: name }), insights }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function CreatorInsightsPage({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap">
      <ItemInsights insights={loaderData.insights} />
    </main>
  )
}
