import type { ReactNode } from 'react'
import { IconButton } from '#ui/button.tsx'
import { XIcon } from '#ui/icons.tsx'
import { Grip, rowsOfGrips } from '#ui/reorder/grip.tsx'
import { moved } from '#ui/reorder/moved.ts'
import { useReorder } from '#ui/reorder/use-reorder.ts'
import { useMessages } from './messages.tsx'
import styles from './ordered-items.module.css'

interface OrderedItemsProps<Item> {
  /** What the list is called when a move is announced. */
  label: string
  items: Item[]
  keyOf: (item: Item) => string
  nameOf: (item: Item) => string
  onChange: (items: Item[]) => void
  children: (item: Item) => ReactNode
}

/** A list whose items are put in order, by dragging or by keyboard, and removed. */
export function OrderedItems<Item>({ label, items, keyOf, nameOf, onChange, children }: OrderedItemsProps<Item>) {
  const t = useMessages()
  const { listProps, said } = useReorder<HTMLOListElement>({
    count: items.length,
    onMove(from, to) {
      onChange(moved(items, from, to))
      return to
    },
    say: (at) => t('cms.builder_entry_moved', { label, place: at + 1, count: items.length }),
  })
  return (
    <>
      {items.length > 0 && (
        <ol className={rowsOfGrips(styles.items)} {...listProps}>
          {items.map((item, at) => (
            <li key={keyOf(item)} className={styles.item} data-row={at}>
              <Grip label={t('cms.builder_entry_move', { name: nameOf(item) })} />
              {children(item)}
              <IconButton
                theme="bare"
                label={t('authoring.items_remove', { title: nameOf(item) })}
                icon={<XIcon className="icon-s" />}
                onClick={() => onChange(items.filter((other) => other !== item))}
              />
            </li>
          ))}
        </ol>
      )}
      <p className="sr" role="status">
        {said}
      </p>
    </>
  )
}
