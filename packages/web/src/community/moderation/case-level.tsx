import type { CaseLevel } from '@lantern/contract/community/report-rules.ts'
import { useMessages } from '#kit/messages.tsx'
import styles from './moderation-page.module.css'

/** The weight of a case: three bars and a word. */
export function CaseLevelMark({ level }: { level: CaseLevel }) {
  const t = useMessages()
  return (
    <span className={styles.level} data-level={level}>
      <i aria-hidden="true" />
      <i aria-hidden="true" />
      <i aria-hidden="true" />
      <span>{t(`community.level.${level}`)}</span>
    </span>
  )
}
