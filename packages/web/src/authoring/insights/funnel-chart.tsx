import type { Insights } from '@lantern/contract/authoring/insights.ts'
import { useMessages } from '#kit/messages.tsx'
import { ChartSection } from './chart-section.tsx'
import { useCount } from './count-words.ts'
import styles from './funnel-chart.module.css'
import { ShareBar } from './share-bar.tsx'

/** How far learners come: the bar is who reached a step, its strong part who completed it. */
export function FunnelChart({ insights }: { insights: Insights }) {
  const t = useMessages()
  const count = useCount(insights.leastGroup)
  const { item, funnel, counted, started } = insights
  const isTutorial = item.type === 'tutorial'
  const share = (learners: number | null) => (learners ?? 0) / Math.max(1, counted)
  const note = t(isTutorial ? 'authoring.insights.funnel_note' : 'authoring.insights.funnel_contents_note')
  return (
    <ChartSection
      itemId={item.id}
      title={t(isTutorial ? 'authoring.insights.funnel' : 'authoring.insights.funnel_contents')}
      note={counted < started ? `${note} ${t('authoring.insights.newest', { count: counted })}` : note}
      table={{
        name: 'funnel',
        columns: [
          { label: t('authoring.insights.number') },
          { label: t(isTutorial ? 'authoring.insights.step' : 'authoring.insights.content'), kind: 'head' },
          { label: t('authoring.insights.reached'), kind: 'number' },
          { label: t('authoring.insights.finished'), kind: 'number' },
          { label: t('authoring.insights.stopped'), kind: 'number' },
        ],
        rows: funnel.map(({ id, title, reached, finished, stopped }, index) => ({
          key: id,
          cells: [index + 1, title, count(reached), count(finished), count(stopped)],
        })),
      }}
    >
      <ol className={styles.funnel}>
        {funnel.map(({ id, title, reached, finished, stopped }, index) => (
          <li key={id}>
            <span className={styles.title}>
              <span className={styles.number}>{index + 1}</span>
              <span lang={item.language}>{title}</span>
            </span>
            <span className={styles.words}>
              {t('authoring.insights.reached_short', { count: count(reached) })}
              {stopped !== 0 && (
                <span className={styles.stopped}>
                  {' · '}
                  {t('authoring.insights.stopped_short', { count: count(stopped) })}
                </span>
              )}
            </span>
            <ShareBar share={share(reached)} inner={share(finished)} />
          </li>
        ))}
      </ol>
    </ChartSection>
  )
}
