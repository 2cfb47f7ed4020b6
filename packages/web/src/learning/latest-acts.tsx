import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import type { LearningAct } from '@lantern/contract/learning/my-learning.ts'
import { useCardAddress } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { TextLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './my-learning.module.css'

const mostLessons = 12

/** What the learner did last, by day and item, newest first. Items that can no longer be seen are left out. */
export function LatestActs({ acts, itemMap }: { acts: readonly LearningAct[]; itemMap: Record<string, ItemCard> }) {
  const t = useMessages()
  const format = useFormat()
  const addressOf = useCardAddress()
  const shown = acts.flatMap((act) => {
    const item = itemMap[act.itemId]
    return item ? [{ ...act, item, day: format.date(act.time) }] : []
  })
  if (shown.length === 0) return null
  // an item once a day, at the time of its last act
  const lessons = [...Map.groupBy(shown, ({ day, itemId }) => `${day} ${itemId}`).values()].slice(0, mostLessons)
  const days = Map.groupBy(lessons, ([last]) => last?.day ?? '')
  return (
    <section aria-labelledby="latest-acts">
      <div className="section-head">
        <h2 id="latest-acts">{t('learning.latest_acts')}</h2>
      </div>
      <Panel className={styles.days}>
        {[...days].map(([day, ofDay]) => (
          <section key={day} className={styles.actsOfDay} aria-labelledby={`acts-${day}`}>
            <h3 id={`acts-${day}`} className="small num">
              <time dateTime={day}>{day}</time>
            </h3>
            <ul className={styles.acts}>
              {ofDay.map((ofLesson) => {
                const [last] = ofLesson
                if (!last) return null
                const kinds = Map.groupBy(ofLesson.toReversed(), ({ kind }) => kind)
                return (
                  <li key={last.itemId}>
                    <time className="muted small num" dateTime={last.time}>
                      {format.time(last.time)}
                    </time>
                    <span>
                      <TextLink to={addressOf(last.item)} lang={last.item.language}>
                        {last.item.title}
                      </TextLink>
                      <span className="meta">
                        {[...kinds].map(([kind, { length: count }]) => (
                          <span key={kind}>{t(`learning.did_${kind}`, { count })}</span>
                        ))}
                      </span>
                    </span>
                  </li>
                )
              })}
            </ul>
          </section>
        ))}
      </Panel>
    </section>
  )
}
