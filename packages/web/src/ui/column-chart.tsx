import { classNames } from './class-names.ts'
import styles from './column-chart.module.css'

export interface Column {
  label: string
  /** Null: there are some, but too few to be told. */
  value: number | null
  /** A second value drawn behind the first, as started behind finished. */
  behind?: number | null
}

interface ColumnChartProps {
  columns: readonly Column[]
  /** The whole chart in one sentence. */
  summary: string
  /** Value of the top line. */
  top: string
  /** Every how many columns a label stands below. */
  labelEvery?: number
  className?: string
}

const height = 100
const gap = 0.24

/** Columns over one base line. The figures themselves are in the table behind it. */
export function ColumnChart({ columns, summary, top, labelEvery = 1, className }: ColumnChartProps) {
  const most = Math.max(1, ...columns.map(({ value, behind }) => Math.max(value ?? 0, behind ?? 0)))
  const tall = (value: number | null | undefined) => ((value ?? 0) / most) * (height - 2)
  return (
    <figure className={classNames(styles.chart, className)}>
      <span className={styles.top} aria-hidden="true">
        {top}
      </span>
      <svg
        className={styles.columns}
        viewBox={`0 0 ${columns.length} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
      >
        {columns.map(({ label, value, behind }, index) => (
          <g key={label}>
            {behind !== undefined && behind !== null && (
              <rect
                className={styles.behind}
                x={index + gap / 2}
                width={1 - gap}
                y={height - tall(behind)}
                height={tall(behind)}
              />
            )}
            <rect
              className={value === null ? styles.few : styles.value}
              x={index + gap / 2}
              width={1 - gap}
              y={height - (value === null ? 3 : tall(value))}
              height={value === null ? 3 : tall(value)}
            />
          </g>
        ))}
      </svg>
      <div className={styles.labels} data-sparse={labelEvery > 1 || undefined} aria-hidden="true">
        {columns.map(({ label }, index) => (
          <span key={label}>{index % labelEvery === 0 ? label : ''}</span>
        ))}
      </div>
    </figure>
  )
}
