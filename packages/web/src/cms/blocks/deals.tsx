import type { BlockOf } from '@lantern/contract/cms/blocks.ts'
import { useCallback } from 'react'
import { useFormat } from '#kit/format.ts'
import { useHydrated } from '#kit/hydrated.ts'
import { goTo } from '#kit/leave-page.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { Ground, groundOf } from '../background.tsx'
import { DescriptionText } from '../description.tsx'
import { type BlockProps, useHeadingLevel, useIsFirstPicture, usePageContext } from '../page-context.ts'
import styles from './deals.module.css'
import { useCountdown } from './use-countdown.ts'

/** An offer, and how long it stands where it has an end. */
export function DealsBlock({ block: { id, fields } }: BlockProps<'deals'>) {
  const level = useHeadingLevel(id)
  const isFirst = useIsFirstPicture(id)
  const { background, title, description, label, countdown } = fields
  const Title = `h${level}` as const
  const hasGround = groundOf(background) !== 'none'
  return (
    <Ground
      background={background}
      aria-labelledby={`deals-${id}`}
      first={isFirst}
      className={classNames(styles.deals, !hasGround && styles.plain)}
    >
      <div className={styles.words}>
        {label && <Badge tone="sale">{label}</Badge>}
        <Title id={`deals-${id}`} className={styles.title}>
          {title}
        </Title>
        <DescriptionText description={description} className={styles.text} />
      </div>
      {countdown.endTime !== '' && <DealsCountdown countdown={countdown} />}
    </Ground>
  )
}

/** When the offer ends; until script runs, and for those without it, as a date alone. */
function DealsCountdown({ countdown }: { countdown: BlockOf<'deals'>['fields']['countdown'] }) {
  const t = useMessages()
  const format = useFormat()
  const isHydrated = useHydrated()
  const { editing } = usePageContext()
  const { title, endTime, link } = countdown
  const leave = useCallback(() => {
    const target = link || '/'
    const { origin, pathname } = new URL(target, window.location.href)
    // on the page that it leads to there is nowhere to go
    const isHere = origin === window.location.origin && pathname === window.location.pathname
    if (!editing && !isHere) goTo(target)
  }, [link, editing])
  const { days, hours, minutes, seconds, isOver } = useCountdown(endTime, leave)
  const parts = [
    { count: days, unit: t('cms.countdown_days') },
    { count: hours, unit: t('cms.countdown_hours') },
    { count: minutes, unit: t('cms.countdown_minutes') },
    { count: seconds, unit: t('cms.countdown_seconds') },
  ]
  return (
    <div className={styles.countdown}>
      {title && <p className={styles.countdownTitle}>{title}</p>}
      <div
        role="timer"
        className={styles.clock}
        aria-label={isHydrated && !isOver ? t('cms.countdown_left', { days, hours, minutes }) : undefined}
      >
        {parts.map(({ count, unit }) => (
          <span key={unit} className={styles.part}>
            <span className={styles.count}>{isHydrated ? String(count).padStart(2, '0') : '–'}</span>
            <span className={styles.unit}>{unit}</span>
          </span>
        ))}
      </div>
      <p className={styles.until}>
        {isHydrated && isOver ? t('cms.countdown_over') : t('cms.countdown_until', { time: format.dateTime(endTime) })}
      </p>
    </div>
  )
}
