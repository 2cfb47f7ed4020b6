import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import styles from './media-library.module.css'

/** Used share of the person's quota. */
export function QuotaBar({ usedBytes, quotaBytes }: { usedBytes: number; quotaBytes: number }) {
  const t = useMessages()
  const format = useFormat()
  const percent = quotaBytes > 0 ? (usedBytes * 100) / quotaBytes : 100
  return (
    <div className={styles.quota}>
      <span className="small muted num">
        {t('media.quota', { used: format.fileSize(usedBytes), total: format.fileSize(quotaBytes) })}
      </span>
      <ProgressBar label={t('media.quota_label')} percent={percent} full />
    </div>
  )
}
