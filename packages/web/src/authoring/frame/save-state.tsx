import { useFormat } from '#kit/format.ts'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { useDeskState } from './desk-context.tsx'
import type { DeskStatus } from './desk-state.ts'
import styles from './save-state.module.css'

/** Where what is on the screen is kept: "saved 12:03". */
export function SaveState() {
  const t = useMessages()
  const format = useFormat()
  const { status, draft, keptAt, unsaved } = useDeskState()
  if (status === 'saving') return <SavedMark state="saving">{t('authoring.saving')}</SavedMark>
  if (status === 'saved' && unsaved.length === 0) {
    if (!draft) return <span className={styles.plain}>{t('authoring.nothing_saved_yet')}</span>
    return <SavedMark state="saved">{t('authoring.saved_at', { time: format.time(draft.savedAt) })}</SavedMark>
  }
  const wordKey = status === 'conflict' && keptAt ? undefined : words[status]
  if (wordKey) {
    return (
      <SavedMark state="local" className={styles.held}>
        {t(wordKey)}
      </SavedMark>
    )
  }
  const isHere = status === 'conflict' || status === 'away' || status === 'signed_out' || !draft
  if (isHere && keptAt) {
    return <SavedMark state="local">{t('authoring.kept_at', { time: format.time(keptAt) })}</SavedMark>
  }
  return <span className={styles.plain}>{t('authoring.not_saved_yet')}</span>
}

const words: Partial<Record<DeskStatus, MessageKey>> = {
  conflict: 'authoring.state_conflict',
  refused: 'authoring.state_refused',
  lost: 'authoring.state_lost',
}
