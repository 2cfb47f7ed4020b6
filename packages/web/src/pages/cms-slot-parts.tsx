import type { ItemCard as Item } from '@lantern/contract/catalog/items.ts'
import type { BlockOf } from '@lantern/contract/cms/blocks.ts'
import { useLocation, useSearchParams } from 'react-router'
import { CatalogList, ItemCard, listPlace, PathLegs } from '#catalog/index.ts'
import type { BundleMap, TutorialMap } from '#cms/index.ts'
import { BundleCard } from '#commerce/index.ts'
import { CollectButton } from '#learning/index.ts'
import { PageFilters } from '#search/index.ts'
import { CardGrid, CardItem } from '#ui/card.tsx'
import type { SlotData } from './cms-slot-data.ts'

// What other domains show in pages of editors. Its script comes with that of the blocks.

type CardLevel = 2 | 3 | 4

type TutorialCardsProps = { map: TutorialMap; ids: readonly string[]; level: CardLevel }

export function TutorialCards({ map: { tutorialMap, tutorialStats, learner }, ids, level }: TutorialCardsProps) {
  return (
    <CardGrid>
      {ids.flatMap((id) => {
        const item = tutorialMap[id]
        if (!item) return []
        return [
          <CardItem key={id}>
            <ItemCard
              item={item}
              stats={tutorialStats[id]}
              record={learner.recordMap[id]}
              bought={learner.boughtMap[id]}
              collect={collectButton(item, learner.collectMap[id] ?? false)}
              level={level}
            />
          </CardItem>,
        ]
      })}
    </CardGrid>
  )
}

type BundleCardsProps = { map: BundleMap; ids: readonly string[]; level: CardLevel }

export function BundleCards({ map: { bundleMap }, ids, level }: BundleCardsProps) {
  return (
    <CardGrid>
      {ids.flatMap((id) => {
        const bundle = bundleMap[id]
        if (!bundle) return []
        return [
          <CardItem key={id}>
            <BundleCard bundle={bundle} level={level} />
          </CardItem>,
        ]
      })}
    </CardGrid>
  )
}

type ListOnPageProps = {
  lists: NonNullable<SlotData['lists']>
  block: BlockOf<'catalog-list'>
  level: CardLevel
}

export function ListOnPage({ lists: { topics, byBlock }, block: { id, fields }, level }: ListOnPageProps) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const shown = byBlock[id]
  if (!shown) return null
  const { nth, choice, list } = shown
  return (
    <CatalogList
      kind={fields.list}
      place={listPlace(pathname, search, nth)}
      {...{ choice, topics, list, level }}
      withFilters={fields.showFilters}
      collect={collectButton}
    />
  )
}

type FiltersOnPageProps = { bar: BlockOf<'filter-bar'>['fields']['bar']; data: NonNullable<SlotData['filters']> }

export function FiltersOnPage(props: FiltersOnPageProps) {
  return <PageFilters {...props} />
}

export function PathOnPage({ legs, level }: { legs: NonNullable<SlotData['legs']>; level: CardLevel }) {
  return <PathLegs legs={legs} level={level} />
}

function collectButton(item: Item, collected: boolean) {
  return <CollectButton item={item} collected={collected} look="card" />
}
