import type { Change } from '@lantern/contract/documents.ts'
import { useMessages } from '../messages.tsx'
import styles from './revisions.module.css'
import { SideBySide } from './side-by-side.tsx'

/** What the two sides of a comparison are called. */
export interface Sides {
  before: string
  after: string
}

type ChangeListProps<One extends Change> = {
  changes: readonly One[]
  /** Names the place of a change, each by another name. */
  placeOf: (change: One) => string
  /** What a person would call that place. */
  nameOf: (change: One) => string
  /** A value of it as one would read it; without, as it came. */
  textOf?: (change: One, value: string) => string
  sides?: Sides
}

/** Readable differences, one below the other: what it is, before, after. */
export function ChangeList<One extends Change>(props: ChangeListProps<One>) {
  const { changes, placeOf, nameOf, textOf = asItCame, sides } = props
  const t = useMessages()
  if (changes.length === 0) return <p className="muted">{t('documents.no_changes')}</p>
  return (
    <ol className={styles.changes}>
      {changes.map((change) => (
        <li key={`${placeOf(change)} ${change.kind}`}>
          <h3>{t(`documents.change_${change.kind}`, { what: nameOf(change) })}</h3>
          {change.kind === 'moved' ? (
            <p className="muted">{t('documents.moved_from_to', { before: change.before, after: change.after })}</p>
          ) : (
            (change.before !== '' || change.after !== '') && (
              <SideBySide
                one={{ title: sides?.before ?? t('documents.before'), text: textOf(change, change.before) }}
                other={{ title: sides?.after ?? t('documents.after'), text: textOf(change, change.after) }}
                empty={t('documents.nothing_there')}
              />
            )
          )}
        </li>
      ))}
    </ol>
  )
}

function asItCame(_: unknown, value: string): string {
  return value
}
