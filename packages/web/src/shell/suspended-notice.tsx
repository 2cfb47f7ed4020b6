import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './suspended-notice.module.css'

/** Why this person is treated as a guest, and until when. */
export function SuspendedNotice() {
  const t = useMessages()
  const format = useFormat()
  const { suspend, suspendReason, suspendUtil } = useSession().accountStatus
  if (!suspend || !suspendUtil) return null
  return (
    <section className="wrap" aria-label={t('identity.suspended_title')}>
      <Notice tone="warn" className={styles.notice}>
        <strong>{t('identity.suspended_title')}</strong>
        <p>{t('identity.suspended_text', { reason: suspendReason ?? '', until: format.dateTime(suspendUtil) })}</p>
      </Notice>
    </section>
  )
}
