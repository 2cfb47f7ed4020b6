import type { InsightTable } from '@lantern/contract/authoring/insights.ts'
import { type ReactNode, useId } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { PlainLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { endCell, Table } from '#ui/table.tsx'
import styles from './insights.module.css'

interface ChartSectionProps {
  itemId: string
  title: string
  note?: ReactNode
  /** What is drawn. */
  children: ReactNode
  /** The same figures as a table, for screen readers. */
  table?: FigureTable
}

export interface FigureTable {
  /** As the file is called. */
  name: InsightTable
  columns: readonly { label: string; kind?: 'head' | 'number' }[]
  /** The cells of each row, in the order of the columns. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A chart with its heading, the table behind it and the table as a file. */
export function ChartSection({ itemId, title, note, children, table }: ChartSectionProps) {
  const t = useMessages()
  const titleId = useId()
  return (
    <Panel as="section" aria-labelledby={titleId} className={styles.section}>
      <div>
        <h2 id={titleId} className={styles.sectionTitle}>
          {title}
        </h2>
        {note && <p className="muted small">{note}</p>}
      </div>
      {children}
      {table && (
        <Disclosure summary={t('authoring.insights.table')}>
          <Table label={t('authoring.insights.table_of', { name: title })}>
            <Figures {...table} />
          </Table>
          <p className={styles.file}>
            <PlainLink
              to={csvAddress(itemId, table.name)}
              leaves
              download
              aria-label={t('authoring.insights.csv_of', { name: title })}
            >
              {t('authoring.insights.csv')}
            </PlainLink>
          </p>
        </Disclosure>
      )}
    </Panel>
  )
}

function Figures({ columns, rows }: FigureTable) {
  return (
    <>
      <thead>
        <tr>
          {columns.map(({ label, kind }) => (
            <th key={label} scope="col" className={kind === 'number' ? endCell : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {columns.map(({ label, kind }, at) =>
              kind === 'head' ? (
                <th key={label} scope="row">
                  {cells[at]}
                </th>
              ) : (
                <td key={label} className={kind === 'number' ? endCell : undefined}>
                  {cells[at]}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </>
  )
}

function csvAddress(itemId: string, table: InsightTable): string {
  return `/api/learn/creator/insights/${encodeURIComponent(itemId)}/${table}.csv`
}
