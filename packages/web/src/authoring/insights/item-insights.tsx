import type { Insights } from '@lantern/contract/authoring/insights.ts'
import { editLink } from '@lantern/contract/links.ts'
import { DashboardLink } from '#kit/dashboard-link.tsx'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FunnelChart } from './funnel-chart.tsx'
import styles from './insights.module.css'
import { KeyFigures } from './key-figures.tsx'
import { QuestionsSection, ScoresSection } from './quiz-sections.tsx'
import { RatingsSection, TimeSection, WeeksSection } from './spread-sections.tsx'

/** What learners did with one item. */
export function ItemInsights({ insights }: { insights: Insights }) {
  const t = useMessages()
  const format = useFormat()
  const { item, asOf, leastGroup, started, learners, quiz } = insights
  return (
    <div className="page-stack">
      <header className={styles.head}>
        <p>
          <DashboardLink />
        </p>
        <div className={styles.titleRow}>
          <h1>{t('authoring.insights.title', { title: item.title || t('authoring.dashboard_untitled') })}</h1>
          {!item.published && <Badge>{t('authoring.insights.unpublished')}</Badge>}
          {item.type === 'tutorial' && (
            <LinkButton to={`/creator/submissions/${encodeURIComponent(item.id)}`}>
              {t('authoring.insights.submissions')}
            </LinkButton>
          )}
          <LinkButton to={editLink(item)} className={styles.edit}>
            {t('authoring.insights.edit')}
          </LinkButton>
        </div>
        <p className="muted small">
          {t('authoring.insights.lead', { least: leastGroup })}{' '}
          <time dateTime={asOf}>{t('authoring.insights.as_of', { time: format.dateTime(asOf) })}</time>
        </p>
      </header>
      {started < leastGroup ? (
        <EmptyState
          title={
            learners < leastGroup
              ? t('authoring.insights.few_learners', { least: leastGroup })
              : t('authoring.insights.few_records', { learners, least: leastGroup })
          }
        >
          <p>{t('authoring.insights.few_hint', { least: leastGroup })}</p>
        </EmptyState>
      ) : (
        <>
          <KeyFigures insights={insights} />
          {insights.funnel.length > 0 && <FunnelChart insights={insights} />}
          {item.type === 'quiz' && (!quiz || quiz.questions.length === 0) && (
            <EmptyState
              title={
                quiz ? t('authoring.insights.few_learners', { least: leastGroup }) : t('authoring.insights.quiz_none')
              }
            />
          )}
          {quiz && quiz.questions.length > 0 && <ScoresSection insights={insights} quiz={quiz} />}
          {quiz && quiz.questions.length > 0 && <QuestionsSection insights={insights} quiz={quiz} />}
          <WeeksSection insights={insights} />
          <div className={styles.pair}>
            <TimeSection insights={insights} />
            <RatingsSection insights={insights} />
          </div>
        </>
      )}
    </div>
  )
}
