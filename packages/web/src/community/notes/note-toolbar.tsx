import { useEffect, useRef } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { HighlighterIcon, StickyNoteIcon, Trash2Icon } from '#ui/icons.tsx'
import styles from './notes.module.css'

interface NoteToolbarProps {
  at: { left: number; top: number }
  onHighlight?: () => void
  onWrite: (() => void) | undefined
  /** The note has words already. */
  isWritten?: boolean
  onRemove?: () => void
  onClose: () => void
  /** Takes the focus: it was opened by a press on a highlight. */
  focused?: boolean
}

/** Beside selected text, or beside a highlight: what can be done with it. */
export function NoteToolbar({
  at,
  onHighlight,
  onWrite,
  isWritten = false,
  onRemove,
  onClose,
  focused,
}: NoteToolbarProps) {
  const t = useMessages()
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focused) bar.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [focused])
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('community.note_acts')}
      className={styles.toolbar}
      style={{ ...at, maxWidth: `calc(100% - ${at.left}px)` }}
      // a press must not end the selection
      onPointerDown={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      {onHighlight && (
        <Button size="s" theme="quiet" icon={<HighlighterIcon className="icon-s" />} onClick={onHighlight}>
          {t('community.highlight')}
        </Button>
      )}
      {onWrite && (
        <Button size="s" theme="quiet" icon={<StickyNoteIcon className="icon-s" />} onClick={onWrite}>
          {t(isWritten ? 'community.edit_note' : 'community.write_note')}
        </Button>
      )}
      {onRemove && (
        <Button size="s" theme="quiet" icon={<Trash2Icon className="icon-s" />} onClick={onRemove}>
          {t(isWritten ? 'community.delete' : 'community.remove_highlight')}
        </Button>
      )}
    </div>
  )
}
