import type { listRosterClients } from '@lantern/contract/rosters/oneroster-clients.ts'
import type { getRosterSource } from '@lantern/contract/rosters/oneroster-source.ts'
import { ConnectionsPage } from '#campus/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import { RosterClientsPanel, SourcePanel } from '#rosters/index.ts'
import type { Route } from './+types/connections-rosters.ts'
import { connectedOrganisation } from './connections.ts'

export { links } from 'virtual:authors-sheet'

/** /campus/organisation/{id}/connections/rosters: people and classes from and for other systems, by OneRoster. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const organisation = await connectedOrganisation(api, { params, url })
  const [source, keys] = await Promise.all([
    api.call<typeof getRosterSource>('GET /api/campus/organisation/:id/oneroster/source', { params }),
    api.call<typeof listRosterClients>('GET /api/campus/organisation/:id/oneroster/client/list', { params }),
  ])
  return { organisation, source, keys, title: translator(api.locale)('rosters.rosters') }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function ConnectedRostersRoute({ loaderData: { organisation, source, keys } }: Route.ComponentProps) {
  return (
    <ConnectionsPage organisation={organisation} current="/rosters">
      <SourcePanel organisation={organisation} source={source} />
      <RosterClientsPanel organisation={organisation} keys={keys} />
    </ConnectionsPage>
  )
}
