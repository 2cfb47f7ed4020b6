import type { getSchoolSignIn } from '@lantern/contract/identity/school-sign-in.ts'
import { ConnectionsPage } from '#campus/index.ts'
import { SchoolSignInPanel } from '#identity/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/connections-sign-in.ts'
import { connectedOrganisation } from './connections.ts'

export { links } from 'virtual:authors-sheet'

/** /campus/organisation/{id}/connections/sign-in: the provider by which people of the organisation sign in here. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const organisation = await connectedOrganisation(api, { params, url })
  const settings = await api.call<typeof getSchoolSignIn>('GET /api/campus/organisation/:id/sign-in', { params })
  const problem = url.searchParams.get('problem')
  const fault = url.searchParams.get('fault')
  return { organisation, settings, problem, fault, title: translator(api.locale)('identity.school_sign_in') }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function SchoolSignInSettingsRoute({
  loaderData: { organisation, settings, problem, fault },
}: Route.ComponentProps) {
  return (
    <ConnectionsPage organisation={organisation} current="/sign-in">
      <SchoolSignInPanel organisation={organisation} settings={settings} problem={problem} fault={fault} />
    </ConnectionsPage>
  )
}
