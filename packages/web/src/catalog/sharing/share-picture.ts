import type { Item } from '@lantern/contract/catalog/items.ts'
import { sharePicture } from '@lantern/contract/indexing.ts'

type Shown = Pick<Item, 'published' | 'hidden' | 'learnOptionType'>

/** Whether guests find the item. */
export function isPublicItem({ published, hidden, learnOptionType }: Shown): boolean {
  return published && !hidden && learnOptionType === 'other'
}

/** The picture beside shared links of an item; null where guests do not find the item. */
export function publicSharePicture(item: Shown & { id: string; updatedTime: string }): string | null {
  return isPublicItem(item) ? sharePicture(item) : null
}
