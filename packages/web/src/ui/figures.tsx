import styles from './figures.module.css'

export interface Figure {
  name: string
  value: string
  /** Below the value, as its share or its time. */
  more?: string | undefined
}

/** The few numbers that are looked at first: four in a row where there is room. Stands in a `Panel` without padding. */
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
