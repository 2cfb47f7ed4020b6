import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import type { LearningAct } from '@lantern/contract/learning/my-learning.ts'
import { useCardAddress } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { TextLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './my-learning.module.css'

/** What the learner did last, newest first. Items that can no longer be seen are left out. */
export function LatestActs({ acts, itemMap }: { acts: readonly LearningAct[]; itemMap: Record<string, ItemCard> }) {
  const t = useMessages()
  const format = useFormat()
  const addressOf = useCardAddress()
  const shown = acts.flatMap((act) => {
    const item = itemMap[act.itemId]
    return item ? [{ act, item }] : []
  })
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="latest-acts">
      <div className="section-head">
        <h2 id="latest-acts">{t('learning.latest_acts')}</h2>
      </div>
      <Panel>
        <ol className={styles.acts}>
          {shown.slice(0, 10).map(({ act, item }) => (
            <li key={act.id}>
              <time className="muted small num" dateTime={act.time}>
                {format.dateTime(act.time)}
              </time>
              <span>
                {t(`learning.act_${act.kind}`)}{' '}
                <TextLink to={addressOf(item)} lang={item.language}>
                  {item.title}
                </TextLink>
              </span>
            </li>
          ))}
        </ol>
      </Panel>
    </section>
  )
}
