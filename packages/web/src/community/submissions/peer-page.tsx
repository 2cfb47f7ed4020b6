import type { PeerFeedbackState, PeerTask } from '@lantern/contract/community/peer-feedback.ts'
import { peerAnswerLength } from '@lantern/contract/community/peer-rules.ts'
import { Form } from 'react-router'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useIsSending } from '#kit/use-is-sending.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextArea } from '#ui/text-area.tsx'
import type { PeerAnswer } from './peer-act.ts'
import { galleryAddress, handInAddress } from './submission-address.ts'
import { SubmissionFiles } from './submission-files.tsx'
import { SubmissionHead } from './submission-head.tsx'
import styles from './submissions.module.css'

export interface PeerPageProps {
  section: { id: string; anchor: string }
  state: PeerFeedbackState
  answer: PeerAnswer | undefined
}

/** Where a learner who handed in looks at the work of others, one after the other, and answers the author's questions. */
export function PeerPage({ section, state, answer }: PeerPageProps) {
  const t = useMessages()
  const { item, stepTitle, hasHandedIn, given, share, task } = state
  return (
    <main id="main" className={`wrap ${styles.page}`}>
      <SubmissionHead
        item={item}
        anchor={section.anchor}
        here={t('community.peer_title')}
        title={t('community.peer_title')}
        lead={
          <p className="muted" lang={item.language}>
            {stepTitle}
          </p>
        }
      >
        {hasHandedIn && <p className="small muted num">{t('community.peer_given', { given, share })}</p>}
      </SubmissionHead>
      {answer?.isGiven && (
        <Notice tone="good" live>
          {t(given >= share ? 'community.peer_thanks_all' : 'community.peer_thanks')}
        </Notice>
      )}
      {answer?.problem && (
        <Notice tone="bad" live>
          {answer.problem}
        </Notice>
      )}
      {task ? (
        <Task key={task.id} {...{ task, answer }} questions={state.questions} language={item.language} />
      ) : (
        <Next {...{ section, state }} />
      )}
    </main>
  )
}

interface TaskProps {
  task: PeerTask
  questions: readonly string[]
  language: string
  answer: PeerAnswer | undefined
}

function Task({ task, questions, language, answer }: TaskProps) {
  const t = useMessages()
  const format = useFormat()
  const isSending = useIsSending()
  return (
    <div className={styles.work}>
      <div className={styles.main}>
        <SubmissionFiles files={task.files} title={task.title} />
        <h2>{task.title}</h2>
        {task.html !== '' && (
          // the server has sanitized it when it was written
          <div className="prose" dangerouslySetInnerHTML={{ __html: task.html }} />
        )}
      </div>
      <Panel as="section" className={styles.by} aria-labelledby="peer-form">
        <h2 id="peer-form" className={styles.small}>
          {t('community.peer_write')}
        </h2>
        <p className="small muted">
          {t('community.peer_anonymous')} {t('community.peer_due', { time: format.dateTime(task.dueTime) })}
        </p>
        <Form method="post" className={styles.by} preventScrollReset>
          <input type="hidden" name="id" value={task.id} />
          {questions.map((question, at) => (
            <TextArea
              key={question}
              name="answer"
              lang={language}
              label={question}
              error={answer?.problems[at]}
              limit={peerAnswerLength}
              rows={4}
              defaultValue={answer?.typed[at] ?? ''}
            />
          ))}
          <Button type="submit" theme="primary" busy={isSending}>
            {t('community.peer_send')}
          </Button>
        </Form>
      </Panel>
    </div>
  )
}

/** What there is to do without a submission at hand. */
function Next({ section, state }: Pick<PeerPageProps, 'section' | 'state'>) {
  const t = useMessages()
  const isSending = useIsSending()
  const { item, hasHandedIn, hasMore, given, share } = state
  if (!hasHandedIn) {
    return (
      <EmptyState
        title={t('community.peer_first_title')}
        actions={
          <LinkButton theme="primary" to={handInAddress(item)}>
            {t('community.submission_hand_in')}
          </LinkButton>
        }
      >
        <p>{t('community.peer_first_text', { share })}</p>
      </EmptyState>
    )
  }
  if (!hasMore) {
    const isDone = given >= share
    return (
      <EmptyState
        title={t(isDone ? 'community.peer_done_title' : 'community.peer_none_title')}
        actions={<LinkButton to={galleryAddress(item)}>{t('community.submissions')}</LinkButton>}
      >
        <p>{t(isDone ? 'community.peer_done_text' : 'community.peer_none_text')}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t('community.peer_next_title')}
      actions={
        <Form method="post">
          <input type="hidden" name="act" value="take" />
          <input type="hidden" name="itemId" value={item.id} />
          <input type="hidden" name="sectionId" value={section.id} />
          <Button type="submit" theme="primary" busy={isSending}>
            {t('community.peer_next')}
          </Button>
        </Form>
      }
    >
      <p>{t('community.peer_next_text', { share })}</p>
    </EmptyState>
  )
}
