import type { getTutorial } from '@lantern/contract/catalog/details.ts'
import type { readPeerState } from '@lantern/contract/community/peer-feedback.ts'
import { data } from 'react-router'
import { PageHead } from '#catalog/index.ts'
import { actOnPeerFeedback, PeerPage } from '#community/index.ts'
import { apiOf } from '#kit/api.ts'
import { useMessages } from '#kit/messages.tsx'
import { pageAddress } from '#kit/page-address.ts'
import { sendOrSay } from '#kit/unsent.ts'
import type { Route } from './+types/peer-feedback.ts'
import { requirePerson } from './own-page.ts'
import { staffAction } from './staff-page.ts'

/** /tutorial/{slug}/peer-feedback: where learners look at each other's submissions to a lesson. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  await requirePerson(api, pageAddress(url))
  const { tutorialData } = await api.call<typeof getTutorial>('GET /api/learn/tutorial/:id/extends', {
    params: { id: params.slug },
    query: {},
  })
  const section = tutorialData.sections.find((one) => one.type === 'submission')
  if (!section) throw data(null, { status: 404 })
  const state = await api.call<typeof readPeerState>('GET /api/learn/submission/peer', {
    query: { itemId: tutorialData.id, sectionId: section.id },
  })
  return { section: { id: section.id, anchor: section.anchor }, state }
}

export async function action(args: Route.ActionArgs) {
  return staffAction(args, actOnPeerFeedback)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

export default function PeerFeedback({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <>
      <PageHead title={t('community.peer_title')} hidden />
      <PeerPage key={loaderData.section.id} {...loaderData} answer={actionData} />
    </>
  )
}
