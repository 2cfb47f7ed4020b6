import { useEffect } from 'react'
import { toastSignedOut } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import type { QueueState, SaveFault } from './answer-queue.ts'
import styles from './submit-dialog.module.css'

/** How it stands with a submission, or why it did not arrive. */
export type SubmissionState = 'idle' | 'busy' | SaveFault

interface SubmitDialogProps {
  open: boolean
  /** Indexes of the questions without an answer. */
  openQuestions: readonly number[]
  flagged: number
  freezingHours: number
  state: SubmissionState
  /** That answers do not arrive any more is said from here, which the first load of the page need not bring. */
  saving: QueueState['status']
  onGo(index: number): void
  onSubmit(): void
  onClose(): void
}

/** Asks once before submitting, and names every question that has no answer. */
export function SubmitDialog(props: SubmitDialogProps) {
  const { open, openQuestions, flagged, freezingHours, state, saving, onGo, onSubmit, onClose } = props
  const t = useMessages()
  const isBusy = state === 'busy'
  const mustSignIn = saving === 'signed_out' || state === 'signed_out'
  useEffect(() => {
    if (mustSignIn) toastSignedOut(t)
  }, [mustSignIn, t])
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('quiz.confirm_title')}
      closeLabel={t('quiz.confirm_back')}
      footer={
        <>
          <Button onClick={onClose}>{t('quiz.confirm_back')}</Button>
          <Button theme="primary" busy={isBusy} onClick={onSubmit} data-autofocus>
            {t('quiz.confirm_submit')}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {openQuestions.length === 0 ? (
          <p>{t('quiz.confirm_all')}</p>
        ) : (
          <>
            <p>{t('quiz.confirm_open', { n: openQuestions.length })}</p>
            <ul className={styles.open}>
              {openQuestions.map((index) => (
                <li key={index}>
                  <Button size="s" onClick={() => onGo(index)}>
                    {t('quiz.confirm_question', { n: index + 1 })}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
        {flagged > 0 && <p className="small muted">{t('quiz.confirm_flagged', { n: flagged })}</p>}
        {freezingHours > 0 && <p className="small muted">{t('quiz.confirm_freeze', { hours: freezingHours })}</p>}
        {state !== 'idle' && !isBusy && (
          <Notice tone="warn" live>
            {t(state === 'signed_out' ? 'kit.signed_out' : 'quiz.submit_offline')}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
