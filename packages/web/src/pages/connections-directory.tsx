import type { getDirectory } from '@lantern/contract/rosters/directory.ts'
import { ConnectionsPage } from '#campus/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import { DirectoryPanel, DirectoryRequests } from '#rosters/index.ts'
import type { Route } from './+types/connections-directory.ts'
import { connectedOrganisation } from './connections.ts'

export { links } from 'virtual:authors-sheet'

/** /campus/organisation/{id}/connections/directory: how the school's directory writes people and classes here. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const organisation = await connectedOrganisation(api, { params, url })
  const directory = await api.call<typeof getDirectory>('GET /api/campus/organisation/:id/directory', { params })
  return { organisation, directory, title: translator(api.locale)('rosters.directory') }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function ConnectedDirectoryRoute({ loaderData: { organisation, directory } }: Route.ComponentProps) {
  return (
    <ConnectionsPage organisation={organisation} current="/directory">
      <DirectoryPanel organisation={organisation} directory={directory} />
      <DirectoryRequests requests={directory.requests} />
    </ConnectionsPage>
  )
}
