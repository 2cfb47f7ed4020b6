import type { Item } from '@lantern/contract/catalog/items.ts'
import type { listSubmissions } from '@lantern/contract/community/submissions.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { withParams } from '@lantern/contract/links.ts'
import { submissionOrders } from '@lantern/contract/search/criteria.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { usePageWords } from '#kit/page-words.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { UploadIcon } from '#ui/icons.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { SegmentedLinks } from '#ui/segmented-control.tsx'
import { galleryAddress, handInAddress, linkOfSubmission } from './submission-address.ts'
import { SubmissionGrid } from './submission-card.tsx'
import { SubmissionHead } from './submission-head.tsx'
import styles from './submissions.module.css'

export interface GalleryPageProps {
  item: Pick<Item, 'type' | 'slug' | 'title' | 'language'>
  list: ResponseOf<typeof listSubmissions>
  order: (typeof submissionOrders)[number] | null
  /** The lesson has a step to hand something in for. */
  takesMore: boolean
}

/** What learners handed in for a lesson. */
export function GalleryPage({ item, list, order, takesMore }: GalleryPageProps) {
  const t = useMessages()
  const locale = useLocale()
  const pageWords = usePageWords()
  const page = galleryAddress(item)
  const handIn = (
    <LinkButton theme="primary" size="l" to={handInAddress(item)} icon={<UploadIcon className="icon-s" />}>
      {t('community.submission_hand_in')}
    </LinkButton>
  )
  return (
    <main id="main" className={`wrap ${styles.page}`}>
      <SubmissionHead
        item={item}
        title={t('community.submissions')}
        lead={list.total > 0 && <p className="muted num">{t('community.submission_count', { count: list.total })}</p>}
      >
        {takesMore && list.total > 0 && handIn}
      </SubmissionHead>
      {list.total > 1 && (
        <SegmentedLinks
          className={styles.orders}
          label={t('community.sort')}
          links={[null, ...submissionOrders].map((one) => ({
            to: withParams(page, { ob: one }),
            label: t(`community.submission_sort_${one ?? 'none'}`),
            current: one === order,
          }))}
        />
      )}
      <SubmissionGrid
        list={list}
        withAuthors
        linkOf={({ id }) => linkOfSubmission(item, id, locale)}
        empty={
          <EmptyState title={t('community.submission_none_title')} actions={takesMore && handIn}>
            <p>{t('community.submission_none_text')}</p>
          </EmptyState>
        }
      />
      <Pagination
        {...pageWords}
        page={list.page + 1}
        pageCount={Math.ceil(list.total / list.pageSize)}
        toOf={(number) => withParams(page, { ob: order, page: number > 1 ? String(number - 1) : null })}
      />
    </main>
  )
}
