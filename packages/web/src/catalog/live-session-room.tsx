import type { Item } from '@lantern/contract/catalog/items.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { LinkButton } from '#ui/button.tsx'
import { RadioIcon } from '#ui/icons.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './live-session-room.module.css'

/** When the session is, the door while it is open to this viewer, and before it begins the way to be reminded. */
export function RoomDoor({ item, reminder }: { item: Item; reminder: ReactNode }) {
  const t = useMessages()
  const format = useFormat()
  const now = useNow()
  const live = item.liveDetails
  if (!live) return null
  // to a page without script it is offered too, and there is nothing to remind of once it began
  const isToCome = now === null || Date.parse(live.startTime) > now
  const isOver = now !== null && Date.parse(live.endTime) <= now
  return (
    <div className={styles.door}>
      <p className="num">
        <b>{format.dateTime(live.startTime)}</b> – {format.time(live.endTime)}
      </p>
      {isToCome && <div className={styles.reminder}>{reminder}</div>}
      {live.url && (
        <LinkButton
          theme="primary"
          size="l"
          wide
          to={live.url}
          target="_blank"
          rel="noopener"
          icon={<RadioIcon className="icon-s" />}
        >
          {isOver ? t('live.look_back') : t('live.enter')}
        </LinkButton>
      )}
    </div>
  )
}

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

/** The browser's time, known after the page has come to life, then every half minute. */
function useNow(): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
