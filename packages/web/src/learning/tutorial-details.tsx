import type { Item } from '@lantern/contract/catalog/items.ts'
import type { ReactNode } from 'react'
import { DetailSections, filledTabs, useDetailTabs } from '#catalog/index.ts'
import { useMessages } from '#kit/messages.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import styles from './tutorial-details.module.css'

/** What stands below the steps. Aims, facts and materials are not among it: they stand at the top of the page. */
export function TutorialDetails({ item, comments }: { item: Item; comments: ReactNode }) {
  const t = useMessages()
  const shown = filledTabs(item).filter(
    (tab) => tab !== 'overview' && tab !== 'materials' && (tab !== 'detail' || saysMore(item)),
  )
  const { tabs, current } = useDetailTabs(shown)
  return (
    <div className={styles.details}>
      {tabs.length > 1 && (
        <LinkTabs
          inPage
          label={t('learning.details')}
          tabs={tabs.map(({ id, to, label }) => ({
            to,
            label,
            current: current === id,
          }))}
        />
      )}
      <DetailSections item={item} tabs={shown} comments={comments} factsAbove />
    </div>
  )
}

/** Many descriptions are the summary once more, which stands at the top. */
function saysMore({ description, summary }: Item): boolean {
  const words = description.replaceAll(/<[^>]*>/g, '').trim()
  return words !== '' && words !== summary.trim()
}
