const organisationTabs = ['people', 'classes', 'packages', 'licences', 'records'] as const

/** What the page of an organisation shows; all of it stands in the address. */
export interface OrganisationChoice {
  /** The page itself. */
  path: string
  tab: (typeof organisationTabs)[number]
  q: string
  classId: string
  /** From 0. */
  page: number
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
  }
}

export function membersQuery({ q, classId, page }: OrganisationChoice) {
  return { page, ...(q.trim() !== '' && { q }), ...(classId !== '' && { classId }) }
}

/** The address of the same page with another choice. */
export function choiceAddress(choice: OrganisationChoice, change: Partial<OrganisationChoice>): string {
  const { path, tab, q, classId, page } = { ...choice, ...change }
  const search = new URLSearchParams()
  if (tab !== 'people') search.set('tab', tab)
  if (q.trim() !== '') search.set('q', q)
  if (classId !== '') search.set('class', classId)
  if (page > 0) search.set('page', String(page))
  return search.size > 0 ? `${path}?${search}` : path
}
