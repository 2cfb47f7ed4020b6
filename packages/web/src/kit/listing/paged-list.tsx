import type { ReactNode } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { usePageWords } from '#kit/page-words.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './paged-list.module.css'

type Words = { title: string; text: string }

type PagedListProps<Row> = {
  label: string
  /** Null when it could not be read: the page says so and offers to try again. */
  list: { results: readonly Row[]; page: number; pageSize: number; total: number } | null
  /** The page that was asked for; pages count from 0. */
  page: number
  addressOf: (page: number) => string
  /** Where no filter is left; null when none is set. */
  clearedTo: string | null
  total: (count: number) => string
  failed: Words
  none: Words
  /** What stands here before there is anything. */
  empty: ReactNode
  /** A list item. */
  row: (row: Row) => ReactNode
}

/** Rows of what an author keeps, page by page. Where there are none, each reason has its own next act. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { label, list, page, addressOf, clearedTo, total, failed, none, empty, row } = props
  const t = useMessages()
  const pageWords = usePageWords()
  if (list === null) {
    return <NoRows kind="error" {...failed} to={addressOf(page)} act={t('documents.list_again')} />
  }
  if (list.results.length === 0) {
    if (list.total > 0)
      return <NoRows title={t('documents.list_beyond')} to={addressOf(0)} act={t('documents.list_first_page')} />
    return clearedTo === null ? empty : <NoRows {...none} to={clearedTo} act={t('documents.list_clear')} />
  }
  return (
    <section aria-label={label}>
      <p className={`muted small num ${styles.total}`} role="status">
        {total(list.total)}
      </p>
      <Panel padded={false}>
        <ul className={styles.rows}>{list.results.map(row)}</ul>
      </Panel>
      <Pagination
        {...pageWords}
        className={styles.pages}
        page={list.page + 1}
        pageCount={Math.ceil(list.total / list.pageSize)}
        toOf={(number) => addressOf(number - 1)}
      />
    </section>
  )
}

type NoRowsProps = { kind?: 'error'; title: string; text?: string; to: string; act: string }

function NoRows({ kind, title, text, to, act }: NoRowsProps) {
  return (
    <EmptyState
      kind={kind}
      title={title}
      actions={
        <LinkButton theme="primary" to={to}>
          {act}
        </LinkButton>
      }
    >
      {text && <p>{text}</p>}
    </EmptyState>
  )
}
