import type { SubmissionsForReview } from '@lantern/contract/community/submission-reviews.ts'
import {
  type reviewOrders,
  type SubmissionReviewState,
  submissionReviewStates,
} from '@lantern/contract/community/submission-rules.ts'
import { contentLink, submissionLink, withParams } from '@lantern/contract/links.ts'
import { useFormat } from '#kit/format.ts'
import { ListHead } from '#kit/listing/list-head.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PlainLink, TextLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import styles from './reviews-page.module.css'
import { reviewListAddress } from './submission-address.ts'

type Order = (typeof reviewOrders)[number]

export interface ReviewsPageProps {
  state: SubmissionReviewState
  order: Order
  /** Nothing stands before what is shown. */
  isFirst: boolean
  list: SubmissionsForReview
}

/** What learners handed in for one item, for its educators; each leads to its page, where it is reviewed. */
export function ReviewsPage({ state, order, isFirst, list }: ReviewsPageProps) {
  const t = useMessages()
  const { item, counts, next } = list
  const addressOf = (choice: { state?: SubmissionReviewState; order?: Order; after?: string | null }) => {
    const { state: nextState = state, order: nextOrder = order, after = null } = choice
    return withParams(reviewListAddress(item.id), {
      state: nextState === 'waiting' ? null : nextState,
      order: nextOrder === 'oldest' ? null : nextOrder,
      after,
    })
  }
  const submissions = list.results.flatMap((id) => list.submissionMap[id] ?? [])
  return (
    <main id="main" className={`wrap ${styles.page}`}>
      <ListHead
        title={t('community.reviews_title')}
        lead={t('community.reviews_lead')}
        before={<PlainLink to={contentLink(item)}>{item.title}</PlainLink>}
      >
        <LinkButton to={addressOf({ order: order === 'oldest' ? 'newest' : 'oldest' })}>
          {t(order === 'oldest' ? 'community.reviews_newest_first' : 'community.reviews_oldest_first')}
        </LinkButton>
      </ListHead>
      <LinkTabs
        label={t('community.reviews_states')}
        tabs={submissionReviewStates.map((one) => ({
          to: addressOf({ state: one }),
          label: t(`community.review_${one}`),
          current: one === state,
          count: counts[one],
        }))}
      />
      {submissions.length === 0 ? (
        <EmptyState title={t('community.reviews_none')}>
          <p>{t(`community.reviews_none_${state}`)}</p>
        </EmptyState>
      ) : (
        <Panel padded={false}>
          <ul aria-label={t(`community.review_${state}`)}>
            {submissions.map((submission) => (
              <Row key={submission.id} {...{ submission, list }} />
            ))}
          </ul>
        </Panel>
      )}
      {(next !== null || !isFirst) && (
        <nav className="row" aria-label={t('community.reviews_pages')}>
          {!isFirst && <LinkButton to={addressOf({})}>{t('community.reviews_first')}</LinkButton>}
          {next !== null && <LinkButton to={addressOf({ after: next })}>{t('community.reviews_next')}</LinkButton>}
        </nav>
      )}
    </main>
  )
}

interface RowProps {
  submission: SubmissionsForReview['submissionMap'][string]
  list: SubmissionsForReview
}

function Row({ submission, list }: RowProps) {
  const t = useMessages()
  const format = useFormat()
  const { id, title, version, authorId, stepTitle, coverUrl, type } = submission
  return (
    <li className={styles.row}>
      <div className={styles.cover}>{coverUrl && <img src={coverUrl} alt="" loading="lazy" />}</div>
      <div className={styles.what}>
        <h2 className={styles.title}>
          <TextLink to={submissionLink(id)}>{title}</TextLink>
        </h2>
        <p className="small muted">
          {list.userMap[authorId]?.fullName ?? t('community.review_gone')} · {stepTitle} ·{' '}
          <time dateTime={submission.handedInTime}>{format.dateTime(submission.handedInTime)}</time>
        </p>
        <p className={styles.badges}>
          {type === 'webgl' && <Badge>{t('community.submission_runs')}</Badge>}
          {version > 1 && <Badge>{t('community.submission_version', { version })}</Badge>}
          {submission.permission !== 'public' && <Badge>{t('community.submission_private')}</Badge>}
          {submission.hidden && <Badge tone="warn">{t('community.review_hidden')}</Badge>}
        </p>
      </div>
    </li>
  )
}
