import { caseViews } from '@lantern/contract/community/report-rules.ts'
import type { listReports, readCase } from '@lantern/contract/community/reports.ts'
import { actOnCases, ModerationPage } from '#community/index.ts'
import { apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { readPageNumber } from '#kit/page-number.ts'
import { pageTitle } from '#kit/page-title.ts'
import { sendOrSay } from '#kit/unsent.ts'
import type { Route } from './+types/moderation.ts'
import { notFoundUnlessAllowed, staffAction } from './staff-page.ts'

export { links } from 'virtual:authors-sheet'

/** /admin/learn/moderation?status=decided&case={caseId}: not found for all but moderators. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { call, locale } = apiOf(context)
  const { searchParams } = url
  const view = caseViews.find((one) => one === searchParams.get('status')) ?? 'open'
  const list = await call<typeof listReports>('GET /api/learn/report/list', {
    query: { status: view, page: readPageNumber(searchParams) },
  }).catch(notFoundUnlessAllowed)
  const chosen = searchParams.get('case')?.slice(0, 100) || null
  const caseId = chosen ?? list.results[0]?.caseId ?? null
  const file =
    caseId === null
      ? null
      : await call<typeof readCase>('GET /api/learn/report/case', { query: { caseId } }).catch(notFoundUnlessAllowed)
  return { view, list, file, isChosen: chosen !== null, title: translator(locale)('community.moderation') }
}

export const action = (args: Route.ActionArgs) => staffAction(args, actOnCases)

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sendOrSay(serverAction)

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function Moderation({ loaderData: { title: _, ...page }, actionData }: Route.ComponentProps) {
  return <ModerationPage {...page} answer={actionData} />
}
