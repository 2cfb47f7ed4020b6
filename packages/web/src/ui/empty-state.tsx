import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './empty-state.module.css'
import { LockIcon, UserIcon } from './icons.tsx'

/** Nothing here yet or found, something failed, not signed in, not allowed or not yet unlocked. */
export type EmptyKind = 'empty' | 'error' | 'guest' | 'locked'

type EmptyStateProps = {
  kind?: EmptyKind
  /** What is the matter. */
  title: ReactNode
  /** What will be here, or what is kept. */
  children?: ReactNode
  /** The next act, one primary button first. */
  actions?: ReactNode
  level?: 1 | 2 | 3
  /** Without the box, as the whole page. */
  bare?: boolean
  className?: string
}

export function EmptyState({ kind = 'empty', title, children, actions, level = 2, bare, className }: EmptyStateProps) {
  const Title = `h${level}` as const
  return (
    <div
      className={classNames(styles.blank, bare && styles.bare, className)}
      role={kind === 'error' ? 'alert' : undefined}
    >
      {drawings[kind]}
      <Title className={styles.title}>{title}</Title>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className="row">{actions}</div>}
    </div>
  )
}

const drawings = {
  empty: (
    <svg className={styles.art} viewBox="0 0 160 96" aria-hidden="true">
      <g className={styles.ghost}>
        <rect x="18" y="20" width="56" height="38" rx="6" />
        <rect x="86" y="20" width="56" height="38" rx="6" />
      </g>
      <path className={styles.lines} d="M18 70h40M18 80h26M86 70h40M86 80h30" />
      <circle className={styles.lens} cx="80" cy="40" r="20" />
      <path className={styles.handle} d="M94 55l12 12" />
    </svg>
  ),
  error: (
    <svg className={styles.art} viewBox="0 0 160 96" aria-hidden="true">
      <path
        className={styles.cloud}
        d="M24 62c0-14 10-22 22-22 4-16 18-24 32-24s28 10 30 26c14 0 24 8 24 20s-10 20-22 20H46c-12 0-22-8-22-20Z"
      />
      <path className={styles.bolt} d="M84 34L70 54h16L74 72" />
    </svg>
  ),
  guest: (
    <span className={styles.person} aria-hidden="true">
      <UserIcon />
    </span>
  ),
  locked: (
    <span className={styles.lock} aria-hidden="true">
      <LockIcon />
    </span>
  ),
}
