import { useId } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { IconButton } from '#ui/button.tsx'
import { XIcon } from '#ui/icons.tsx'
import { Grip, rowsOfGrips } from '#ui/reorder/grip.tsx'
import { useReorder } from '#ui/reorder/use-reorder.ts'
import type { FoundItem } from '../items/find-items.ts'
import { ItemLine } from '../items/item-line.tsx'
import styles from './featured-editor.module.css'

type FeaturedListProps = {
  items: readonly FoundItem[]
  onMove: (from: number, to: number) => void
  onRemove: (id: string) => void
}

export function FeaturedList({ items, onMove, onRemove }: FeaturedListProps) {
  const t = useMessages()
  const id = useId()
  const { listProps, said } = useReorder<HTMLOListElement>({
    count: items.length,
    onMove: (from, to) => {
      onMove(from, to)
      return to
    },
    say: (at) => t('authoring.featured_moved', { place: at + 1, count: items.length }),
  })
  return (
    <>
      <p className="sr" id={`${id}-hint`}>
        {t('authoring.featured_grip_hint')}
      </p>
      <ol className={rowsOfGrips(styles.list)} aria-label={t('authoring.featured_list')} {...listProps}>
        {items.map((item, index) => (
          <li key={item.id} className={styles.row} data-row={index}>
            <Grip label={t('authoring.featured_grip', { title: item.title })} describedBy={`${id}-hint`} />
            <span className={styles.place}>{index + 1}</span>
            <ItemLine item={{ ...item, published: true }} />
            {!item.published && <Badge tone="warn">{t('authoring.featured_unlisted')}</Badge>}
            <IconButton
              theme="bare"
              label={t('authoring.items_remove', { title: item.title })}
              icon={<XIcon className="icon-s" />}
              onClick={() => onRemove(item.id)}
            />
          </li>
        ))}
      </ol>
      <p className="sr" role="status">
        {said}
      </p>
    </>
  )
}
