import { reviewTextLength } from '@lantern/contract/community/submission-rules.ts'
import type { SubmissionReview } from '@lantern/contract/community/submissions.ts'
import { Form } from 'react-router'
import { Began } from '#kit/began.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useIsSending } from '#kit/use-is-sending.ts'
import { Button } from '#ui/button.tsx'
import { PageLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextArea } from '#ui/text-area.tsx'
import type { ReviewAnswer } from './review-act.ts'
import { reviewListAddress } from './submission-address.ts'
import styles from './submissions.module.css'

interface ReviewFormProps {
  itemId: string
  reviews: readonly SubmissionReview[]
  /** The version that is shown: the one that is reviewed. */
  shown: number
  answer: ReviewAnswer | undefined
}

/** Where an educator writes feedback on the version that is shown, and marks it as reviewed or takes that back. */
export function ReviewForm({ itemId, reviews, shown, answer }: ReviewFormProps) {
  const t = useMessages()
  const isSending = useIsSending()
  const before = reviews.find((review) => review.version === shown)
  const isReviewed = before?.isReviewed === true
  // what is typed stays where a colleague writes meanwhile, and is compared with what it began with
  const began = answer?.done ? answer.review : before
  return (
    <Panel as="section" className={styles.by} aria-labelledby="review-form">
      <h2 id="review-form" className={styles.small}>
        {t('community.review_write')}
      </h2>
      {answer?.done && (
        <Notice tone="good" live>
          {t('community.review_saved')}
        </Notice>
      )}
      <Form method="post" className={styles.by} preventScrollReset>
        <input type="hidden" name="version" value={shown} />
        <Began
          key={`began ${shown} ${answer?.review?.reviewedTime ?? ''}`}
          value={{ content: began?.content ?? '', isReviewed: began?.isReviewed === true }}
          problems={answer?.problems}
        />
        <TextArea
          key={shown}
          name="content"
          label={t('community.review_feedback', { version: shown })}
          help={t('community.review_help')}
          error={answer?.problem ?? undefined}
          limit={reviewTextLength}
          rows={5}
          defaultValue={answer?.done === false ? answer.content : (before?.content ?? '')}
        />
        <div className="row">
          <Button type="submit" name="reviewed" value="true" theme="primary" busy={isSending}>
            {t(isReviewed ? 'community.review_save' : 'community.review_mark')}
          </Button>
          <Button type="submit" name="reviewed" value="false" theme="quiet" disabled={isSending}>
            {t(isReviewed ? 'community.review_take_back' : 'community.review_save_only')}
          </Button>
        </div>
      </Form>
      <p>
        <PageLink to={reviewListAddress(itemId)}>{t('community.reviews_all')}</PageLink>
      </p>
    </Panel>
  )
}
