import type { Insights } from '@lantern/contract/authoring/insights.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { type Column, ColumnChart } from '#ui/column-chart.tsx'
import { ChartSection } from './chart-section.tsx'
import { useCount } from './count-words.ts'
import styles from './insights.module.css'

interface SectionProps {
  insights: Insights
}

/** Who started and who finished, week by week. */
export function WeeksSection({ insights: { item, weeks, leastGroup } }: SectionProps) {
  const t = useMessages()
  const count = useCount(leastGroup)
  const title = t('authoring.insights.weeks')
  const columns = weeks.map(({ monday, started, finished }) => ({
    label: monday,
    value: finished,
    behind: started,
  }))
  return (
    <ChartSection
      itemId={item.id}
      title={title}
      note={t('authoring.insights.weeks_note')}
      table={{
        name: 'weeks',
        columns: [
          { label: t('authoring.insights.week'), kind: 'head' },
          { label: t('authoring.insights.started'), kind: 'number' },
          { label: t('authoring.insights.finished'), kind: 'number' },
        ],
        rows: weeks.map(({ monday, started, finished }) => ({
          key: monday,
          cells: [monday, count(started), count(finished)],
        })),
      }}
    >
      <p className={styles.legend}>
        <span className={styles.keyBehind}>{t('authoring.insights.started')}</span>
        <span className={styles.keyValue}>{t('authoring.insights.finished')}</span>
      </p>
      <Columns name={title} columns={columns} leastGroup={leastGroup} labelEvery={10} by="behind" />
    </ChartSection>
  )
}

/** Time with the item in view: the spread over learners and the median of each step. */
export function TimeSection({ insights: { item, time, leastGroup } }: SectionProps) {
  const t = useMessages()
  const minutes = useMinutes(leastGroup)
  const title = t('authoring.insights.time')
  const note = t('authoring.insights.time_note')
  if (!time || time.spread.length === 0) {
    return (
      <ChartSection itemId={item.id} title={title} note={note}>
        <p>{time ? t('authoring.insights.few', { least: leastGroup }) : t('authoring.insights.time_none')}</p>
      </ChartSection>
    )
  }
  const columns = time.spread.map(({ under, learners }, index) => {
    const from = time.spread[index - 1]?.under ?? null
    return { label: spreadLabel(from, under), value: learners }
  })
  return (
    <ChartSection
      itemId={item.id}
      title={title}
      note={note}
      table={{
        name: 'time',
        columns: [
          { label: t('authoring.insights.step'), kind: 'head' },
          { label: t('authoring.insights.median_minutes'), kind: 'number' },
        ],
        rows: [{ id: '', title: t('authoring.insights.whole'), medianSeconds: time.medianSeconds }, ...time.steps].map(
          ({ id, title: step, medianSeconds }) => ({ key: id, cells: [step, minutes(medianSeconds)] }),
        ),
      }}
    >
      <Columns name={title} columns={columns} leastGroup={leastGroup} />
    </ChartSection>
  )

  function spreadLabel(from: number | null, under: number | null): string {
    if (under === null) return t('authoring.insights.over_minutes', { minutes: from ?? 0 })
    if (from === null) return t('authoring.insights.under_minutes', { minutes: under })
    return t('authoring.insights.between_minutes', { from, to: under })
  }
}

/** Half stars from none to five. */
export function RatingsSection({ insights: { item, ratings, leastGroup } }: SectionProps) {
  const t = useMessages()
  const count = useCount(leastGroup)
  const title = t('authoring.insights.ratings')
  if (!ratings || ratings.spread.length === 0) {
    return (
      <ChartSection itemId={item.id} title={title}>
        <p>
          {ratings ? t('authoring.insights.ratings_few', { least: leastGroup }) : t('authoring.insights.ratings_none')}
        </p>
      </ChartSection>
    )
  }
  const rows = ratings.spread.map((value, rating) => ({ label: String(rating / 2), value }))
  return (
    <ChartSection
      itemId={item.id}
      title={title}
      table={{
        name: 'ratings',
        columns: [
          { label: t('authoring.insights.stars'), kind: 'head' },
          { label: t('authoring.insights.learners'), kind: 'number' },
        ],
        rows: rows.map(({ label, value }) => ({
          key: label,
          cells: [t('authoring.insights.star_label', { stars: label }), count(value)],
        })),
      }}
    >
      <Columns name={title} columns={rows} leastGroup={leastGroup} labelEvery={2} />
    </ChartSection>
  )
}

interface ColumnsProps {
  name: string
  columns: Column[]
  leastGroup: number
  labelEvery?: number
  by?: 'value' | 'behind'
}

/** The chart with its sentence: which column is the highest. */
export function Columns({ name, columns, leastGroup, labelEvery, by = 'value' }: ColumnsProps) {
  const t = useMessages()
  const format = useFormat()
  const count = useCount(leastGroup)
  const highest = columns.reduce<Column | undefined>(
    (best, column) => ((column[by] ?? 0) > (best?.[by] ?? 0) ? column : best),
    undefined,
  )
  const top = Math.max(0, ...columns.map(({ value, behind }) => Math.max(value ?? 0, behind ?? 0)))
  return (
    <ColumnChart
      columns={columns}
      top={format.number(top)}
      labelEvery={labelEvery}
      summary={
        highest
          ? t('authoring.insights.summary_columns', { name, label: highest.label, count: count(highest[by] ?? 0) })
          : t('authoring.insights.count_of', { name, count: t('authoring.insights.none') })
      }
    />
  )
}

export function useMinutes(leastGroup: number): (seconds: number | null) => string {
  const t = useMessages()
  return (seconds) =>
    seconds === null
      ? t('authoring.insights.few', { least: leastGroup })
      : t('authoring.insights.minutes', { minutes: Math.round(seconds / 6) / 10 })
}
