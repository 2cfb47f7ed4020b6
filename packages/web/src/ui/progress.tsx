import type { AriaAttributes, CSSProperties, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './progress.module.css'

type ProgressBarProps = {
  /** What is measured; the percentage is read out beside it. */
  label: string
  /** 0 to 100. */
  percent: number
  /** On a picture or the player. */
  onMedia?: boolean
  /** As wide as its place; otherwise at most the 269 of a card. */
  full?: boolean
  className?: string
}

export function ProgressBar({ label, percent, onMedia, full, className }: ProgressBarProps) {
  const value = within(percent)
  return (
    <span
      className={classNames(
        styles.bar,
        onMedia && styles.media,
        full && styles.full,
        value === 100 && !onMedia && styles.done,
        className,
      )}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value)}
      style={{ '--value': `${value}%` } as CSSProperties}
    >
      <i />
    </span>
  )
}

/** A ring with its percentage inside, `shown` as the language writes it. */
export function ProgressRing({ percent, label, shown }: { percent: number; label: string; shown: string }) {
  const value = within(percent)
  return (
    <Ring
      percent={value}
      size={44}
      good={value === 100}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value)}
    >
      {shown}
    </Ring>
  )
}

type RingProps = AriaAttributes & {
  role: 'progressbar' | 'img'
  percent: number
  size: number
  good: boolean
  className?: string
  /** Seen inside of it; its name says it to screen readers. */
  children: ReactNode
}

export function Ring({ percent, size, good, className, children, ...said }: RingProps) {
  const value = within(percent)
  return (
    <span
      {...said}
      className={classNames(styles.ring, good && styles.good, className)}
      style={{ '--size': `${size}px`, '--value': value } as CSSProperties}
    >
      <svg viewBox="0 0 36 36" width={size} height={size} aria-hidden="true">
        <circle cx="18" cy="18" r="16" pathLength="100" />
        {value > 0 && <circle cx="18" cy="18" r="16" pathLength="100" />}
      </svg>
      <span aria-hidden="true">{children}</span>
    </span>
  )
}

function within(percent: number): number {
  return Math.min(100, Math.max(0, Number.isFinite(percent) ? percent : 0))
}
