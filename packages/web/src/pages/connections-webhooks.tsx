import type { listDeliveries, listWebhooks } from '@lantern/contract/webhooks/webhooks.ts'
import { ConnectionsPage } from '#campus/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import { DeliveriesPanel, WebhooksPanel } from '#webhooks/index.ts'
import type { Route } from './+types/connections-webhooks.ts'
import { connectedOrganisation } from './connections.ts'

export { links } from 'virtual:authors-sheet'

const states = ['waiting', 'taken', 'failed'] as const

/** /campus/organisation/{id}/connections/webhooks?state=failed&before=…: the school's servers that are told of what happens here. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const organisation = await connectedOrganisation(api, { params, url })
  const { searchParams } = url
  const state = states.find((one) => one === searchParams.get('state')) ?? null
  const before = Number(searchParams.get('before'))
  const query = { ...(state && { state }), ...(Number.isSafeInteger(before) && before > 0 && { before }) }
  const [{ webhooks }, list] = await Promise.all([
    api.call<typeof listWebhooks>('GET /api/campus/organisation/:id/webhook/list', { params }),
    api.call<typeof listDeliveries>('GET /api/campus/organisation/:id/webhook/delivery/list', { params, query }),
  ])
  return { organisation, webhooks, list, state, title: translator(api.locale)('webhooks.title') }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function ConnectedWebhooksRoute({
  loaderData: { organisation, webhooks, list, state },
}: Route.ComponentProps) {
  return (
    <ConnectionsPage organisation={organisation} current="/webhooks">
      <WebhooksPanel organisationId={organisation.id} webhooks={webhooks} />
      {(webhooks.length > 0 || list.deliveries.length > 0) && (
        <DeliveriesPanel organisationId={organisation.id} webhooks={webhooks} list={list} state={state} />
      )}
    </ConnectionsPage>
  )
}
