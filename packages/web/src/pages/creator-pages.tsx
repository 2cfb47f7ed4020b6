import type { listPages } from '@lantern/contract/cms/pages.ts'
import { data } from 'react-router'
import { PagesList, pagesQuery, readPagesChoice } from '#authoring/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/creator-pages.ts'

export { links } from 'virtual:authors-sheet'

/** /creator/pages: for whoever is no editor there is no such page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const choice = readPagesChoice(new URL(request.url))
  const list = await api
    .call<typeof listPages>('GET /api/learn/creator/page/list', { query: pagesQuery(choice) })
    .catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 401 || error.status === 403) throw data(null, { status: 404 })
      if (error.status < 500) throw error
      // a list that cannot be read just now leaves the page standing
      return null
    })
  return { title: translator(api.locale)('cms.builder_pages'), choice, list }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function CreatorPagesPage({ loaderData: { choice, list } }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap">
      <PagesList choice={choice} list={list} />
    </main>
  )
}
