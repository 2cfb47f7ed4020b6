import type { ReactNode, TableHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import styles from './table.module.css'

/** A table that scrolls inside its frame. Cells of numbers carry `className={endCell}`. */
export function Table({
  label,
  className,
  children,
  ...rest
}: TableHTMLAttributes<HTMLTableElement> & { label: string; children: ReactNode }) {
  return (
    <section className={classNames(styles.wrap, className)} aria-label={label} {...reachable}>
      <table className={styles.table} {...rest}>
        {children}
      </table>
    </section>
  )
}

// What scrolls sideways must be reached by keyboard; not every browser does that by itself.
const reachable = { tabIndex: 0 }

export const endCell = styles.end
