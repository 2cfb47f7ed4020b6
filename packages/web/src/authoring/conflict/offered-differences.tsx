import { useMessages } from '#kit/messages.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import styles from '../revisions/revisions.module.css'
import type { Choice, Difference } from './differences.ts'
import { SideBySide } from './side-by-side.tsx'

type OfferedDifferencesProps = {
  /** Mine is what stands there now, theirs what was left behind. */
  differences: readonly Difference[]
  labelOf: (difference: Difference) => string
  textOf: (value: unknown, difference: Difference) => string
  /** Ids of what is not to be taken. */
  left: ReadonlySet<string>
  onLeft: (left: ReadonlySet<string>) => void
}

/** What would change when a kept copy is taken over, field by field; each can be left out. */
export function OfferedDifferences({ differences, labelOf, textOf, left, onLeft }: OfferedDifferencesProps) {
  const t = useMessages()
  if (differences.length === 0) return <p className="muted">{t('authoring.no_changes')}</p>
  const choose = (id: string, isTaken: boolean) => {
    const next = new Set(left)
    if (isTaken) next.delete(id)
    else next.add(id)
    onLeft(next)
  }
  return (
    <ol className={styles.changes}>
      {differences.map((difference) => (
        <li key={difference.id}>
          <Checkbox
            checked={!left.has(difference.id)}
            onChange={({ currentTarget }) => choose(difference.id, currentTarget.checked)}
          >
            {labelOf(difference)}
          </Checkbox>
          <SideBySide
            one={{ title: t('authoring.before'), text: textOf(difference.mine, difference) }}
            other={{
              title: t('authoring.after'),
              text: textOf(difference.theirs, difference),
              dim: left.has(difference.id),
            }}
            empty={t('authoring.nothing_there')}
          />
        </li>
      ))}
    </ol>
  )
}

/** What was chosen of the differences, as a merge wants to know it. */
export function choicesWithout(differences: readonly Difference[], left: ReadonlySet<string>): Record<string, Choice> {
  return Object.fromEntries(differences.map(({ id }) => [id, left.has(id) ? 'mine' : 'theirs']))
}
