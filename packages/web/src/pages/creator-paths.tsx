import type { listEditedPaths } from '@lantern/contract/paths/path-editing.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { redirect } from 'react-router'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import { EditedPaths, editedPathsAddress } from '#paths/index.ts'
import type { Route } from './+types/creator-paths.ts'

export { links } from 'virtual:authors-sheet'

/** /creator/paths: those that the visitor looks after. */
export async function loader({ context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  try {
    const edited = await call<typeof listEditedPaths>('GET /api/learn/cn/path/edited')
    return { edited, title: translator(locale)('paths.edited') }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(signInPath(editedPathsAddress))
    throw error
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function CreatorPathsPage({ loaderData: { edited } }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap">
      <EditedPaths {...edited} />
    </main>
  )
}
