import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { classNames } from './class-names.ts'
import { PageLink } from './link.tsx'
import styles from './tabs.module.css'

type LinkTab = { to: string; label: ReactNode; count?: ReactNode; current: boolean }

type LinkTabsProps = {
  label: string
  tabs: readonly LinkTab[]
  /** They lead to sections of this page instead of to other pages. */
  inPage?: boolean
  className?: string
}

/** Tabs whose state is in the address: links, so they work without script and can be shared. */
export function LinkTabs({ label, tabs, inPage, className }: LinkTabsProps) {
  return (
    <nav className={classNames(styles.tabs, className)} aria-label={label}>
      {tabs.map((tab) => (
        <PageLink
          className={styles.tab}
          key={tab.to}
          to={tab.to}
          aria-current={tab.current ? (inPage ? 'true' : 'page') : undefined}
          preventScrollReset={!inPage}
        >
          {tab.label}
          {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
        </PageLink>
      ))}
    </nav>
  )
}

type Tab<Key extends string> = { key: Key; label: ReactNode; count?: ReactNode; panel: ReactNode }

type TabsProps<Key extends string> = {
  label: string
  tabs: readonly Tab<Key>[]
  /** Given with `onSelect`; otherwise the first tab is open and the tabs keep their own state. */
  selected?: Key
  onSelect?: (key: Key) => void
  className?: string
  panelClassName?: string
}

/** Tabs inside a page or dialog. Arrow keys, Home and End move and open at once. */
export function Tabs<Key extends string>({
  label,
  tabs,
  selected,
  onSelect,
  className,
  panelClassName,
}: TabsProps<Key>) {
  const id = useId()
  const [own, setOwn] = useState(tabs[0]?.key)
  const open = selected ?? own
  const select = (key: Key) => {
    setOwn(key)
    onSelect?.(key)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = neighbour(
      event.key,
      tabs.findIndex((tab) => tab.key === open),
      tabs.length,
    )
    const tab = next === null ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    select(tab.key)
    document.getElementById(`${id}-tab-${tab.key}`)?.focus()
  }
  return (
    <div className={className}>
      <div className={styles.tabs} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            className={styles.tab}
            type="button"
            role="tab"
            key={tab.key}
            id={`${id}-tab-${tab.key}`}
            aria-controls={`${id}-panel-${tab.key}`}
            aria-selected={tab.key === open}
            tabIndex={tab.key === open ? 0 : -1}
            onClick={() => select(tab.key)}
          >
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          className={panelClassName}
          role="tabpanel"
          key={tab.key}
          id={`${id}-panel-${tab.key}`}
          aria-labelledby={`${id}-tab-${tab.key}`}
          hidden={tab.key !== open}
        >
          {tab.key === open && tab.panel}
        </div>
      ))}
    </div>
  )
}

function neighbour(key: string, from: number, count: number): number | null {
  if (key === 'ArrowRight') return (from + 1) % count
  if (key === 'ArrowLeft') return (from - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
