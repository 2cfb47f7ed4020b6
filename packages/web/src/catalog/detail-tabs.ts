import { type DetailTab, detailTabs } from '@lantern/contract/catalog/item-types.ts'
import type { Item } from '@lantern/contract/catalog/items.ts'
import { isMerchandise } from '@lantern/contract/catalog/merchandise.ts'
import { starsOf } from '@lantern/contract/catalog/rating.ts'
import { useEffect, useState } from 'react'
import { type MessageKey, useMessages } from '#kit/messages.tsx'

export const detailTabKeys = {
  overview: 'catalog.tab_overview',
  educator: 'catalog.tab_educator',
  materials: 'catalog.tab_materials',
  detail: 'catalog.tab_detail',
  author: 'catalog.tab_author',
  comment: 'catalog.tab_comment',
  score: 'catalog.tab_score',
} as const satisfies Record<DetailTab, MessageKey>

/** Where a tab leads to. Steps stand on the same page under anchors that authors chose: `overview` may be one of them. */
export function detailTabAnchor(tab: DetailTab): string {
  return `tab_${tab}`
}

export function hasMaterials(item: Pick<Item, 'materials' | 'documents' | 'packageMap'>): boolean {
  return item.materials.length + item.documents.length + Object.keys(item.packageMap).length > 0
}

/** The tabs of an item that have something behind them: of the others neither tab nor section is shown. */
export function filledTabs(item: Item): DetailTab[] {
  const stats = item.statsMap[item.id]
  const isFilled: Record<DetailTab, boolean> = {
    overview:
      Boolean(item.properties.objective) ||
      item.sections.length + item.contentIds.length > 0 ||
      // what happens in it, before, while and after it is on
      item.liveDetails !== null,
    educator: item.educatorPlan !== null,
    materials: hasMaterials(item),
    detail: true,
    author: !isMerchandise(item),
    comment: true,
    score: stats !== undefined && starsOf(stats) !== null,
  }
  return detailTabs.filter((tab) => isFilled[tab])
}

/** Links to the sections of these tabs, and the tab whose section is in sight. */
export function useDetailTabs(shown: readonly DetailTab[]): {
  tabs: { id: DetailTab; to: string; label: string }[]
  current: DetailTab | undefined
} {
  const t = useMessages()
  const [current, setCurrent] = useState(shown[0])
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = detailTabs.find((tab) =>
          entries.some(({ isIntersecting, target }) => isIntersecting && target.id === detailTabAnchor(tab)),
        )
        if (seen) setCurrent(seen)
      },
      // a band just below the top of the screen: the section that crosses it is the one being read
      { rootMargin: '-140px 0px -70% 0px' },
    )
    for (const tab of detailTabs) {
      const section = document.getElementById(detailTabAnchor(tab))
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [])
  return { tabs: shown.map((id) => ({ id, to: `#${detailTabAnchor(id)}`, label: t(detailTabKeys[id]) })), current }
}
