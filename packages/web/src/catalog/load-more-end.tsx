import type { RefObject } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { LinkButton } from '#ui/button.tsx'
import styles from './load-more-end.module.css'
import type { LoadMore } from './use-load-more.ts'

type LoadMoreEndProps = Pick<LoadMore<unknown>, 'status' | 'total' | 'hasMore' | 'more'> & {
  shown: number
  pageSize: number
  /** The next page's own address: the button is a link where there is no script. */
  nextAddress: string
  endRef: RefObject<HTMLDivElement | null>
}

/** What stands after a list that grows: how much is in sight, the More button, and what went wrong. */
export function LoadMoreEnd({ status, total, hasMore, more, shown, pageSize, nextAddress, endRef }: LoadMoreEndProps) {
  const t = useMessages()
  if (total === 0) return null
  const next = Math.min(pageSize, Math.max(0, total - shown))
  return (
    <div className={styles.end} ref={endRef}>
      <p className="num" role="status">
        {status === 'inProgress' ? t('catalog.loading') : t('catalog.shown_of', { shown, total })}
      </p>
      {status === 'failed' && <p className={styles.failed}>{t('catalog.load_failed')}</p>}
      {hasMore && (
        <LinkButton
          to={nextAddress}
          size="l"
          preventScrollReset
          aria-disabled={status === 'inProgress' || undefined}
          onClick={(event) => {
            event.preventDefault()
            more()
          }}
        >
          {status === 'failed' ? t('catalog.load_again') : t('catalog.more', { count: next })}
        </LinkButton>
      )}
    </div>
  )
}
