import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { PageLink } from './link.tsx'
import styles from './tabs.module.css'

/** A count of 0 is not shown: no number leads to an empty list. */
type LinkTab = { to: string; label: ReactNode; count?: ReactNode; current: boolean }

type LinkTabsProps = {
  label: string
  tabs: readonly LinkTab[]
  /** The tabs lead to sections of this page instead of to other pages. */
  inPage?: boolean
  className?: string
}

/** Tabs whose state is in the address: links, so they work without script and can be shared. */
export function LinkTabs({ label, tabs, inPage, className }: LinkTabsProps) {
  return (
    <nav className={classNames(styles.tabs, 'current-in-view', className)} aria-label={label}>
      {tabs.map((tab) => (
        <PageLink
          className={styles.tab}
          key={tab.to}
          to={tab.to}
          aria-current={tab.current ? (inPage ? 'true' : 'page') : undefined}
          preventScrollReset={!inPage}
        >
          {tab.label}
          {tab.count !== undefined && tab.count !== 0 && <span className={styles.count}>{tab.count}</span>}
        </PageLink>
      ))}
    </nav>
  )
}
