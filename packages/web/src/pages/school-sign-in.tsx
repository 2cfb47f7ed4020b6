import type { getSchool } from '@lantern/contract/identity/school-sign-in.ts'
import type { getSession } from '@lantern/contract/identity/session.ts'
import { safeRedirect } from '@lantern/contract/redirects.ts'
import { data } from 'react-router'
import { SchoolPage } from '#identity/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/school-sign-in.ts'

/** /sign-in/school/{slug}: where people of an organisation sign in by its own provider. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const { searchParams } = url
  const [{ user }, school] = await Promise.all([
    call<typeof getSession>('GET /api/session'),
    call<typeof getSchool>('GET /api/school/:slug', { params }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) throw data(null, { status: 404 })
      throw error
    }),
  ])
  return {
    slug: params.slug,
    name: school.name,
    ownName: user?.name ?? null,
    redirectTo: safeRedirect(searchParams.get('redirect_to')),
    problem: searchParams.get('problem'),
    title: translator(locale)('identity.school_title', { name: school.name }),
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function SchoolSignInRoute({ loaderData: { title: _, ...page } }: Route.ComponentProps) {
  return <SchoolPage {...page} />
}
