import { type OrganisationActKind, organisationActKinds } from '@lantern/contract/identity/organisation-acts.ts'

const organisationTabs = ['people', 'classes', 'packages', 'licences', 'records', 'settings', 'audit'] as const

/** What the page of an organisation shows; all of it stands in the address. */
export interface OrganisationChoice {
  /** The page itself. */
  path: string
  tab: (typeof organisationTabs)[number]
  q: string
  classId: string
  /** From 0. */
  page: number
  /** Of the audit: one part alone; empty for all. */
  kind: OrganisationActKind | ''
  /** Of the audit: its first and last day, as 2026-03-01; empty for all. */
  from: string
  to: string
  /** Of the audit: what is older than this entry. */
  before: string
}

const mostPages = 100_000

/** Reads leniently: what is no choice is the default. */
export function readOrganisationChoice({ pathname, searchParams }: URL): OrganisationChoice {
  const page = Math.trunc(Number(searchParams.get('page') ?? 0)) || 0
  return {
    path: pathname,
    tab: organisationTabs.find((tab) => tab === searchParams.get('tab')) ?? 'people',
    q: (searchParams.get('q') ?? '').slice(0, 100),
    classId: (searchParams.get('class') ?? '').slice(0, 64),
    page: Math.min(Math.max(0, page), mostPages),
    kind: organisationActKinds.find((kind) => kind === searchParams.get('kind')) ?? '',
    from: dayOf(searchParams.get('from')),
    to: dayOf(searchParams.get('to')),
    before: /^\d{1,18}$/.exec(searchParams.get('before') ?? '')?.[0] ?? '',
  }
}

function dayOf(text: string | null): string {
  if (text === null || !/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return ''
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : ''
}

export function membersQuery({ q, classId, page }: OrganisationChoice) {
  return { page, ...(q.trim() !== '' && { q }), ...(classId !== '' && { classId }) }
}

export function auditQuery(choice: OrganisationChoice) {
  const { before } = choice
  return { ...auditFilters(choice), ...(before !== '' && { before }) }
}

/** What of the audit is wanted, on whichever page of it. */
export function auditFilters({ q, kind, from, to }: OrganisationChoice) {
  return {
    ...(q.trim() !== '' && { q }),
    ...(kind !== '' && { kind }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
  }
}

/** The address of the same page with another choice. */
export function choiceAddress(choice: OrganisationChoice, change: Partial<OrganisationChoice>): string {
  const { path, tab, q, classId, page, kind, from, to, before } = { ...choice, ...change }
  const search = new URLSearchParams()
  if (tab !== 'people') search.set('tab', tab)
  if (q.trim() !== '') search.set('q', q)
  if (classId !== '') search.set('class', classId)
  if (page > 0) search.set('page', String(page))
  if (kind !== '') search.set('kind', kind)
  if (from !== '') search.set('from', from)
  if (to !== '') search.set('to', to)
  if (before !== '') search.set('before', before)
  return search.size > 0 ? `${path}?${search}` : path
}
