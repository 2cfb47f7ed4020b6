import { classNames } from './class-names.ts'
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx'
import { PageLink } from './link.tsx'
import styles from './pagination.module.css'

type PaginationProps = {
  label: string
  /** From 1. */
  page: number
  pageCount: number
  toOf: (page: number) => string
  /** Names a page for screen readers, as "page 3". */
  pageLabel: (page: number) => string
  previousLabel: string
  nextLabel: string
  className?: string
}

export function Pagination({
  label,
  page,
  pageCount,
  toOf,
  pageLabel,
  previousLabel,
  nextLabel,
  className,
}: PaginationProps) {
  if (pageCount < 2) return null
  return (
    <nav className={classNames(styles.pager, className)} aria-label={label}>
      {page > 1 && (
        <PageLink to={toOf(page - 1)} aria-label={previousLabel} rel="prev">
          <ChevronLeftIcon className="icon-s" />
        </PageLink>
      )}
      {pagesInSight(page, pageCount).map((shown, index) =>
        shown === null ? (
          // The gap before the last page and the one after the first never swap places.
          <span key={index === 1 ? 'gap-start' : 'gap-end'} aria-hidden="true">
            …
          </span>
        ) : shown === page ? (
          <span key={shown} aria-current="page">
            <span className="sr">{pageLabel(shown)}</span>
            <span aria-hidden="true">{shown}</span>
          </span>
        ) : (
          <PageLink key={shown} to={toOf(shown)} aria-label={pageLabel(shown)}>
            {shown}
          </PageLink>
        ),
      )}
      {page < pageCount && (
        <PageLink to={toOf(page + 1)} aria-label={nextLabel} rel="next">
          <ChevronRightIcon className="icon-s" />
        </PageLink>
      )}
    </nav>
  )
}

/** First, last, the page and its neighbours; null where pages are left out. A gap never stands for a single page. */
export function pagesInSight(page: number, pageCount: number): (number | null)[] {
  const shown: (number | null)[] = []
  for (let at = 1; at <= pageCount; at++) {
    const near = Math.abs(at - page) <= 1 || at === 1 || at === pageCount
    const alone = (at === 2 && page === 4) || (at === pageCount - 1 && page === pageCount - 3)
    if (near || alone) shown.push(at)
    else if (shown.at(-1) !== null) shown.push(null)
  }
  return shown
}
