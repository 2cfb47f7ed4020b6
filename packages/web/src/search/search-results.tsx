import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import { emptyCriteria, encodeCriteria } from '@lantern/contract/search/criteria.ts'
import type { SearchAnswer, SearchResult, searchItems } from '@lantern/contract/search/searching.ts'
import { type ReactNode, useMemo, useRef } from 'react'
import { type LoadedPage, useLoadMore } from '#catalog/index.ts'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { usePageWords } from '#kit/page-words.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { ResultRow, ResultRowSkeleton } from './result-row.tsx'
import { searchAddress, searchQuery } from './search-address.ts'
import styles from './search-page.module.css'

type SearchResultsProps = {
  answer: SearchAnswer
  pageSize: number | null
  /** The button that collects an item. */
  collect(item: ItemCard, collected: boolean): ReactNode
}

/** The results of a page and, loaded below them, of the next ones. */
export function SearchResults({ answer, ...props }: SearchResultsProps) {
  if (answer.total === 0) return <NothingFound answer={answer} />
  const key = `${encodeCriteria(answer.criteria)} ${answer.page} ${answer.pageSize}`
  return <GrowingResults key={key} answer={answer} {...props} />
}

function GrowingResults({ answer, pageSize, collect }: SearchResultsProps) {
  const t = useMessages()
  const known = useRef(answer)
  const first = useMemo(() => pageOf(answer), [answer])
  const loaded = useLoadMore<SearchResult>(
    first,
    async (page) => {
      const next = await call<typeof searchItems>('GET /api/learn/search', {
        query: searchQuery({ criteria: answer.criteria, page, pageSize }),
      })
      // an answer to other words than those asked for is none
      if (next.text !== answer.text) throw new Error('The answer is to other words')
      known.current = merged(known.current, next)
      return pageOf(next)
    },
    ({ id }) => id,
  )
  const { statsMap, userMap, topicMap, learner } = known.current
  return (
    <>
      <div className={styles.results}>
        {loaded.items.map((result, index) => (
          <ResultRow
            key={result.id}
            result={result}
            stats={statsMap[result.id]}
            author={userMap[result[result.type]?.authorId ?? '']}
            topics={topicMap}
            record={learner.recordMap[result.id]}
            collect={collectOf(result, learner.collectMap, collect)}
            early={index < 3}
          />
        ))}
        {loaded.status === 'inProgress' && <ResultRowSkeleton />}
      </div>
      {loaded.items.length === 0 && <p className={styles.beyond}>{t('search.beyond')}</p>}
      <ResultsEnd {...{ answer, loaded }} addressOf={(page) => searchAddress(answer.criteria, page, pageSize)} />
    </>
  )
}

function ResultsEnd({
  answer,
  loaded,
  addressOf,
}: {
  answer: SearchAnswer
  loaded: ReturnType<typeof useLoadMore<SearchResult>>
  addressOf(page: number): string
}) {
  const t = useMessages()
  const pageWords = usePageWords()
  const { page, pageSize } = answer
  const shown = Math.min(loaded.total, page * pageSize + loaded.items.length)
  const loadedPages = Math.max(1, Math.ceil(loaded.items.length / pageSize))
  const lastPage = page + loadedPages - 1
  return (
    <div className={styles.more} ref={loaded.endRef}>
      <span className="num" role="status">
        {loaded.status === 'inProgress' ? t('search.loading') : t('search.shown', { shown, total: loaded.total })}
      </span>
      <ProgressBar label={t('search.shown_label')} percent={(shown / loaded.total) * 100} />
      {loaded.status === 'failed' && (
        <p className={styles.failed} role="alert">
          {t('search.load_failed')}
        </p>
      )}
      {loaded.hasMore && (
        <LinkButton
          to={addressOf(lastPage + 1)}
          size="l"
          preventScrollReset
          aria-disabled={loaded.status === 'inProgress' || undefined}
          onClick={(event) => {
            event.preventDefault()
            loaded.more()
          }}
        >
          {loaded.status === 'failed'
            ? t('search.load_again')
            : t('search.more', { count: Math.min(pageSize, loaded.total - shown) })}
        </LinkButton>
      )}
      <Pagination
        {...pageWords}
        page={page + 1}
        pageCount={Math.ceil(loaded.total / pageSize)}
        toOf={(number) => addressOf(number - 1)}
      />
    </div>
  )
}

/** No results: the query, suggestions, and the way back to everything. */
function NothingFound({ answer }: { answer: SearchAnswer }) {
  const t = useMessages()
  return (
    <EmptyState
      title={answer.text ? t('search.empty_text', { text: answer.text }) : t('search.empty')}
      actions={
        <LinkButton theme="primary" to={searchAddress(emptyCriteria())}>
          {t('search.clear')}
        </LinkButton>
      }
    >
      {t('search.empty_hint')}
    </EmptyState>
  )
}

function collectOf(
  result: SearchResult,
  collectMap: Record<string, boolean>,
  collect: SearchResultsProps['collect'],
): ReactNode {
  const item = result[result.type]
  return item ? collect(item, collectMap[item.id] ?? false) : null
}

function pageOf(answer: SearchAnswer): LoadedPage<SearchResult> {
  return { items: answer.results, page: answer.page, pageSize: answer.pageSize, total: answer.total }
}

function merged(before: SearchAnswer, next: SearchAnswer): SearchAnswer {
  return {
    ...next,
    statsMap: { ...before.statsMap, ...next.statsMap },
    userMap: { ...before.userMap, ...next.userMap },
    topicMap: { ...before.topicMap, ...next.topicMap },
    learner: {
      collectMap: { ...before.learner.collectMap, ...next.learner.collectMap },
      likeMap: { ...before.learner.likeMap, ...next.learner.likeMap },
      quizMap: { ...before.learner.quizMap, ...next.learner.quizMap },
      recordMap: { ...before.learner.recordMap, ...next.learner.recordMap },
    },
  }
}
