import type { ReactNode } from 'react'
import styles from './list-head.module.css'

type ListHeadProps = {
  title: string
  lead: string
  /** Stands above the title: the way back. */
  before?: ReactNode
  /** What one may begin from here. */
  children: ReactNode
}

export function ListHead({ title, lead, before, children }: ListHeadProps) {
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        {before}
        <h1>{title}</h1>
        <p className="muted small">{lead}</p>
      </div>
      <div className={styles.acts}>{children}</div>
    </div>
  )
}
