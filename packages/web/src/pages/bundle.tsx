import type { readBundle } from '@lantern/contract/commerce/bundles.ts'
import { data } from 'react-router'
import { PageHead } from '#catalog/index.ts'
import { BundlePage } from '#commerce/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import type { Route } from './+types/bundle.ts'

/** /bundle/{slug} */
export async function loader({ params: { slug }, context }: Route.LoaderArgs) {
  try {
    return await apiOf(context).call<typeof readBundle>('GET /api/learn/cn/bundle/:slug', { params: { slug } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 })
    throw error
  }
}

export default function BundleRoute({ loaderData }: Route.ComponentProps) {
  const { bundle, itemIds, tutorialMap } = loaderData
  const parts = itemIds.flatMap((id) => tutorialMap[id]?.title ?? [])
  return (
    <>
      <PageHead title={bundle.title} description={parts.join(' · ')} />
      <BundlePage key={bundle.id} {...loaderData} />
    </>
  )
}
