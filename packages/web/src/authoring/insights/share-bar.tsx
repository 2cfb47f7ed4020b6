import { classNames } from '#ui/class-names.ts'
import styles from './share-bar.module.css'

interface ShareBarProps {
  /** 0 to 1. */
  share: number
  /** The part of it that is filled more strongly. */
  inner?: number
  tone?: 'accent' | 'good' | 'plain'
}

/** One bar in a row of bars; what it says stands beside it in words. */
export function ShareBar({ share, inner, tone = 'accent' }: ShareBarProps) {
  const width = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 1000) / 10
  return (
    <svg
      className={classNames(styles.bar, styles[tone])}
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={styles.ground} width="100" height="10" />
      <rect className={inner === undefined ? styles.strong : styles.soft} width={width(share)} height="10" />
      {inner !== undefined && <rect className={styles.strong} width={width(inner)} height="10" />}
    </svg>
  )
}
