import type { HomeTab } from '@lantern/contract/catalog/item-types.ts'
import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import type { ItemList } from '@lantern/contract/catalog/lists.ts'
import { Picks, useOwnList } from '#catalog/index.ts'
import { CollectButton } from '#learning/index.ts'

/** The shelf of the home page, with the buttons that collect. */
export function HomePicks({ tab, list }: { tab: HomeTab; list: ItemList }) {
  return <Picks tab={tab} list={useOwnList('picks', list)} collect={collectButton} />
}

function collectButton(item: ItemCard, collected: boolean) {
  return <CollectButton item={item} collected={collected} look="card" />
}
