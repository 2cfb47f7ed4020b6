import { type Namespace, namespaces } from '@lantern/contract/cms/blocks.ts'
import type { listPages } from '@lantern/contract/cms/pages.ts'
import type { InputOf } from '@lantern/contract/endpoint.ts'
import { readPageNumber } from '#kit/page-number.ts'

// The address of the list is its only state.

export const pageStatuses = ['published', 'draft', 'deleted'] as const

export interface PagesChoice {
  q: string
  namespace: Namespace | null
  status: (typeof pageStatuses)[number] | null
  /** From 0. */
  page: number
}

const path = '/creator/pages'
const rowsOnPage = 20

/** Invalid values of the address are ignored. */
export function readPagesChoice({ searchParams }: URL): PagesChoice {
  return {
    q: (searchParams.get('q') ?? '').trim().slice(0, 200),
    namespace: namespaces.find((one) => one === searchParams.get('namespace')) ?? null,
    status: pageStatuses.find((one) => one === searchParams.get('status')) ?? null,
    page: readPageNumber(searchParams),
  }
}

/** The same view with something changed; another filter begins at its first page. */
export function pagesAddress(choice: PagesChoice, change: Partial<PagesChoice> = {}): string {
  const { q, namespace, status, page } = { ...choice, page: 0, ...change }
  const params = new URLSearchParams()
  if (q) params.set('q', q)
  if (namespace) params.set('namespace', namespace)
  if (status) params.set('status', status)
  if (page > 0) params.set('page', String(page))
  return path + (params.size > 0 ? `?${params}` : '')
}

export function pagesQuery({
  q,
  namespace,
  status,
  page,
}: PagesChoice): NonNullable<InputOf<typeof listPages>['query']> {
  return {
    q: q || undefined,
    namespace: namespace ?? undefined,
    status: status ?? undefined,
    page,
    pageSize: rowsOnPage,
  }
}

export const everyPage: PagesChoice = { q: '', namespace: null, status: null, page: 0 }

export function builderAddress(id: string, locale: string): string {
  return `${path}/${encodeURIComponent(id)}?locale=${locale}`
}
