import { useMessages } from '#kit/messages.tsx'
import styles from './revisions.module.css'

interface WrittenPlace {
  id: string
  label: string
  text: string
}

/** All that a revision says, place by place, in the order of the form. */
export function WholeText({ places }: { places: readonly WrittenPlace[] }) {
  const t = useMessages()
  const written = places.filter(({ text }) => text !== '')
  if (written.length === 0) return <p className="muted">{t('authoring.nothing_written')}</p>
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
