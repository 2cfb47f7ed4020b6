import type { ReactNode, TableHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import styles from './table.module.css'

interface TableProps extends TableHTMLAttributes<HTMLTableElement> {
  label: string
  /** Few columns: on a phone their words wrap, so that all of them are seen at once. */
  isNarrow?: boolean
  children: ReactNode
}

/** A table that scrolls inside its frame. Cells of numbers carry `className={endCell}`. */
export function Table({ label, isNarrow = false, className, children, ...rest }: TableProps) {
  return (
    <section className={classNames(styles.wrap, className)} aria-label={label} {...reachable}>
      <table className={classNames(styles.table, isNarrow && styles.narrow)} {...rest}>
        {children}
      </table>
    </section>
  )
}

// What scrolls sideways must be reached by keyboard; not every browser does that by itself.
const reachable = { tabIndex: 0 }

export const endCell = styles.end
