import type { ReactNode } from 'react'
import styles from './breadcrumb.module.css'
import { PageLink } from './link.tsx'

type Crumb = { label: ReactNode; to?: string }

/** The way from home to this page; the last one is the page itself. */
export function Breadcrumb({ label, crumbs }: { label: string; crumbs: readonly Crumb[] }) {
  return (
    <nav className={styles.crumbs} aria-label={label}>
      <ol>
        {crumbs.map((crumb, index) => (
          <li key={crumb.to ?? index} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
            {crumb.to ? <PageLink to={crumb.to}>{crumb.label}</PageLink> : <span>{crumb.label}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
