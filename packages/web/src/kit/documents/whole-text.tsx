import { useMemo } from 'react'
import { useMessages } from '../messages.tsx'
import type { Comparison } from './comparison.ts'
import type { PartOf } from './draft-sync-state.ts'
import styles from './revisions.module.css'

type WholeTextProps<Forms> = {
  comparison: Comparison<Forms>
  /** An empty form of the same kind: differences from it are the written text. */
  empty: Forms
  forms: Forms
}

/** All that a revision says, place by place, in the order of the form. */
export function WholeText<Forms extends object>({ comparison, empty, forms }: WholeTextProps<Forms>) {
  const t = useMessages()
  const written = useMemo(
    () =>
      comparison
        .differences(empty, forms, null, Object.keys(empty) as PartOf<Forms>[])
        .map((difference) => ({
          id: difference.id,
          label: comparison.labelOf(difference, [forms]),
          text: comparison.textOf(difference.theirs, difference, [forms]),
        }))
        .filter(({ text }) => text !== ''),
    [comparison, empty, forms],
  )
  if (written.length === 0) return <p className="muted">{t('documents.nothing_written')}</p>
  return (
    <div className={styles.whole}>
      {written.map(({ id, label, text }) => (
        <section key={id} aria-label={label}>
          <h3>{label}</h3>
          <p>{text}</p>
        </section>
      ))}
    </div>
  )
}
