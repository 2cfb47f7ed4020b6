import type { Insights } from '@lantern/contract/authoring/insights.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { type Figure, Figures } from '#ui/figures.tsx'
import { Panel } from '#ui/panel.tsx'
import { useCount } from './count-words.ts'
import { useMinutes } from './spread-sections.tsx'

/** The few numbers that are looked at first. */
export function KeyFigures({ insights }: { insights: Insights }) {
  const t = useMessages()
  const format = useFormat()
  const count = useCount(insights.leastGroup)
  const minutes = useMinutes(insights.leastGroup)
  const { started, finished, time, ratings, quiz } = insights
  const share = (part: number | null, of: number) =>
    part === null || of === 0 ? undefined : format.percent((part / of) * 100)
  const finishedShare = share(finished, started)
  const passedShare = share(quiz?.passed ?? null, quiz?.learners ?? 0)
  const figures: Figure[] = [
    { name: t('authoring.insights.started'), value: format.number(started) },
    {
      name: t('authoring.insights.finished'),
      value: count(finished),
      ...(finishedShare && { more: t('authoring.insights.finished_share', { share: finishedShare }) }),
    },
    quiz
      ? {
          name: t('authoring.insights.passed'),
          value: count(quiz.passed),
          ...(passedShare && { more: t('authoring.insights.passed_share', { share: passedShare }) }),
        }
      : {
          name: t('authoring.insights.median_time'),
          value: time ? minutes(time.medianSeconds) : t('authoring.insights.no_time'),
        },
    quiz
      ? {
          name: t('authoring.insights.average'),
          value: quiz.averageShare === null ? t('authoring.insights.none') : format.percent(quiz.averageShare * 100),
          more: t('authoring.insights.score_learners', { count: quiz.learners }),
        }
      : {
          name: t('authoring.insights.rating'),
          value: ratings?.average ? format.decimal(ratings.average / 2, 1) : t('authoring.insights.none'),
          more: t('authoring.insights.rating_count', { count: ratings?.count ?? 0 }),
        },
  ]
  return (
    <Panel as="div" padded={false}>
      <Figures figures={figures} />
    </Panel>
  )
}
