import type { listLtiTools } from '@lantern/contract/lti/tools.ts'
import { ConnectionsPage } from '#campus/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import { ToolsPanel } from '#lti/index.ts'
import type { Route } from './+types/connections-tools.ts'
import { connectedOrganisation } from './connections.ts'

export { links } from 'virtual:authors-sheet'

/** /campus/organisation/{id}/connections/tools: outside tools that its classes open. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const organisation = await connectedOrganisation(api, { params, url })
  const { tools } = await api.call<typeof listLtiTools>('GET /api/campus/organisation/:id/lti/tool/list', { params })
  return { organisation, tools, title: translator(api.locale)('lti.tools') }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function ConnectedToolsRoute({ loaderData: { organisation, tools } }: Route.ComponentProps) {
  return (
    <ConnectionsPage organisation={organisation} current="/tools">
      <ToolsPanel organisationId={organisation.id} tools={tools} />
    </ConnectionsPage>
  )
}
