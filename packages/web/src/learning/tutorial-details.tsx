import type { Item } from '@lantern/contract/catalog/items.ts'
import { DetailSections, useDetailTabs } from '#catalog/index.ts'
import { useMessages } from '#kit/messages.tsx'
import { PageLink } from '#ui/link.tsx'
import styles from './tutorial-details.module.css'

/** What stands around the steps, below them: the seven tabs as links to their sections. */
export function TutorialDetails({ item, commentCount }: { item: Item; commentCount: number }) {
  const t = useMessages()
  const { tabs, current } = useDetailTabs()
  return (
    <div className={styles.details}>
      <nav className={styles.tabs} aria-label={t('learning.details')}>
        {tabs.map(({ id, label }) => (
          <PageLink key={id} className={styles.tab} to={`#${id}`} aria-current={current === id ? 'true' : undefined}>
            {label}
            {id === 'comment' && commentCount > 0 && <span className={styles.count}>{commentCount}</span>}
          </PageLink>
        ))}
      </nav>
      <DetailSections item={item} outline={<StepList item={item} />} commentCount={commentCount} />
    </div>
  )
}

function StepList({ item }: { item: Item }) {
  if (item.sections.length === 0) return null
  return (
    <ol className={styles.steps} lang={item.language}>
      {item.sections.map((section) => (
        <li key={section.id}>
          {item.readable ? (
            <PageLink to={`#${encodeURIComponent(section.anchor)}`}>{section.title}</PageLink>
          ) : (
            <span>{section.title}</span>
          )}
        </li>
      ))}
    </ol>
  )
}
