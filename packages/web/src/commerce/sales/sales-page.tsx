import type { readSales } from '@lantern/contract/commerce/sales.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { ReactNode } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { LinkButton } from '#ui/button.tsx'
import { ColumnChart } from '#ui/column-chart.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Figures } from '#ui/figures.tsx'
import { PlainLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { endCell, Table } from '#ui/table.tsx'
import styles from './sales.module.css'
import { type SalesFigures, sumOf, sumsByItem } from './sales-sums.ts'

export type Sales = ResponseOf<typeof readSales>

export const salesSpans = [12, 24, 36] as const

/** What one's own items sold: the month that runs, the months as a chart, and the items. */
export function SalesPage({ sales }: { sales: Sales }) {
  const t = useMessages()
  const format = useFormat()
  const { months, entries, asOf, share } = sales
  return (
    <div className="page-stack">
      <header className={styles.head}>
        <div>
          <h1>{t('commerce.sales.title')}</h1>
          <p className="muted small num">
            {t('commerce.sales.lead', { time: format.dateTime(asOf), share: format.percent(share) })}
          </p>
        </div>
        <LinkButton to={`/api/learn/creator/sales.csv?months=${months.length}`} leaves download>
          {t('commerce.sales.csv')}
        </LinkButton>
      </header>
      <nav className={styles.spans} aria-label={t('commerce.sales.span')}>
        {salesSpans.map((span) => (
          <PlainLink key={span} to={`?months=${span}`} aria-current={span === months.length ? 'true' : undefined}>
            {t('commerce.sales.span_of', { count: span })}
          </PlainLink>
        ))}
      </nav>
      <ThisMonth sales={sales} />
      {entries.length === 0 ? (
        <EmptyState title={t('commerce.sales.empty_title')}>
          <p>{t('commerce.sales.empty_text')}</p>
        </EmptyState>
      ) : (
        <>
          <Months sales={sales} />
          <Items sales={sales} />
        </>
      )}
    </div>
  )
}

function ThisMonth({ sales: { months, entries, balance } }: { sales: Sales }) {
  const t = useMessages()
  const format = useFormat()
  const sums = sumOf(entries.filter(({ month }) => month === months.at(-1)))
  const figures = [
    { name: t('commerce.sales.earned_now'), value: format.amount(sums.earned) },
    { name: t('commerce.sales.sold_now'), value: t('commerce.sales.pieces', { count: sums.count }) },
    { name: t('commerce.sales.refunds_now'), value: format.amount(sums.refunded && -sums.refunded) },
    { name: t('commerce.sales.balance'), value: format.amount(balance), more: t('commerce.sales.balance_text') },
  ]
  return (
    <Panel padded={false}>
      <Figures figures={figures} />
    </Panel>
  )
}

function Months({ sales: { months, entries, payouts } }: { sales: Sales }) {
  const t = useMessages()
  const format = useFormat()
  const rows = months.map((month) => ({ month, ...sumOf(entries.filter((entry) => entry.month === month)) }))
  const best = rows.reduce((most, row) => (row.earned > most.earned ? row : most))
  const paidOf = (month: string) => payouts.find((payout) => payout.month === month)
  return (
    <Panel as="section" aria-labelledby="sales-months" className={styles.section}>
      <h2 id="sales-months">{t('commerce.sales.by_month')}</h2>
      <ColumnChart
        columns={rows.map(({ month, earned }) => ({ label: month, value: Math.max(0, earned) }))}
        summary={t('commerce.sales.chart_summary', { month: best.month, amount: format.amount(best.earned) })}
        top={format.amount(best.earned)}
        labelEvery={Math.ceil(months.length / 4)}
      />
      <Disclosure summary={t('commerce.sales.table')}>
        <FigureTable
          label={t('commerce.sales.by_month')}
          name={t('commerce.sales.month')}
          more={t('commerce.sales.paid_out')}
          sum={sumOf(entries)}
          rows={rows.map(({ month, ...figures }) => {
            const paid = paidOf(month)
            return {
              key: month,
              title: month,
              more: paid && `${format.amount(paid.amount)} · ${format.date(paid.paidTime)}`,
              ...figures,
            }
          })}
        />
      </Disclosure>
    </Panel>
  )
}

function Items({ sales: { entries } }: { sales: Sales }) {
  const t = useMessages()
  return (
    <section aria-labelledby="sales-items">
      <div className="section-head">
        <h2 id="sales-items">{t('commerce.sales.by_item')}</h2>
      </div>
      <FigureTable
        label={t('commerce.sales.by_item')}
        name={t('commerce.sales.item')}
        sum={sumOf(entries)}
        rows={sumsByItem(entries)}
      />
    </section>
  )
}

interface FigureTableProps {
  label: string
  /** Head of the first column. */
  name: string
  /** Head of a last column, where the rows have one. */
  more?: string
  rows: readonly (SalesFigures & { key: string; title: string; more?: ReactNode })[]
  sum: SalesFigures
}

function FigureTable({ label, name, more, rows, sum }: FigureTableProps) {
  const t = useMessages()
  const format = useFormat()
  const cells = ({ count, original, sold, refunded, earned }: SalesFigures) => (
    <>
      <td className={endCell}>{format.number(count)}</td>
      <td className={endCell}>{format.amount(original)}</td>
      <td className={endCell}>{format.amount(sold)}</td>
      <td className={endCell}>{format.amount(refunded && -refunded)}</td>
      <td className={endCell}>{format.amount(earned)}</td>
    </>
  )
  return (
    <Table label={t('authoring.insights.table_of', { name: label })}>
      <thead>
        <tr>
          <th scope="col">{name}</th>
          {(['sold', 'original', 'takings', 'refunded', 'earned'] as const).map((key) => (
            <th key={key} scope="col" className={endCell}>
              {t(`commerce.sales.${key}`)}
            </th>
          ))}
          {more && <th scope="col">{more}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, title, more: last, ...figures }) => (
          <tr key={key}>
            <th scope="row">{title}</th>
            {cells(figures)}
            {more && <td>{last}</td>}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('commerce.sales.total')}</th>
          {cells(sum)}
          {more && <td />}
        </tr>
      </tfoot>
    </Table>
  )
}
