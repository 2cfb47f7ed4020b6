import { reportTypes } from '@lantern/contract/community/report-rules.ts'
import type { ReportStats } from '@lantern/contract/community/report-stats.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { ColumnChart } from '#ui/column-chart.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { endCell, Table } from '#ui/table.tsx'
import styles from './report-stats-view.module.css'

/** How many reports came each day: drawn, and as a table for screen readers. */
export function ReportsPerDay({ perDay }: Pick<ReportStats, 'perDay'>) {
  const t = useMessages()
  const format = useFormat()
  const columns = perDay.map((row) => ({
    label: row.day,
    value: reportTypes.reduce((sum, type) => sum + row[type], 0),
  }))
  const total = columns.reduce((sum, { value }) => sum + value, 0)
  const highest = columns.reduce((most, column) => (column.value > most.value ? column : most), { label: '', value: 0 })
  if (total === 0) {
    return (
      <EmptyState level={3} title={t('community.no_reports_title')}>
        <p>{t('community.no_reports_text')}</p>
      </EmptyState>
    )
  }
  const summary = t('community.chart_summary', { total, day: highest.label, most: highest.value })
  return (
    <Panel className={styles.chart}>
      <p className="small muted">{summary}</p>
      <ColumnChart
        columns={columns}
        summary={summary}
        top={format.number(highest.value)}
        labelEvery={Math.ceil(columns.length / 4)}
      />
      <Disclosure summary={t('community.table')}>
        <Table label={t('community.per_day')}>
          <thead>
            <tr>
              <th scope="col">{t('community.day')}</th>
              {reportTypes.map((type) => (
                <th key={type} scope="col" className={endCell}>
                  {t(`community.report_type.${type}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {perDay.map((row) => (
              <tr key={row.day}>
                <th scope="row">{row.day}</th>
                {reportTypes.map((type) => (
                  <td key={type} className={endCell}>
                    {format.number(row[type])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </Disclosure>
    </Panel>
  )
}
