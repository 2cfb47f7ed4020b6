import type { ItemCard as Item } from '@lantern/contract/catalog/items.ts'
import type { LearningList } from '@lantern/contract/learning/my-learning.ts'
import type { ListTab } from './my-learning.tsx'

/** People count pages from 1, the call from 0. */
export function listAddress(personId: string, tab: ListTab, page: number): string {
  const search = new URLSearchParams()
  if (tab !== 'activity') search.set('tab', tab)
  if (page > 1) search.set('page', String(page - 1))
  const text = search.toString()
  return `/u/${personId}${text ? `?${text}` : ''}`
}

/** The items that a list shows, in its order. */
export function itemsOf(list: LearningList): Item[] {
  return list.results.flatMap((id) => list.itemMap[id] ?? [])
}
