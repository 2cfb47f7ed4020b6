import type { Criterion } from '@lantern/contract/campus/rubrics.ts'
import { useMessages } from '#kit/messages.tsx'
import styles from './rubric.module.css'

interface RubricChoiceProps {
  criteria: readonly Criterion[]
  /** The chosen level of each criterion; null: none yet. */
  levels: readonly (number | null)[]
  onLevels: (levels: (number | null)[]) => void
}

/** Chooses a level of each criterion. */
export function RubricChoice({ criteria, levels, onLevels }: RubricChoiceProps) {
  const t = useMessages()
  return criteria.map((criterion, at) => (
    <fieldset key={criterion.name} className={styles.criterion}>
      <legend className={styles.name}>{criterion.name}</legend>
      {criterion.levels.map(({ points, text }, place) => (
        <label key={points} className={styles.choice}>
          <input
            type="radio"
            name={`criterion ${at}`}
            checked={levels[at] === place}
            onChange={() => onLevels(criteria.map((_, one) => (one === at ? place : (levels[one] ?? null))))}
          />
          <span className={styles.points}>{t('campus.points', { points })}</span>
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  ))
}

/** What is marked, and what it came to once that is shown. */
export function RubricShown({
  criteria,
  levels,
}: {
  criteria: readonly Criterion[]
  levels: readonly number[] | null
}) {
  const t = useMessages()
  return (
    <ul className={styles.shown}>
      {criteria.map(({ name, levels: possible }, at) => (
        <li key={name}>
          <strong>{name}</strong>
          <ul>
            {possible.map(({ points, text }, place) => (
              <li key={points} aria-current={levels?.[at] === place || undefined} className={styles.possible}>
                <span className={styles.points}>{t('campus.points', { points })}</span>
                <span>{text}</span>
                {levels?.[at] === place && <span className="sr">{t('campus.rubric_given')}</span>}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
