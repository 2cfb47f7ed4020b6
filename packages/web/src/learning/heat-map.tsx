import { type HeatCell, heatWeeks, type StudyDay, studyTotals } from '@lantern/contract/learning/study-year.ts'
import { useFormat } from '#kit/format.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { classNames } from '#ui/class-names.ts'
import { Panel } from '#ui/panel.tsx'
import { endCell, Table } from '#ui/table.tsx'
import styles from './heat-map.module.css'

/** A learner's year as a picture, with the same figures by month as a table. */
export function HeatMap({ days, today }: { days: readonly StudyDay[]; today: string }) {
  const t = useMessages()
  const format = useFormat()
  const totals = studyTotals(days, today)
  const duration = format.duration(Math.round(totals.seconds / 60))
  const weeks = heatWeeks(days, today)
  return (
    <Panel as="section" padded={false} className={styles.year} aria-labelledby="year-title">
      <div className={styles.head}>
        <h2 id="year-title">{t('learning.this_year')}</h2>
        <span className="muted small num">{t('learning.year_totals', { days: totals.days, duration })}</span>
      </div>
      <HeatPicture
        weeks={weeks}
        today={today}
        label={t('learning.heat_label', { days: totals.days, duration })}
        className={styles.whole}
      />
      <HeatPicture
        weeks={weeks.slice(-26)}
        today={today}
        label={t('learning.heat_label', { days: totals.days, duration })}
        className={styles.half}
      />
      <details className={styles.table}>
        <summary>{t('learning.heat_table')}</summary>
        <MonthTable days={days} />
      </details>
      <p className={styles.scale} aria-hidden="true">
        <span>{t('learning.heat_less')}</span>
        {([0, 1, 2, 3, 4] as const).map((level) => (
          <i key={level} className={styles[`level${level}`]} />
        ))}
        <span>{t('learning.heat_more')}</span>
      </p>
    </Panel>
  )
}

const cell = 13
const step = 16
const left = 30
const top = 20

function HeatPicture({
  weeks,
  today,
  label,
  className,
}: {
  weeks: HeatCell[][]
  today: string
  label: string
  className: string | undefined
}) {
  const locale = useLocale()
  const language = locale.replace('_', '-')
  const month = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'narrow', timeZone: 'UTC' })
  return (
    <svg
      className={classNames(styles.picture, className)}
      viewBox={`0 0 ${left + weeks.length * step} ${top + 7 * step + 10}`}
      role="img"
      aria-label={label}
    >
      {weeks.map((week, index) => {
        const first = week[0]
        const startsMonth =
          first !== undefined && index > 0 && weeks[index - 1]?.[0]?.day.slice(0, 7) !== first.day.slice(0, 7)
        return startsMonth && index < weeks.length - 1 ? (
          <text key={first.day} x={left + index * step} y={11}>
            {month.format(Date.parse(first.day))}
          </text>
        ) : null
      })}
      {[0, 2, 4, 6].map((row) => (
        <text key={row} x={8} y={top + row * step + 12} textAnchor="middle">
          {weekday.format(Date.UTC(2026, 0, 5 + row))}
        </text>
      ))}
      {weeks.map((week, index) =>
        week.map((day, row) => (
          <rect
            key={day.day}
            className={classNames(styles[`level${day.level}`], day.day === today && styles.today)}
            x={left + index * step}
            y={top + row * step}
            width={cell}
            height={cell}
            rx={3}
          />
        )),
      )}
    </svg>
  )
}

/** The last twelve months that have anything, newest first. */
function MonthTable({ days }: { days: readonly StudyDay[] }) {
  const t = useMessages()
  const format = useFormat()
  const months = new Map<string, { days: number; seconds: number; steps: number }>()
  for (const { day, seconds, steps } of days) {
    const key = day.slice(0, 7)
    const month = months.get(key) ?? { days: 0, seconds: 0, steps: 0 }
    months.set(key, {
      days: month.days + (seconds > 0 ? 1 : 0),
      seconds: month.seconds + seconds,
      steps: month.steps + steps,
    })
  }
  const rows = [...months].sort(([a], [b]) => (a < b ? 1 : -1))
  return (
    <Table label={t('learning.heat_table')}>
      <thead>
        <tr>
          <th scope="col">{t('learning.month')}</th>
          <th scope="col" className={endCell}>
            {t('learning.days_studied')}
          </th>
          <th scope="col" className={endCell}>
            {t('learning.time_studied')}
          </th>
          <th scope="col" className={endCell}>
            {t('learning.steps_studied')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([month, sums]) => (
          <tr key={month}>
            <th scope="row">{month}</th>
            <td className={endCell}>{format.number(sums.days)}</td>
            <td className={endCell}>{format.duration(Math.round(sums.seconds / 60))}</td>
            <td className={endCell}>{format.number(sums.steps)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
