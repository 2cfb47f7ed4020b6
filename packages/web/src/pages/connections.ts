import type { listOrganisations, Organisation } from '@lantern/contract/identity/organisations.ts'
import type { getSession } from '@lantern/contract/identity/session.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect } from 'react-router'
import type { Api } from '#kit/api.ts'
import { pageAddress } from '#kit/page-address.ts'

/** The organisation of a page below its connections: for its admins, to everybody else there is no such page. */
export async function connectedOrganisation(
  { call }: Pick<Api, 'call'>,
  { params, url }: { params: { id: string }; url: URL },
): Promise<Organisation> {
  const { user } = await call<typeof getSession>('GET /api/session')
  if (!user) throw redirect(signInPath(pageAddress(url)))
  const { organisations } = await call<typeof listOrganisations>('GET /api/campus/organisation/list')
  const organisation = organisations.find(({ id }) => id === params.id)
  if (organisation?.role !== 'admin') throw data(null, { status: 404 })
  return organisation
}
