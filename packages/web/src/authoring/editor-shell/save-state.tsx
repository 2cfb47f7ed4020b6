import { useFormat } from '#kit/format.ts'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { useDeskState } from './desk-context.tsx'
import type { DeskStatus } from './desk-state.ts'
import styles from './save-state.module.css'

/** Where what is on the screen is kept: "saved 12:03". */
export function SaveState() {
  const { status, draft, keptAt, unsaved } = useDeskState()
  return <WhereKept status={status} savedAt={draft?.savedAt ?? null} keptAt={keptAt} isUnsaved={unsaved.length > 0} />
}

type WhereKeptProps = {
  status: DeskStatus
  /** Null before the first save. */
  savedAt: string | null
  keptAt: string | null
  isUnsaved: boolean
}

export function WhereKept({ status, savedAt, keptAt, isUnsaved }: WhereKeptProps) {
  const t = useMessages()
  const format = useFormat()
  if (status === 'saving') return <SavedMark state="saving">{t('authoring.saving')}</SavedMark>
  if (status === 'saved' && !isUnsaved) {
    if (savedAt === null) return <span className={styles.plain}>{t('authoring.nothing_saved_yet')}</span>
    return <SavedMark state="saved">{t('authoring.saved_at', { time: format.time(savedAt) })}</SavedMark>
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
    return <SavedMark state="local">{t('authoring.kept_at', { time: format.time(keptAt) })}</SavedMark>
  }
  return <span className={styles.plain}>{t('authoring.not_saved_yet')}</span>
}

const words: Partial<Record<DeskStatus, MessageKey>> = {
  conflict: 'authoring.state_conflict',
  refused: 'authoring.state_refused',
  lost: 'authoring.state_lost',
}
