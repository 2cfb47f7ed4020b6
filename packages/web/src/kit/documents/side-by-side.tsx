import { classNames } from '#ui/class-names.ts'
import { lineDifferences } from './line-differences.ts'
import styles from './side-by-side.module.css'

interface Side {
  title: string
  text: string
  /** It will not stay. */
  dim?: boolean
}

/** Two texts; the lines that only one of them has are marked. */
export function SideBySide({ one, other, empty }: { one: Side; other: Side; empty: string }) {
  const lines = lineDifferences(one.text, other.text)
  const sides = [
    { ...one, lines: lines.one, tone: styles.first },
    { ...other, lines: lines.other, tone: styles.second },
  ]
  return (
    <div className={styles.sides}>
      {sides.map(({ title, text, dim, lines: shown, tone }) => (
        <section key={title} className={classNames(styles.side, tone, dim && styles.dim)} aria-label={title}>
          <h4>{title}</h4>
          {text === '' && <p className="muted">{empty}</p>}
          {shown.map(({ text: line, alone, number }) =>
            alone ? <mark key={number}>{line}</mark> : <p key={number}>{line}</p>,
          )}
        </section>
      ))}
    </div>
  )
}
