import type { Item } from '@lantern/contract/catalog/items.ts'
import { useMessages } from '#kit/messages.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './live-speakers.module.css'

/** Speakers, and the number of seats. */
export function Speakers({ item }: { item: Item }) {
  const t = useMessages()
  const live = item.liveDetails
  if (!live || live.speakers.length === 0) return null
  return (
    <Panel className={styles.speakers}>
      <h3>{t('live.speakers')}</h3>
      <ul>
        {live.speakers.map(({ name, title }) => (
          <li key={name}>
            <strong>{name}</strong> {title && <span className="muted small">{title}</span>}
          </li>
        ))}
      </ul>
      {live.seats !== null && <p className="muted small">{t('live.seats', { count: live.seats })}</p>}
    </Panel>
  )
}
