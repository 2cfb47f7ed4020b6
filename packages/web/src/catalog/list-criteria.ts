import { type ListOrder, listOrders, type SkillLevel, skillLevels } from '@lantern/contract/catalog/item-types.ts'
import type { ListCriteria } from '@lantern/contract/catalog/lists.ts'
import { parseKeywords } from '@lantern/contract/search/criteria.ts'

const taught: NonNullable<ListCriteria['type']> = ['tutorial', 'project', 'course']

/** The lists of the catalogue; most have a page of their own, named like them. */
const listKinds = {
  tutorials: { type: ['tutorial'] },
  projects: { type: ['project'] },
  courses: { type: ['course'] },
  free: { free: true, type: taught },
  new: { ob: 'recency', type: taught },
  advance: { sl: ['intermediate', 'advanced'], type: taught },
  educators: { educators: true, type: taught },
  discount: { discounted: true, type: taught },
} satisfies Record<string, ListCriteria>

export type ListKind = keyof typeof listKinds

/** What the address of a list page chooses. The address is the only place where the choice lives. */
export interface ListChoice {
  sl: SkillLevel | null
  ob: ListOrder | null
  tag: string | null
  lang: string | null
  page: number
}

/** Anything in the address that makes no sense is as if it were not there. */
export function readChoice(search: URLSearchParams): ListChoice {
  const page = Number(search.get('page') ?? '0')
  return {
    sl: skillLevels.find((level) => level === search.get('sl')) ?? null,
    ob: listOrders.find((order) => order === search.get('ob')) ?? null,
    tag: (search.get('tag') ?? moduleIn(search.get('k')))?.slice(0, 100) || null,
    lang: search.get('lang')?.slice(0, 8) || null,
    page: Number.isInteger(page) && page >= 0 && page <= 100_000 ? page : 0,
  }
}

/** Banners lead to a list with the module that they are about in its keywords: modules are topics. */
function moduleIn(k: string | null): string | undefined {
  return parseKeywords(k ?? '')?.find(([type]) => type === 'module')?.[1]
}

/** The address of a list at `path` with a change; another filter begins at the first page. */
export function listAddress(path: string, choice: ListChoice, change: Partial<ListChoice>): string {
  const { page, ...filters } = { ...choice, page: 0, ...change }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value) search.set(name, value)
  if (page > 0) search.set('page', String(page))
  return search.size > 0 ? `${path}?${search}` : path
}

const listPageSize = 16

/** The choice as the list call wants it. */
export function listQuery(kind: ListKind, choice: ListChoice): ListCriteria & { page: number; pageSize: number } {
  return {
    ...listKinds[kind],
    ...(choice.sl && { sl: [choice.sl] }),
    ...(choice.ob && { ob: choice.ob }),
    ...(choice.tag && { topic: [choice.tag] }),
    ...(choice.lang && { language: choice.lang }),
    page: choice.page,
    pageSize: listPageSize,
  }
}
