import type { listLtiPlatforms } from '@lantern/contract/lti/platforms.ts'
import type { listLtiScores } from '@lantern/contract/lti/scores.ts'
import { ConnectionsPage } from '#campus/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import { PlatformsPanel, ScoresPanel } from '#lti/index.ts'
import type { Route } from './+types/connections-platforms.ts'
import { connectedOrganisation } from './connections.ts'

export { links } from 'virtual:authors-sheet'

/** /campus/organisation/{id}/connections: the platforms from which content is opened here. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const organisation = await connectedOrganisation(api, { params, url })
  const [{ platforms }, { scores }] = await Promise.all([
    api.call<typeof listLtiPlatforms>('GET /api/campus/organisation/:id/lti/platform/list', { params }),
    api.call<typeof listLtiScores>('GET /api/campus/organisation/:id/lti/score/list', { params }),
  ])
  return { organisation, platforms, scores, title: translator(api.locale)('campus.connections') }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function ConnectedPlatformsRoute({
  loaderData: { organisation, platforms, scores },
}: Route.ComponentProps) {
  return (
    <ConnectionsPage organisation={organisation} current="">
      <PlatformsPanel organisationId={organisation.id} platforms={platforms} />
      {scores.length > 0 && <ScoresPanel scores={scores} />}
    </ConnectionsPage>
  )
}
