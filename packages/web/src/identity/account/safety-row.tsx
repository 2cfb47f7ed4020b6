import type { ReactNode } from 'react'
import styles from './account-safety.module.css'

interface SafetyRowProps {
  /** What the row is about; unique on the page. */
  id: string
  title: ReactNode
  children: ReactNode
  acts?: ReactNode
}

/** One thing of the account: what it is, how it stands, and what can be done. */
export function SafetyRow({ id, title, children, acts }: SafetyRowProps) {
  return (
    <section className={styles.row} aria-labelledby={id}>
      <div className={styles.words}>
        <h3 className={styles.rowTitle} id={id}>
          {title}
        </h3>
        <div className="small muted">{children}</div>
      </div>
      {acts && <div className={styles.acts}>{acts}</div>}
    </section>
  )
}
