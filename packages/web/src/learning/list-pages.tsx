import type { LearningList } from '@lantern/contract/learning/my-learning.ts'
import { usePageWords } from '#kit/page-words.ts'
import { Pagination } from '#ui/pagination.tsx'
import { listAddress } from './list-address.ts'
import type { ListTab } from './my-learning.tsx'
import styles from './record-lists.module.css'

/** The way to the other pages of a list of my learning. */
export function ListPages({ tab, list, personId }: { tab: ListTab; list: LearningList; personId: string }) {
  const pageWords = usePageWords()
  return (
    <Pagination
      {...pageWords}
      className={styles.pages}
      page={list.page + 1}
      pageCount={Math.ceil(list.total / list.pageSize)}
      toOf={(page) => listAddress(personId, tab, page)}
    />
  )
}
