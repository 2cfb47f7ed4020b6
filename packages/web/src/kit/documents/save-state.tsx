import { SavedMark } from '#ui/saved-mark.tsx'
import { useFormat } from '../format.ts'
import { type MessageKey, useMessages } from '../messages.tsx'
import type { DraftSyncState, SaveStatus } from './draft-sync-state.ts'
import styles from './save-state.module.css'

type ShownState = Pick<DraftSyncState<unknown>, 'status' | 'keptAt'> & {
  draft: { savedAt: string } | null
  unsaved: readonly unknown[]
}

/** Where what is on the screen is kept: "saved 12:03". */
export function SaveState({ state: { status, draft, keptAt, unsaved } }: { state: ShownState }) {
  const t = useMessages()
  const format = useFormat()
  if (status === 'saving') return <SavedMark state="saving">{t('documents.saving')}</SavedMark>
  const savedAt = draft?.savedAt ?? null
  if (status === 'saved' && unsaved.length === 0) {
    if (savedAt === null) return <span className={styles.plain}>{t('documents.nothing_saved_yet')}</span>
    return <SavedMark state="saved">{t('documents.saved_at', { time: format.time(savedAt) })}</SavedMark>
  }
  const wordKey = status === 'conflict' && keptAt ? undefined : words[status]
  if (wordKey) {
    return (
      <SavedMark state="local" className={styles.held}>
        {t(wordKey)}
      </SavedMark>
    )
  }
  const isHere = status === 'conflict' || status === 'away' || status === 'signed_out' || savedAt === null
  if (isHere && keptAt) {
    return <SavedMark state="local">{t('documents.kept_at', { time: format.time(keptAt) })}</SavedMark>
  }
  return <span className={styles.plain}>{t('documents.not_saved_yet')}</span>
}

const words: Partial<Record<SaveStatus, MessageKey>> = {
  conflict: 'documents.state_conflict',
  refused: 'documents.state_refused',
  lost: 'documents.state_lost',
}
