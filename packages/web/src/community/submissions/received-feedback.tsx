import type { PeerFeedback } from '@lantern/contract/community/submissions.ts'
import { Suspense, useState } from 'react'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { FlagIcon } from '#ui/icons.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './submissions.module.css'

const ReportDialog = lazyPart(async () => ({ default: (await import('../moderation/report-dialog.tsx')).ReportDialog }))

interface ReceivedFeedbackProps {
  feedback: readonly PeerFeedback[]
  /** The newest version. */
  version: number
}

/** What other learners answered, for the author of a submission and its educators; each can be reported. */
export function ReceivedFeedback({ feedback, version }: ReceivedFeedbackProps) {
  const t = useMessages()
  const format = useFormat()
  if (feedback.length === 0) return null
  return (
    <section aria-labelledby="peer-feedback">
      <h2 id="peer-feedback">{t('community.peer_received')}</h2>
      {feedback.map((one) => (
        <Panel as="article" key={one.id} className={styles.peer}>
          <p className="small muted num">
            {one.reviewer?.fullName ?? t('community.peer_learner')} · {format.dateTime(one.givenTime)}
            {one.version !== version && <> · {t('community.submission_version', { version: one.version })}</>}
          </p>
          {one.answers.map(({ question, html }) => (
            <div key={question}>
              <h3 className={styles.small}>{question}</h3>
              {/* the server has sanitized it when it was written */}
              <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
            </div>
          ))}
          <Report feedback={one} />
        </Panel>
      ))}
    </section>
  )
}

function Report({ feedback }: { feedback: PeerFeedback }) {
  const t = useMessages()
  const [isOpen, setOpen] = useState(false)
  const [isReported, setReported] = useState(feedback.isReported)
  return (
    <div>
      <Button
        theme="quiet"
        size="s"
        icon={<FlagIcon className="icon-s" />}
        disabled={isReported}
        onClick={() => setOpen(true)}
      >
        {t(isReported ? 'community.reported_before' : 'community.report')}
      </Button>
      {isOpen && (
        <Suspense>
          <ReportDialog
            target={{ id: feedback.id, type: 'feedback' }}
            name={feedback.reviewer?.fullName ?? t('community.peer_learner')}
            onClose={() => setOpen(false)}
            onReported={() => setReported(true)}
          />
        </Suspense>
      )}
    </div>
  )
}
