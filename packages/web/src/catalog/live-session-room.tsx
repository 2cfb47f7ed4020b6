import type { Item } from '@lantern/contract/catalog/items.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { siteOffsetMs, useFormat } from '#kit/format.ts'
import { later } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { RadioIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './live-session-room.module.css'
import type { LivePhase } from './use-live-phase.ts'

/** A link, which works before its script comes. */
const CalendarFile = later(async () => (await import('./calendar-file.tsx')).CalendarFile)

/** When the session is, the way in while it is open to this viewer, and before it begins the reminder and a calendar's file. */
export function RoomDoor({ item, phase, reminder }: { item: Item; phase: LivePhase | null; reminder: ReactNode }) {
  const t = useMessages()
  const format = useFormat()
  const live = item.liveDetails
  if (!live) return null
  const lookBack = phase === 'ended' && !live.isRecorded
  return (
    <div className={styles.door}>
      <p className="num">
        <b>{format.dateTime(live.startTime)}</b> – {format.time(live.endTime)}
      </p>
      <OwnClock start={live.startTime} end={live.endTime} />
      <p role="status">
        {phase === 'live' && <Badge tone="live">{t('live.on_air')}</Badge>}
        {phase === 'ended' && <span className="small muted">{t('live.ended')}</span>}
      </p>
      {live.cancelled && <Notice tone="warn">{t('live.cancelled_notice')}</Notice>}
      {phase === 'coming' && (
        <div className={styles.reminder}>
          {reminder}
          <CalendarFile id={item.id} />
        </div>
      )}
      {live.url && !live.cancelled && (phase !== 'ended' || lookBack) && (
        <LinkButton
          // days before, what one can do is to be reminded
          theme={phase === 'coming' ? 'secondary' : 'primary'}
          size="l"
          wide
          to={live.url}
          target="_blank"
          rel="noopener"
          icon={<RadioIcon className="icon-s" />}
        >
          {lookBack ? t('live.look_back') : t('live.enter')}
        </LinkButton>
      )}
    </div>
  )
}

/**
 * The same hours on the clock of the visitor's device, where it shows others than the site's. Known once the page has come to
 * life: the server knows no visitor's clock.
 */
function OwnClock({ start, end }: { start: string; end: string }) {
  const t = useMessages()
  const [own, setOwn] = useState<{ from: string; to: string } | null>(null)
  useEffect(() => {
    const [from, to] = [clockAt(start), clockAt(end)]
    const isSame = new Date(start).getTimezoneOffset() * -60_000 === siteOffsetMs
    setOwn(isSame ? null : { from, to: from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to })
  }, [start, end])
  return own && <p className="small muted num">{t('live.own_clock', own)}</p>
}

/** YYYY-MM-DD HH:mm on the clock of the device. */
function clockAt(iso: string): string {
  const at = new Date(iso)
  const clock = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return clock.toISOString().slice(0, 16).replace('T', ' ')
}
