import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import { itemPicture, useItemWords } from '#catalog/index.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { Thumb } from '#ui/image.tsx'
import type { FoundItem } from './find-items.ts'
import styles from './items.module.css'

const itemTypes: readonly string[] = ['tutorial', 'project', 'course', 'quiz', 'liveSession', 'faq', 'submission']

/** An item as an editor names it: picture, title, type, and whether learners can see it yet. */
export function ItemLine({ item }: { item: FoundItem }) {
  const t = useMessages()
  const words = useItemWords()
  const type = itemTypes.includes(item.type) ? words.type(item.type as ItemType) : t('authoring.items_step')
  return (
    <span className={styles.line}>
      <Thumb className={styles.thumb} image={itemPicture(item.thumbnailUrl)} size="sticker" />
      <span className={styles.names}>
        <span className="clip-3" lang={item.language || undefined}>
          {item.title || t('authoring.dashboard_untitled')}
        </span>
        <span className={`tiny muted ${styles.kind}`}>
          {item.type && type}
          {!item.published && <Badge>{t('authoring.dashboard_status_draft')}</Badge>}
        </span>
      </span>
    </span>
  )
}

/** What is known of an id; `unknown` is the title of one that nothing is known of. */
export function itemOf(items: Readonly<Record<string, FoundItem>>, id: string, unknown: string): FoundItem {
  return items[id] ?? { id, type: '', title: unknown, slug: id, language: '', published: true, thumbnailUrl: null }
}
