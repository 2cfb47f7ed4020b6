import { CircleAlertIcon, TriangleAlertIcon } from '#ui/icons.tsx'
import styles from './check-list.module.css'

export interface CheckRow {
  key: string
  tone: 'bad' | 'warn'
  /** Where it is, as a person would say it; empty for the thing as a whole. */
  where: string
  text: string
  onGo: () => void
}

/** Everything that was found, each thing in a sentence; a press leads to the field that it is about. */
export function CheckList({ rows }: { rows: readonly CheckRow[] }) {
  return (
    <ul className={styles.checks}>
      {rows.map(({ key, tone, where, text, onGo }) => (
        <li key={key}>
          <button type="button" className={styles.check} data-tone={tone} onClick={onGo}>
            {tone === 'bad' ? <CircleAlertIcon /> : <TriangleAlertIcon />}
            <span>
              {where && (
                <>
                  <span className="small muted">{where}</span>
                  <br />
                </>
              )}
              {text}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
