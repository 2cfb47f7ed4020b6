import type { listDrafts } from '@lantern/contract/authoring/drafts.ts'
import type { EditedType } from '@lantern/contract/authoring/forms.ts'
import type { InputOf } from '@lantern/contract/endpoint.ts'
import { readPageNumber } from '#kit/page-number.ts'

// The address of the dashboard is its only state.

/** The order of the tabs and of the create menu. */
export const dashboardTypes = [
  'tutorial',
  'quiz',
  'project',
  'course',
  'liveSession',
] as const satisfies readonly EditedType[]

export const dashboardOrders = ['recency', 'titleasc', 'titledes'] as const
export const dashboardStatuses = ['draft', 'published'] as const

export interface DashboardChoice {
  /** Under /campus/: what belongs to the campus, and links that stay there. */
  campus: boolean
  type: EditedType
  q: string
  status: (typeof dashboardStatuses)[number] | null
  language: string | null
  owner: string | null
  order: (typeof dashboardOrders)[number]
  /** From 0. */
  page: number
}

const rowsOnPage = 20

/** Invalid values of the address are ignored. */
export function readDashboard({ pathname, searchParams }: URL): DashboardChoice {
  const text = (name: string, most: number) => (searchParams.get(name) ?? '').trim().slice(0, most)
  return {
    campus: pathname.startsWith('/campus/'),
    type: dashboardTypes.find((type) => type === searchParams.get('t')) ?? 'tutorial',
    q: text('q', 200),
    status: dashboardStatuses.find((status) => status === searchParams.get('status')) ?? null,
    language: /^[a-z]{2}$/.test(text('lang', 8)) ? text('lang', 8) : null,
    owner: text('u', 100) || null,
    order: dashboardOrders.find((order) => order === searchParams.get('ob')) ?? 'recency',
    page: readPageNumber(searchParams),
  }
}

export function dashboardPath({ campus }: Pick<DashboardChoice, 'campus'>): string {
  return campus ? '/campus/creator/dashboard' : '/creator/dashboard'
}

/** The same view with something changed; another filter begins at its first page. */
export function dashboardAddress(choice: DashboardChoice, change: Partial<DashboardChoice> = {}): string {
  const { type, q, status, language, owner, order, page } = { ...choice, page: 0, ...change }
  const params = new URLSearchParams()
  if (type !== 'tutorial') params.set('t', type)
  if (q) params.set('q', q)
  if (status) params.set('status', status)
  if (language) params.set('lang', language)
  if (owner) params.set('u', owner)
  if (order !== 'recency') params.set('ob', order)
  if (page > 0) params.set('page', String(page))
  return dashboardPath(choice) + (params.size > 0 ? `?${params}` : '')
}

/** What the list call is asked. */
export function dashboardQuery(choice: DashboardChoice): NonNullable<InputOf<typeof listDrafts>['query']> {
  const { q, status, language, owner, order, page } = choice
  return {
    q: q || undefined,
    status: status ?? undefined,
    language: language ?? undefined,
    owner: owner ?? undefined,
    ob: order,
    page,
    pageSize: rowsOnPage,
  }
}

export function isFiltered({ q, status, language, owner }: DashboardChoice): boolean {
  return Boolean(q || status || language || owner)
}
