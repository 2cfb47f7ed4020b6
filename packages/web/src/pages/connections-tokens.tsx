import type { listTokens } from '@lantern/contract/identity/tokens.ts'
import { ConnectionsPage } from '#campus/index.ts'
import { TokensPanel } from '#identity/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/connections-tokens.ts'
import { connectedOrganisation } from './connections.ts'

export { links } from 'virtual:authors-sheet'

/** /campus/organisation/{id}/connections/tokens: with which programs read what the organisation has here. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const organisation = await connectedOrganisation(api, { params, url })
  const { tokens } = await api.call<typeof listTokens>('GET /api/learn/cn/token/list', {
    query: { organisationId: organisation.id },
  })
  return { organisation, tokens, title: translator(api.locale)('tokens.title') }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function OrganisationTokensRoute({ loaderData: { organisation, tokens } }: Route.ComponentProps) {
  return (
    <ConnectionsPage organisation={organisation} current="/tokens">
      <TokensPanel organisationId={organisation.id} tokens={tokens} />
    </ConnectionsPage>
  )
}
