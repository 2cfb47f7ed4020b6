import type { getEditedPath, listEditedPaths } from '@lantern/contract/paths/path-editing.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect } from 'react-router'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { pageTitle } from '#kit/page-title.ts'
import { PathEditor } from '#paths/index.ts'
import type { Route } from './+types/creator-path.ts'

export { links } from 'virtual:authors-sheet'

/** /creator/paths/{id}: for its editors, and `new` for another one. */
export async function loader({ params: { id }, url, context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  try {
    const { places } = await call<typeof listEditedPaths>('GET /api/learn/cn/path/edited')
    if (places.length === 0) throw data(null, { status: 404 })
    if (id === 'new') return { title: translator(locale)('paths.new'), own: null, places }
    const own = await call<typeof getEditedPath>('GET /api/learn/cn/path/edited/:id', { params: { id } })
    return { title: own.form.title, own, places }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(signInPath(pageAddress(url)))
    if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 })
    throw error
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function CreatorPathPage({ loaderData: { own, places } }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap">
      <PathEditor key={own?.id ?? 'new'} own={own} places={places} />
    </main>
  )
}
