import { type CSSProperties, useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './stars.module.css'

type StarsProps = {
  /** 0 to 5. */
  rating: number
  /** The rating as the locale writes it, one decimal. */
  text: string
  /** For screen readers alone, where the number stands beside the stars. */
  textHidden?: boolean
  /** "Rating", read before the number. */
  label: string
  /** How many rated it, as text with its brackets; lying cards leave it out. */
  count?: string
  className?: string
}

/** A rating to read. */
export function Stars({ rating, text, textHidden = false, label, count, className }: StarsProps) {
  return (
    <span className={classNames(styles.stars, className)}>
      <span className={styles.row} style={{ '--value': `${(rating / 5) * 100}%` } as CSSProperties} aria-hidden="true">
        <i />
      </span>
      <span className={textHidden ? 'sr' : undefined}>
        <span className="sr">{label} </span>
        {text}
      </span>
      {count && (
        <span className={styles.count} data-secondary="">
          {count}
        </span>
      )}
    </span>
  )
}

type StarChoiceProps = {
  /** The question, as "How was this course?" */
  label: string
  /** 0 when nothing is chosen yet. */
  value: number
  /** The name of each star, one to five. */
  names: readonly [string, string, string, string, string]
  onValue?: (value: number) => void
  name?: string
  disabled?: boolean
}

/** A rating to give: five radios, so that arrow keys and forms work. */
export function StarChoice({ label, value, names, onValue, name = 'rating', disabled }: StarChoiceProps) {
  const [over, setOver] = useState(0)
  const shown = over || value
  return (
    <fieldset className={styles.choice} disabled={disabled} onPointerLeave={() => setOver(0)}>
      <legend className="sr">{label}</legend>
      {names.map((starName, index) => (
        <label
          key={starName}
          className={classNames(styles.star, index < shown && styles.filled)}
          onPointerEnter={(event) => event.pointerType === 'mouse' && setOver(index + 1)}
        >
          <input
            className="sr"
            type="radio"
            name={name}
            value={index + 1}
            checked={value === index + 1}
            onChange={() => onValue?.(index + 1)}
          />
          <span className="sr">{starName}</span>
        </label>
      ))}
    </fieldset>
  )
}
