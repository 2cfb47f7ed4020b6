import type { listOwnBundles, readOwnBundle } from '@lantern/contract/commerce/own-bundles.ts'
import { newId } from '@lantern/contract/ids.ts'
import { BundleEditor } from '#commerce/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/creator-bundle.ts'
import { notFoundUnlessAllowed } from './staff-page.ts'

export { links } from 'virtual:authors-sheet'

/** /creator/bundles/{id}: one's own, and `new` for another one. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  if (id !== 'new') {
    const own = await api
      .call<typeof readOwnBundle>('GET /api/learn/creator/bundle/:id', { params: { id } })
      .catch(notFoundUnlessAllowed)
    return { title: own.bundle.title, id, own }
  }
  // the call knows who may make one
  await api
    .call<typeof listOwnBundles>('GET /api/learn/creator/bundle/list', { query: {} })
    .catch(notFoundUnlessAllowed)
  return { title: translator(api.locale)('commerce.own_bundles.new'), id: newId('bundle'), own: null }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function CreatorBundlePage({ loaderData: { id, own } }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap">
      <BundleEditor key={own ? id : 'new'} id={id} own={own} />
    </main>
  )
}
