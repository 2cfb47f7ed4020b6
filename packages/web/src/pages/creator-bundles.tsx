import type { listOwnBundles } from '@lantern/contract/commerce/own-bundles.ts'
import { OwnBundles } from '#commerce/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { readPageNumber } from '#kit/page-number.ts'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/creator-bundles.ts'
import { notFoundUnlessAllowed } from './staff-page.ts'

export { links } from 'virtual:authors-sheet'

/** /creator/bundles: one's own. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const page = readPageNumber(url.searchParams)
  const list = await api
    .call<typeof listOwnBundles>('GET /api/learn/creator/bundle/list', { query: { page } })
    .catch(notFoundUnlessAllowed)
  return { title: translator(api.locale)('commerce.own_bundles.title'), list }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function CreatorBundlesPage({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap">
      <OwnBundles list={loaderData.list} />
    </main>
  )
}
