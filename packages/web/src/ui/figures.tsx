import type { ReactNode } from 'react'
import styles from './figures.module.css'

export interface Figure {
  name: string
  value: string
  /** Below the value, as its share or its time. */
  more?: ReactNode
}

/** The few numbers that are looked at first: as many in a row as there is room for. Stands in a `Panel` without padding. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, value, more }) => (
        <div key={name} className={styles.figure}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            {more && <span>{more}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
