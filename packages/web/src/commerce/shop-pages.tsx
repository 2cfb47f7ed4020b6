import { usePageWords } from '#kit/page-words.ts'
import { Pagination } from '#ui/pagination.tsx'

type ShopPagesProps = { page: number; pageCount: number; toOf: (page: number) => string }

/** Pages of a list of the shop. The call counts from 0, people and `toOf` from 1. */
export function ShopPages({ page, pageCount, toOf }: ShopPagesProps) {
  const pageWords = usePageWords()
  return <Pagination {...pageWords} page={page + 1} pageCount={pageCount} toOf={toOf} />
}
