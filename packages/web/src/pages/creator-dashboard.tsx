import type { listCampusDrafts, listDrafts } from '@lantern/contract/authoring/drafts.ts'
import type { EditedType } from '@lantern/contract/authoring/forms.ts'
import {
  CreatorDashboard,
  type DashboardChoice,
  dashboardQuery,
  dashboardTypes,
  readDashboard,
} from '#authoring/index.ts'
import { type Api, apiOf } from '#kit/api.ts'
import { translator } from '#kit/messages.tsx'
import { pageTitle } from '#kit/page-title.ts'
import type { Route } from './+types/creator-dashboard.ts'
import { listOrNothing } from './authors-list.ts'

export { links } from 'virtual:authors-sheet'

/** /creator/dashboard, and the same over the campus's content at /campus/creator/dashboard. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const choice = readDashboard(url)
  const { campus } = choice
  const title = translator(api.locale)(campus ? 'authoring.dashboard_campus_title' : 'authoring.dashboard_title')
  const [list, ...others] = await Promise.all([
    listOrNothing(readDrafts(api, choice, choice.type)),
    ...dashboardTypes.filter((type) => type !== choice.type).map((type) => countDrafts(api, choice, type)),
  ])
  const counts = Object.fromEntries(others.flatMap((count) => (count ? [count] : [])))
  return { title, choice, list, counts: list ? { ...counts, [choice.type]: list.total } : counts }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.title, matches) }, { name: 'robots', content: 'noindex' }]
}

export default function CreatorDashboardPage({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap">
      <CreatorDashboard {...loaderData} />
    </main>
  )
}

async function readDrafts({ call }: Api, choice: DashboardChoice, type: EditedType, pageSize?: number) {
  const input = { params: { type }, query: { ...dashboardQuery(choice), ...(pageSize && { page: 0, pageSize }) } }
  return choice.campus
    ? call<typeof listCampusDrafts>('GET /api/campus/creator/:type/list', input)
    : call<typeof listDrafts>('GET /api/learn/creator/:type/list', input)
}

async function countDrafts(api: Api, choice: DashboardChoice, type: EditedType) {
  const list = await listOrNothing(readDrafts(api, choice, type, 1))
  return list && ([type, list.total] as const)
}
