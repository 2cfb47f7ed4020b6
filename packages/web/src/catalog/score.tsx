import type { ItemStats } from '@lantern/contract/catalog/items.ts'
import { starsOf } from '@lantern/contract/catalog/rating.ts'
import type { CSSProperties } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Panel } from '#ui/panel.tsx'
import { Stars } from '#ui/stars.tsx'
import styles from './score.module.css'

/** What people have rated the item, on average and by stars. */
export function Score({ stats, spread }: { stats: ItemStats | undefined; spread: readonly number[] }) {
  const t = useMessages()
  const format = useFormat()
  const stars = stats ? starsOf(stats) : null
  if (!stats || stars === null) return null
  const text = format.decimal(stars, 1)
  return (
    <Panel className={styles.score}>
      <div className={styles.average}>
        <b className={styles.figure} aria-hidden="true">
          {text}
        </b>
        <Stars rating={stars} text={text} textHidden label={t('catalog.rating')} />
        <p className="small muted num">{t('catalog.rated_by', { count: stats.ratingCount })}</p>
      </div>
      <RatingSpread spread={spread} />
    </Panel>
  )
}

const starNumbers = [5, 4, 3, 2, 1]

/** A bar for each number of stars, five first, as long as the part of the people who gave so many. */
function RatingSpread({ spread }: { spread: readonly number[] }) {
  const t = useMessages()
  const format = useFormat()
  const all = spread.reduce((sum, people) => sum + people, 0)
  if (all === 0) return null
  return (
    <ul className={styles.spread} aria-label={t('catalog.rating_spread')}>
      {starNumbers.map((stars) => {
        const people = spread[stars - 1] ?? 0
        const bar = { '--value': `${(people / all) * 100}%` } as CSSProperties
        return (
          <li key={stars}>
            <span>{t('catalog.star_number', { count: stars })}</span>
            <span className={styles.bar} style={bar} aria-hidden="true" />
            <span className="num">{format.number(people)}</span>
          </li>
        )
      })}
    </ul>
  )
}
