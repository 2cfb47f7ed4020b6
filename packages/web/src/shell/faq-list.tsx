import { useMessages } from '#kit/messages.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ChevronDownIcon } from '#ui/icons.tsx'
import styles from './faq-list.module.css'

interface Question {
  id: string
  slug: string
  title: string
  /** Made safe when it was stored. */
  descriptionHtml: string
}

/** Questions that open to their answers; each can be linked to by its slug. */
export function FaqList({ items }: { items: readonly Question[] }) {
  const t = useMessages()
  if (items.length === 0) return <EmptyState title={t('shell.faq_empty')}>{t('shell.faq_empty_text')}</EmptyState>
  return (
    <div className={styles.list}>
      {items.map((item, index) => (
        <details key={item.id} id={item.slug} className={styles.item} open={index === 0}>
          <summary>
            <h2>{item.title}</h2>
            <ChevronDownIcon />
          </summary>
          <div className="prose" dangerouslySetInnerHTML={{ __html: item.descriptionHtml }} />
        </details>
      ))}
    </div>
  )
}
