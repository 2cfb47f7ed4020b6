import { type ListOrder, listOrders, type SkillLevel, skillLevels } from '@lantern/contract/catalog/item-types.ts'
import {
  type ListParameter,
  listParameter,
  listParameters,
  parametersOfLists,
} from '@lantern/contract/catalog/list-parameters.ts'
import type { ListCriteria } from '@lantern/contract/catalog/lists.ts'
import { parseKeywords } from '@lantern/contract/search/criteria.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import { readPageNumber } from '#kit/page-number.ts'

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

/** Where a list stands. Several on one page have parameters of their own: none of them turns with another. */
export interface ListPlace {
  path: string
  /** Which of the page's lists it is, from 0. */
  nth: number
  /** What else the address chooses on the page: it stays as it is. */
  beside: readonly (readonly [string, string])[]
}

/** The place of a list on a page at this address. */
export function listPlace(path: string, search: URLSearchParams, nth: number): ListPlace {
  const own = listParameters.map((name) => listParameter(name, nth))
  // keywords choose of the first list, or of what stands before it
  const kept = [...parametersOfLists, ...(nth === 0 ? [] : ['k']), wireNames.preview, wireNames.previewToken]
  return { path, nth, beside: [...search].filter(([name]) => kept.includes(name) && !own.includes(name)) }
}

/** Invalid values of the address are ignored. */
export function readChoice(search: URLSearchParams, nth = 0): ListChoice {
  const said = (name: ListParameter) => search.get(listParameter(name, nth))
  const tag = said('tag') ?? (nth === 0 ? moduleIn(search.get('k')) : null)
  return {
    sl: skillLevels.find((level) => level === said('sl')) ?? null,
    ob: listOrders.find((order) => order === said('ob')) ?? null,
    tag: tag?.slice(0, 100) || null,
    lang: said('lang')?.slice(0, 8) || null,
    page: readPageNumber(search, { name: listParameter('page', nth) }),
  }
}

/** Banners lead to a list with the module that they are about in its keywords: modules are topics. */
function moduleIn(k: string | null): string | undefined {
  return parseKeywords(k ?? '')?.find(([type]) => type === 'module')?.[1]
}

/** The address of a list with a change; another filter begins at the first page. */
export function listAddress(place: ListPlace, choice: ListChoice, change: Partial<ListChoice>): string {
  const { sl, ob, tag, lang, page } = { ...choice, page: 0, ...change }
  const said = { sl, ob, tag, lang, page: page > 0 ? String(page) : null }
  const search = new URLSearchParams(place.beside.map(([name, value]) => [name, value]))
  for (const name of chosenOrder) if (said[name]) search.set(listParameter(name, place.nth), said[name])
  return search.size > 0 ? `${place.path}?${search}` : place.path
}

const chosenOrder = ['sl', 'ob', 'tag', 'lang', 'page'] as const

/** The same list with nothing chosen. */
export function plainAddress(place: ListPlace): string {
  return listAddress(place, { sl: null, ob: null, tag: null, lang: null, page: 0 }, {})
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
