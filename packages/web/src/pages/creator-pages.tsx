import type { listPages } from '@lantern/contract/cms/pages.ts'
import { PagesList, pagesQuery, readPagesChoice } from '#cms/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/creator-pages.ts'
import { listOrNothing } from './authors-list.ts'

export { links } from 'virtual:authors-sheet'

/** /creator/pages: 404 for people who are no editors. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const choice = readPagesChoice(url)
  const list = await listOrNothing(
    api.call<typeof listPages>('GET /api/learn/creator/page/list', { query: pagesQuery(choice) }),
  )
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
