import type { Insights } from '@lantern/contract/authoring/insights.ts'
import { useMessages } from '#kit/messages.tsx'
import { endCell } from '#ui/table.tsx'
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
        rows: (
          <>
            <thead>
              <tr>
                <th scope="col">{t('authoring.insights.number')}</th>
                <th scope="col">{t(isTutorial ? 'authoring.insights.step' : 'authoring.insights.content')}</th>
                <th scope="col" className={endCell}>
                  {t('authoring.insights.reached')}
                </th>
                <th scope="col" className={endCell}>
                  {t('authoring.insights.finished')}
                </th>
                <th scope="col" className={endCell}>
                  {t('authoring.insights.stopped')}
                </th>
              </tr>
            </thead>
            <tbody>
              {funnel.map(({ id, title, reached, finished, stopped }, index) => (
                <tr key={id}>
                  <td>{index + 1}</td>
                  <th scope="row">{title}</th>
                  <td className={endCell}>{count(reached)}</td>
                  <td className={endCell}>{count(finished)}</td>
                  <td className={endCell}>{count(stopped)}</td>
                </tr>
              ))}
            </tbody>
          </>
        ),
      }}
    >
      <ol className={styles.funnel}>
        {funnel.map(({ id, title, reached, finished, stopped }, index) => (
          <li key={id}>
            <span className={styles.title}>
              <span className={styles.number}>{index + 1}</span>
              {title}
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
