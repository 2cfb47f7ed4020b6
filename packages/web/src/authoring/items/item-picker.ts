import type { ItemPicker } from '#cms/index.ts'
import { useFoundItems } from './find-items.ts'
import { ItemLine } from './item-line.tsx'

/** For the fields of the page builder. */
export const itemPicker: ItemPicker = {
  useFound: (text, types) => useFoundItems(text, { types, campus: false }),
  Line: ItemLine,
}
