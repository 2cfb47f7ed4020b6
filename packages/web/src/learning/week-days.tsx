import { heatLevel } from '@lantern/contract/learning/study-year.ts'
import { useMessages } from '#kit/messages.tsx'
import styles from './heat-map.module.css'

/** Monday to Sunday of this week in seven cells. */
export function WeekDays({ seconds }: { seconds: readonly number[] }) {
  const t = useMessages()
  const days = seconds.filter((value) => value > 0).length
  return (
    <span className={styles.week} role="img" aria-label={t('learning.week_days', { days })}>
      {['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day, index) => (
        <i key={day} className={styles[`level${heatLevel(seconds[index] ?? 0)}`]} />
      ))}
    </span>
  )
}
