import {
  moderatorActions,
  reportTypes,
  type StatsPeriod,
  statsPeriods,
} from '@lantern/contract/community/report-rules.ts'
import type { ReportStats } from '@lantern/contract/community/report-stats.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Figures } from '#ui/figures.tsx'
import { Panel } from '#ui/panel.tsx'
import { SegmentedLinks } from '#ui/segmented-control.tsx'
import { endCell, Table } from '#ui/table.tsx'
import { ModerationTabs } from './moderation/moderation-layout.tsx'
import styles from './report-stats-view.module.css'
import { ReportsPerDay } from './reports-per-day.tsx'

const statsPath = '/admin/learn/report-stats'
const usualPeriod: StatsPeriod = '30'

export function readStatsPeriod(text: string | null): StatsPeriod {
  return statsPeriods.find((period) => period === text) ?? usualPeriod
}

/** Reports, open ones, and decisions by moderator. */
export function ReportStatsView({ stats }: { stats: ReportStats }) {
  const t = useMessages()
  const format = useFormat()
  return (
    <div className="page-stack">
      <header className={styles.head}>
        <h1>{t('community.report_stats_title')}</h1>
        <p className="muted">
          {t('community.report_stats_lead')}{' '}
          <time dateTime={stats.asOf}>{t('community.as_of', { time: format.dateTime(stats.asOf) })}</time>
        </p>
      </header>
      <ModerationTabs current="stats" />
      <Panel as="section" padded={false} aria-labelledby="reports-open">
        <h2 id="reports-open" className={styles.openTitle}>
          {t('community.open_reports')}
        </h2>
        <Figures
          figures={reportTypes.map((type) => ({
            name: t(`community.report_type.${type}`),
            value: format.number(stats.open[type]),
          }))}
        />
      </Panel>
      <SegmentedLinks
        className={styles.periods}
        label={t('community.period')}
        links={statsPeriods.map((period) => ({
          to: period === usualPeriod ? statsPath : `${statsPath}?period=${period}`,
          label: t('community.period_days', { days: period }),
          current: period === stats.period,
        }))}
      />
      <div className={styles.part}>
        <h2>{t('community.by_moderator')}</h2>
        {stats.moderators.length > 0 ? (
          <ActsTable moderators={stats.moderators} />
        ) : (
          <EmptyState level={3} title={t('community.no_acts_title')}>
            <p>{t('community.no_acts_text')}</p>
          </EmptyState>
        )}
      </div>
      <div className={styles.part}>
        <h2>{t('community.per_day')}</h2>
        <ReportsPerDay perDay={stats.perDay} />
      </div>
    </div>
  )
}

function ActsTable({ moderators }: Pick<ReportStats, 'moderators'>) {
  const t = useMessages()
  const format = useFormat()
  const sums = moderators.map((row) => moderatorActions.reduce((sum, action) => sum + row[action], 0))
  return (
    <Table isNarrow label={t('community.by_moderator')}>
      <thead>
        <tr>
          <th scope="col">{t('community.moderator')}</th>
          {moderatorActions.map((action) => (
            <th key={action} scope="col" className={endCell}>
              {t(`community.action.${action}`)}
            </th>
          ))}
          <th scope="col" className={endCell}>
            {t('community.total')}
          </th>
        </tr>
      </thead>
      <tbody>
        {moderators.map((row, index) => (
          <tr key={row.moderator?.id ?? ''}>
            <th scope="row">
              {row.moderator ? (
                <span className={styles.who}>
                  <Avatar name={row.moderator.name} src={row.moderator.avatar} />
                  {row.moderator.name}
                </span>
              ) : (
                <span className="muted">{t('community.moderator_gone')}</span>
              )}
            </th>
            {moderatorActions.map((action) => (
              <td key={action} className={endCell}>
                {format.number(row[action])}
              </td>
            ))}
            <td className={endCell}>
              <strong>{format.number(sums[index] ?? 0)}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
