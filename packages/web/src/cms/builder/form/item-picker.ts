import type { DraftReferences } from '@lantern/contract/authoring/drafts.ts'
import type { EditedType } from '@lantern/contract/authoring/forms.ts'
import { type ComponentType, createContext, use } from 'react'

/** Something of the catalogue that a field can refer to. */
export type PickedItem = DraftReferences['items'][string]

/** How items are found and drawn: the page that holds the builder brings it, from a domain above this one. */
export interface ItemPicker {
  /** A hook. Null while they are asked for. */
  useFound(text: string, types: readonly EditedType[]): readonly PickedItem[] | null
  Line: ComponentType<{ item: PickedItem }>
}

export const ItemPickerContext = createContext<ItemPicker | null>(null)

export function useItemPicker(): ItemPicker {
  const picker = use(ItemPickerContext)
  if (!picker) throw new Error('There is no PageBuilder above')
  return picker
}
