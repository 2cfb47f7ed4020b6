import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './submit-dialog.module.css'

interface SubmitDialogProps {
  open: boolean
  /** Indexes of the questions without an answer. */
  openQuestions: readonly number[]
  flagged: number
  freezingHours: number
  busy: boolean
  /** Why it was not submitted. */
  problem: 'away' | 'signed_out' | null
  onGo(index: number): void
  onSubmit(): void
  onClose(): void
}

/** Asks once before submitting, and names every question that has no answer. */
export function SubmitDialog(props: SubmitDialogProps) {
  const { open, openQuestions, flagged, freezingHours, busy, problem, onGo, onSubmit, onClose } = props
  const t = useMessages()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('quiz.confirm_title')}
      closeLabel={t('quiz.confirm_back')}
      footer={
        <>
          <Button onClick={onClose}>{t('quiz.confirm_back')}</Button>
          <Button theme="primary" busy={busy} onClick={onSubmit} data-autofocus>
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
        {problem && (
          <Notice tone="warn" live>
            {t(problem === 'away' ? 'quiz.submit_offline' : 'kit.signed_out')}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
