import type { listAttachments } from '@lantern/contract/media/attachments.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import { libraryQuery, MediaLibrary, readLibrary } from '#media/index.ts'
import type { Route } from './+types/creator-media.ts'
import { listOrNothing } from './authors-list.ts'

export { links } from 'virtual:authors-sheet'

const path = 'GET /api/learn/creator/attachment/list'

/** /creator/media: what a creator has uploaded. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const choice = readLibrary(url)
  const [library, unfinished] = await Promise.all([
    listOrNothing(call<typeof listAttachments>(path, { query: libraryQuery(choice) })),
    listOrNothing(call<typeof listAttachments>(path, { query: { state: 'uploading', pageSize: 50 } })),
  ])
  return { choice, library, unfinished: unfinished?.results ?? [], title: translator(locale)('media.library_title') }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function CreatorMediaPage({ loaderData: { choice, library, unfinished } }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap">
      <MediaLibrary choice={choice} library={library} unfinished={unfinished} />
    </main>
  )
}
