import type { ItemCard as Item } from '@lantern/contract/catalog/items.ts'
import type { BlockOf } from '@lantern/contract/cms/blocks.ts'
import { useLocation, useSearchParams } from 'react-router'
import { CatalogList, ItemCard, listPlace, PathLegs, useOwnList } from '#catalog/index.ts'
import type { BundleMap, TutorialMap } from '#cms/index.ts'
import { BundleCard, ItemCartButton } from '#commerce/index.ts'
import { CollectButton } from '#learning/index.ts'
import { PathCards } from '#paths/index.ts'
import { PageFilters } from '#search/index.ts'
import { CardGrid, CardItem } from '#ui/card.tsx'
import { type SlotData, tutorialsName } from './cms-slot-data.ts'

// What other domains show in pages of editors. Its script comes with that of the blocks.

type CardLevel = 2 | 3 | 4

type TutorialCardsProps = { map: TutorialMap; ids: readonly string[]; level: CardLevel }

export function TutorialCards({ map, ids, level }: TutorialCardsProps) {
  const { tutorialMap, tutorialStats, learner } = useOwnList(tutorialsName(map), map)
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
              cart={<ItemCartButton item={item} bought={learner.boughtMap[id] ?? false} size="s" />}
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
  return (
    <OwnList
      id={id}
      kind={fields.list}
      place={listPlace(pathname, search, shown.nth)}
      {...{ choice: shown.choice, topics, list: shown.list, level }}
      withFilters={fields.showFilters}
      collect={collectButton}
    />
  )
}

function OwnList({ id, list, ...props }: { id: string } & Parameters<typeof CatalogList>[0]) {
  return <CatalogList {...props} list={useOwnList(`list ${id}`, list)} />
}

type FiltersOnPageProps = { bar: BlockOf<'filter-bar'>['fields']['bar']; data: NonNullable<SlotData['filters']> }

export function FiltersOnPage(props: FiltersOnPageProps) {
  return <PageFilters {...props} />
}

type PathOnPageProps = { legs: NonNullable<SlotData['legs']>; paths: SlotData['paths']; level: CardLevel }

export function PathOnPage({ legs, paths, level }: PathOnPageProps) {
  return (
    <>
      <PathCards paths={paths} level={level} />
      <PathLegs legs={legs} level={level} />
    </>
  )
}

function collectButton(item: Item, collected: boolean) {
  return <CollectButton item={item} collected={collected} look="card" />
}
