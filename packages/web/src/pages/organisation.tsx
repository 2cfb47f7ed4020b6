import type { listLicences } from '@lantern/contract/commerce/licences.ts'
import type { listPackages } from '@lantern/contract/courseware/packages.ts'
import type { listAudit } from '@lantern/contract/identity/organisation-audit.ts'
import type { getOrganisationSettings } from '@lantern/contract/identity/organisation-settings.ts'
import type { listClasses, listMembers, listOrganisations } from '@lantern/contract/identity/organisations.ts'
import type { getSession } from '@lantern/contract/identity/session.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import type { listXapiCredentials } from '@lantern/contract/xapi/credentials.ts'
import type { getRecordSettings } from '@lantern/contract/xapi/record-settings.ts'
import { data, redirect } from 'react-router'
import { auditQuery, membersQuery, OrganisationPage, readOrganisationChoice } from '#campus/index.ts'
import { LicencesTab } from '#commerce/index.ts'
import { PackagesTab } from '#courseware/index.ts'
import { apiOf } from '#kit/api.ts'
import { pageAddress } from '#kit/page-address.ts'
import { pageTitle } from '#kit/page-title.ts'
import { ImportNamesButton } from '#rosters/index.ts'
import type { Route } from './+types/organisation.ts'

export { links } from 'virtual:authors-sheet'

/** /campus/organisation/{id}: for its educators and admins; for everybody else it does not exist. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { call } = apiOf(context)
  const { user } = await call<typeof getSession>('GET /api/session')
  if (!user) throw redirect(signInPath(pageAddress(url)))
  const { organisations } = await call<typeof listOrganisations>('GET /api/campus/organisation/list')
  const organisation = organisations.find(({ id }) => id === params.id)
  if (!organisation || organisation.role === 'learner') throw data(null, { status: 404 })
  const choice = readOrganisationChoice(url)
  // the address may name a tab that is for admins alone
  if (['records', 'settings', 'audit'].includes(choice.tab) && organisation.role !== 'admin')
    throw data(null, { status: 404 })
  const [members, { classes }, records, recordSettings, settings, audit, packages, { results: licences }] =
    await Promise.all([
      call<typeof listMembers>('GET /api/campus/organisation/:id/member/list', { params, query: membersQuery(choice) }),
      call<typeof listClasses>('GET /api/campus/organisation/:id/class/list', { params }),
      choice.tab === 'records'
        ? call<typeof listXapiCredentials>('GET /api/campus/organisation/:id/xapi/credential/list', { params })
        : undefined,
      choice.tab === 'records'
        ? call<typeof getRecordSettings>('GET /api/campus/organisation/:id/xapi/settings', { params })
        : undefined,
      choice.tab === 'settings'
        ? call<typeof getOrganisationSettings>('GET /api/campus/organisation/:id/settings', { params })
        : undefined,
      choice.tab === 'audit'
        ? call<typeof listAudit>('GET /api/campus/organisation/:id/audit/list', { params, query: auditQuery(choice) })
        : undefined,
      choice.tab === 'packages'
        ? call<typeof listPackages>('GET /api/campus/organisation/:id/package/list', { params })
        : undefined,
      call<typeof listLicences>('GET /api/campus/organisation/:id/licence/list', { params }),
    ])
  return { organisation, choice, members, classes, records, recordSettings, settings, audit, packages, licences }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.organisation.name, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function OrganisationPageRoute({ loaderData }: Route.ComponentProps) {
  const { packages, licences, ...page } = loaderData
  const tab = packages && <PackagesTab organisation={page.organisation} packages={packages.results} />
  const { organisation, classes, choice } = page
  const seats = choice.tab === 'licences' && <LicencesTab {...{ organisation, classes, licences }} />
  const names = <ImportNamesButton organisation={page.organisation} />
  return (
    <OrganisationPage
      key={organisation.id}
      {...page}
      importAct={names}
      packages={tab}
      licences={seats}
      licenceCount={licences.length}
    />
  )
}
