import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import type { QueueState } from './answer-queue.ts'
import styles from './save-status.module.css'

/** Where the answers are: on the server since when, on their way, or on this device. */
export function SaveStatus({ status, waiting, savedAt }: Pick<QueueState, 'status' | 'waiting' | 'savedAt'>) {
  const t = useMessages()
  const { time } = useFormat()
  if (status === 'away' || status === 'signed_out') {
    return (
      <SavedMark state="local" className={styles.status}>
        {status === 'away' ? t('quiz.queued', { n: waiting }) : t('kit.signed_out')}
      </SavedMark>
    )
  }
  if (status === 'saving') {
    return (
      <SavedMark state="saving" className={styles.status}>
        {t('quiz.saving')}
      </SavedMark>
    )
  }
  return savedAt === null ? (
    <span className={`small muted ${styles.status}`} role="status">
      {t('quiz.not_saved_yet')}
    </span>
  ) : (
    <SavedMark state="saved" className={styles.status}>
      {t('quiz.saved', { time: time(savedAt) })}
    </SavedMark>
  )
}
