import type { listFeatured } from '@lantern/contract/authoring/featured.ts'
import { isContentLanguage } from '@lantern/contract/roles.ts'
import { data } from 'react-router'
import { FeaturedEditor, isFeaturedList } from '#authoring/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/creator-featured.ts'

export { links } from 'virtual:authors-sheet'

/** /creator/featured: not found for all but learning admins. What the address asks wrongly is left out. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const { searchParams } = url
  // `language` is that of the interface
  const language = searchParams.get('lang') ?? ''
  const list = searchParams.get('list')
  const featured = await api
    .call<typeof listFeatured>('GET /api/learn/featured/list', {
      query: { ...(isContentLanguage(language) && { language }), ...(isFeaturedList(list) && { list }) },
    })
    .catch((error: unknown) => {
      if (error instanceof ApiError && [401, 403].includes(error.status)) throw data(null, { status: 404 })
      throw error
    })
  return { title: translator(api.locale)('authoring.featured_title'), featured }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function CreatorFeaturedPage({ loaderData: { featured } }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap">
      <FeaturedEditor key={`${featured.list} ${featured.language} ${featured.itemIds}`} featured={featured} />
    </main>
  )
}
