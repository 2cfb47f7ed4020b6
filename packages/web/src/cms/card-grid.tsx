import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './grid.module.css'
import { cellStyle, type Span } from './grid.ts'
import { keyed } from './keyed.ts'

type CardGridProps<T> = {
  span: Span
  entries: readonly T[]
  card(entry: T): ReactNode
  className?: string
}

/** Cards in a list, each in its share of 12 columns; nothing at all when there is none. */
export function CardGrid<T>({ span, entries, card, className }: CardGridProps<T>) {
  if (entries.length === 0) return null
  return (
    <ul className={classNames(styles.grid, className)}>
      {keyed(entries).map(({ key, entry }) => (
        <li key={key} className={styles.cell} style={cellStyle(span)}>
          {card(entry)}
        </li>
      ))}
    </ul>
  )
}

/** Parts of one block beside each other, each with its own share. */
export function Row({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classNames(styles.grid, className)}>{children}</div>
}

export function Cell({ span, className, children }: { span: Span; className?: string; children: ReactNode }) {
  return (
    <div className={classNames(styles.cell, className)} style={cellStyle(span)}>
      {children}
    </div>
  )
}
