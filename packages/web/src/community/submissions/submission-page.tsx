import type { readSubmission, viewSubmission } from '@lantern/contract/community/submissions.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { submissionLink, withParams } from '@lantern/contract/links.ts'
import { useEffect } from 'react'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSessionInActs } from '#kit/session.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { PageLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { ItemDiscussion } from '../shown-later.ts'
import type { ReviewAnswer } from './review-act.ts'
import { AvailabilityPanel, ReceivedFeedback, ReviewForm, SubmissionActs } from './shown-later.ts'
import { SubmissionFiles } from './submission-files.tsx'
import { SubmissionTrail } from './submission-head.tsx'
import { SubmissionReviews } from './submission-reviews.tsx'
import styles from './submissions.module.css'

export interface SubmissionPageProps extends ResponseOf<typeof readSubmission> {
  /** How the form of an educator came back. */
  answer?: ReviewAnswer
}

/** One submission: what was handed in, who made it, its versions and what is said about it. */
export function SubmissionPage(props: SubmissionPageProps) {
  const { submission, version, item, anchor } = props
  const t = useMessages()
  const format = useFormat()
  const author = props.userMap[submission.authorId]
  useView(submission)
  return (
    <main id="main" className={`wrap ${styles.page}`}>
      {item && <SubmissionTrail item={item} anchor={anchor} here={submission.title} />}
      {submission.hidden && (
        <Notice tone="warn">
          {t(submission.hidden === 'held' ? 'community.submission_held' : 'community.submission_hidden')}
        </Notice>
      )}
      {version !== submission.version && (
        <Notice>
          {t('community.submission_version', { version })}{' '}
          <PageLink to={submissionLink(submission.id)}>{t('community.submission_newest')}</PageLink>
        </Notice>
      )}
      <div className={styles.work}>
        <div className={styles.main}>
          <SubmissionFiles files={submission.files} title={submission.title} />
          <header className={styles.head}>
            <h1 className="grow">{submission.title}</h1>
            <SubmissionActs {...props} />
          </header>
          {submission.html !== '' && (
            // the server has sanitized it when it was written
            <div className="prose" dangerouslySetInnerHTML={{ __html: submission.html }} />
          )}
          <ReceivedFeedback feedback={props.peerFeedback} version={submission.version} />
          <section className={styles.by} aria-labelledby="submission-comments">
            <h2 id="submission-comments">{t('community.submission_comments')}</h2>
            <ItemDiscussion key={submission.id} channelId={submission.id} total={submission.commentCount} />
          </section>
        </div>
        <aside className={styles.side} aria-label={t('community.submission_facts')}>
          <Panel className={styles.by}>
            {author && (
              <p className="row">
                <Avatar name={author.fullName} src={author.avatar} />
                <PageLink to={`/u/${submission.authorId}`}>{author.fullName}</PageLink>
              </p>
            )}
            {submission.permission !== 'public' && (
              <p>
                <Badge>{t('community.submission_private')}</Badge>
              </p>
            )}
            <p className="small muted num">
              {t('community.submission_handed', { time: format.dateTime(submission.handedInTime) })}
            </p>
            <p className="small muted num">{t('community.submission_views', { count: submission.viewCount })}</p>
          </Panel>
          <AvailabilityPanel availability={submission.availability} />
          <SubmissionReviews reviews={props.reviews} version={submission.version} />
          {props.isEducator && (
            <ReviewForm itemId={submission.itemId} reviews={props.reviews} shown={version} answer={props.answer} />
          )}
          {props.versions.length > 1 && (
            <Panel as="section" aria-labelledby="submission-versions">
              <h2 id="submission-versions" className={styles.small}>
                {t('community.submission_versions')}
              </h2>
              <ul>
                {props.versions.map((one) => (
                  <li key={one.version}>
                    <PageLink
                      to={withParams(submissionLink(submission.id), {
                        version: one.version === submission.version ? null : String(one.version),
                      })}
                      aria-current={one.version === version ? 'page' : undefined}
                    >
                      {t('community.submission_version', { version: one.version })}
                    </PageLink>{' '}
                    <span className="small muted num">{format.dateTime(one.handedInTime)}</span>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
        </aside>
      </div>
    </main>
  )
}

/** A visit of a person who is signed in counts once. */
function useView({ id, authorId }: { id: string; authorId: string }): void {
  const { user } = useSessionInActs()
  const counts = user !== null && user.id !== authorId
  useEffect(() => {
    if (!counts) return
    call<typeof viewSubmission>('POST /api/learn/submission/view', { body: { id } }).catch(() => undefined)
  }, [id, counts])
}
