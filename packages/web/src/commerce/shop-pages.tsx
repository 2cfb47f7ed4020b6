import { useMessages } from '#kit/messages.tsx'
import { usePageWords } from '#kit/page-words.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'

type ShopPagesProps = { page: number; pageCount: number; toOf: (page: number) => string }

/** Pages of a list of the shop. The call counts from 0, people and `toOf` from 1. */
export function ShopPages({ page, pageCount, toOf }: ShopPagesProps) {
  const pageWords = usePageWords()
  return <Pagination {...pageWords} page={page + 1} pageCount={pageCount} toOf={toOf} />
}

/** In the place of a list that has entries, but none on this page: `to` is its first page. */
export function BeyondLastPage({ to }: { to: string }) {
  const t = useMessages()
  return (
    <EmptyState
      title={t('commerce.beyond_title')}
      actions={
        <LinkButton theme="primary" to={to}>
          {t('commerce.first_page')}
        </LinkButton>
      }
    />
  )
}
