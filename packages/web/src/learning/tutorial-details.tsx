import type { Item } from '@lantern/contract/catalog/items.ts'
import { DetailSections, useDetailTabs } from '#catalog/index.ts'
import { useMessages } from '#kit/messages.tsx'
import { PageLink } from '#ui/link.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import styles from './tutorial-details.module.css'

/** What stands around the steps, below them: the seven tabs as links to their sections. */
export function TutorialDetails({ item, commentCount }: { item: Item; commentCount: number }) {
  const t = useMessages()
  const { tabs, current } = useDetailTabs()
  return (
    <div className={styles.details}>
      <LinkTabs
        inPage
        label={t('learning.details')}
        tabs={tabs.map(({ id, to, label }) => ({
          to,
          label,
          current: current === id,
          ...(id === 'comment' && commentCount > 0 && { count: commentCount }),
        }))}
      />
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
