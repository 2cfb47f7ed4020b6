import type { SubmissionReview } from '@lantern/contract/community/submissions.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './submissions.module.css'

interface SubmissionReviewsProps {
  reviews: readonly SubmissionReview[]
  /** The newest version. */
  version: number
}

/** What educators said about a submission, for its author and for themselves. */
export function SubmissionReviews({ reviews, version }: SubmissionReviewsProps) {
  const t = useMessages()
  const format = useFormat()
  if (reviews.length === 0) return null
  return (
    <Panel as="section" className={styles.by} aria-labelledby="submission-reviews">
      <h2 id="submission-reviews" className={styles.small}>
        {t('community.review_title')}
      </h2>
      {reviews.map((review) => (
        <article key={review.version} className={styles.review}>
          <p className="row">
            {review.reviewer && <Avatar name={review.reviewer.fullName} src={review.reviewer.avatar} />}
            <strong>{review.reviewer?.fullName ?? t('community.review_gone')}</strong>
            {review.isReviewed && <Badge tone="good">{t('community.review_reviewed')}</Badge>}
          </p>
          <p className="small muted num">
            {review.version !== version && <>{t('community.submission_version', { version: review.version })} · </>}
            {format.dateTime(review.reviewedTime)}
          </p>
          {review.html !== '' && (
            // the server has sanitized it when it was written
            <div className="prose" dangerouslySetInnerHTML={{ __html: review.html }} />
          )}
        </article>
      ))}
    </Panel>
  )
}
