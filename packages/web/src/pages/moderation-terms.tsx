import type { listWords } from '@lantern/contract/community/listed-terms.ts'
import { actOnWords, WordsPage } from '#community/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import { sendOrSay } from '#kit/unsent.ts'
import type { Route } from './+types/moderation-terms.ts'
import { notFoundUnlessAllowed, staffAction } from './staff-page.ts'

export { links } from 'virtual:authors-sheet'

/** /admin/learn/words: not found for all but moderators. */
export async function loader({ context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const { words } = await call<typeof listWords>('GET /api/learn/report/words').catch(notFoundUnlessAllowed)
  return { words, title: translator(locale)('community.moderation_words') }
}

export const action = (args: Route.ActionArgs) => staffAction(args, actOnWords)

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function ModerationWords({ loaderData: { words }, actionData }: Route.ComponentProps) {
  return <WordsPage words={words} answer={actionData} />
}
