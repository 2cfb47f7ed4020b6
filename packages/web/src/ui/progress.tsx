import type { CSSProperties, ReactNode } from 'react'
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

type ProgressRingProps = {
  percent: number
  size?: 44 | 56 | 72
  label: string
  children?: ReactNode
  className?: string
}

/** A ring with its percentage inside, or what is given as children. */
export function ProgressRing({ percent, size = 44, label, children, className }: ProgressRingProps) {
  const value = within(percent)
  return (
    <span
      className={classNames(styles.ring, value === 100 && styles.good, className)}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value)}
      style={{ '--size': `${size}px`, '--value': value } as CSSProperties}
    >
      <svg viewBox="0 0 36 36" width={size} height={size} aria-hidden="true">
        <circle cx="18" cy="18" r="16" pathLength="100" />
        {value > 0 && <circle cx="18" cy="18" r="16" pathLength="100" />}
      </svg>
      <span aria-hidden="true">{children ?? `${Math.round(value)}%`}</span>
    </span>
  )
}

function within(percent: number): number {
  return Math.min(100, Math.max(0, Number.isFinite(percent) ? percent : 0))
}
