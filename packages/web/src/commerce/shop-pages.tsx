import { useMessages } from '#kit/messages.tsx'
import { Pagination } from '#ui/pagination.tsx'

type ShopPagesProps = { page: number; pageCount: number; toOf: (page: number) => string }

/** Pages of a list of the shop. The call counts from 0, people and `toOf` from 1. */
export function ShopPages({ page, pageCount, toOf }: ShopPagesProps) {
  const t = useMessages()
  return (
    <Pagination
      label={t('commerce.pages')}
      page={page + 1}
      pageCount={pageCount}
      toOf={toOf}
      pageLabel={(at) => t('commerce.page_number', { page: at })}
      previousLabel={t('commerce.page_previous')}
      nextLabel={t('commerce.page_next')}
    />
  )
}
