import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classNames } from './class-names.ts'
import { CrownIcon } from './icons.tsx'

export type BadgeTone = 'plain' | 'premium' | 'accent' | 'good' | 'warn' | 'bad' | 'sale' | 'live'

type BadgeProps = { tone?: BadgeTone; icon?: ReactNode; onMedia?: boolean; className?: string; children: ReactNode }

/** A small label. `sale` is the discount in inverse colours, `live` has its own dot, gold is premium only. */
export function Badge({ tone = 'plain', icon, onMedia, className, children }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[tone], onMedia && styles.onMedia, className)}>
      {icon ?? (tone === 'premium' ? <CrownIcon /> : null)}
      {children}
    </span>
  )
}
