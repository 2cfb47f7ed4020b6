import type { Item } from '@lantern/contract/catalog/items.ts'
import { type GalleryFilter, galleryFilters } from '@lantern/contract/community/submission-rules.ts'
import type { listSubmissions } from '@lantern/contract/community/submissions.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { contentLink, withParams } from '@lantern/contract/links.ts'
import { submissionOrders } from '@lantern/contract/search/criteria.ts'
import { BeyondLastPage } from '#kit/beyond-last-page.tsx'
import { type MessageKey, useLocale, useMessages } from '#kit/messages.tsx'
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
  /** What is shown alone; null: everything. */
  only: GalleryFilter | null
  /** The lesson has a step to hand something in for. */
  takesMore: boolean
}

const filterKeys = {
  runs: 'community.submission_runs',
  video: 'community.submission_video',
  image: 'community.submission_image',
  reviewed: 'community.submission_reviewed',
} as const satisfies Record<GalleryFilter, MessageKey>

/** What learners handed in for a lesson. */
export function GalleryPage({ item, list, order, only, takesMore }: GalleryPageProps) {
  const t = useMessages()
  const locale = useLocale()
  const pageWords = usePageWords()
  const page = galleryAddress(item)
  const { all } = list.counts
  // what everything is of tells nothing apart; a choice that is made stays in sight
  const filters = galleryFilters.filter((one) => one === only || (list.counts[one] > 0 && list.counts[one] < all))
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
        lead={all > 0 && <p className="muted num">{t('community.submission_count', { count: all })}</p>}
      >
        {takesMore && all > 0 && handIn}
      </SubmissionHead>
      {all > 1 && (
        <SegmentedLinks
          className={styles.orders}
          label={t('community.sort')}
          links={[null, ...submissionOrders].map((one) => ({
            to: withParams(page, { ob: one, only }),
            label: t(`community.submission_sort_${one ?? 'none'}`),
            current: one === order,
          }))}
        />
      )}
      {filters.length > 0 && (
        <SegmentedLinks
          className={styles.orders}
          label={t('community.submission_only')}
          links={[null, ...filters].map((one) => ({
            to: withParams(page, { ob: order, only: one }),
            label: t(one ? filterKeys[one] : 'community.submission_only_none'),
            current: one === only,
          }))}
        />
      )}
      <SubmissionGrid
        list={list}
        withAuthors
        linkOf={({ id }) => linkOfSubmission(item, id, locale)}
        empty={
          list.total > 0 ? (
            <BeyondLastPage to={withParams(page, { ob: order, only })} />
          ) : all > 0 ? (
            <EmptyState
              title={t('catalog.empty_filtered')}
              actions={<LinkButton to={withParams(page, { ob: order })}>{t('catalog.clear_filters')}</LinkButton>}
            />
          ) : (
            <EmptyState
              title={t('community.submission_none_title')}
              actions={
                takesMore ? (
                  handIn
                ) : (
                  <LinkButton to={contentLink(item, { locale })}>{t('community.back_to_item')}</LinkButton>
                )
              }
            >
              <p>{t('community.submission_none_text')}</p>
            </EmptyState>
          )
        }
      />
      <Pagination
        {...pageWords}
        page={list.page + 1}
        pageCount={Math.ceil(list.total / list.pageSize)}
        toOf={(number) => withParams(page, { ob: order, only, page: number > 1 ? String(number - 1) : null })}
      />
    </main>
  )
}
