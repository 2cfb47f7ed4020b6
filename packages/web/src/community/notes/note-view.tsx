import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { clockText } from '#media/index.ts'
import { IconButton } from '#ui/button.tsx'
import { CloudOffIcon, EyeIcon, LockIcon, PencilIcon, PlayIcon, Trash2Icon, TriangleAlertIcon } from '#ui/icons.tsx'
import styles from './notes.module.css'
import type { ShownNote } from './use-notes.ts'

interface NoteViewProps {
  note: ShownNote
  /** The text that it is about is not in the step any more. */
  isChanged?: boolean
  onEdit: () => void
  onRemove: () => void
  onPlay: (() => void) | undefined
}

/** One's own note beside the text or below the step. */
export function NoteView({ note, isChanged = false, onEdit, onRemove, onPlay }: NoteViewProps) {
  const t = useMessages()
  const format = useFormat()
  const { quote, moment, waiting } = note
  return (
    <div role="note" aria-label={t('community.my_note')} className={styles.note}>
      {isChanged && quote && (
        <>
          <p className={styles.changed}>
            <TriangleAlertIcon className="icon-s" />
            {t('community.text_changed')}
          </p>
          <blockquote className={styles.quote}>{quote.exact}</blockquote>
        </>
      )}
      <NoteWordsView note={note} />
      <p className={styles.foot}>
        {waiting ? (
          <span>
            <CloudOffIcon className="icon-s" />
            {waiting.refusal ?? t('community.note_waiting')}
          </span>
        ) : (
          <span>
            {note.isPublic ? <EyeIcon className="icon-s" /> : <LockIcon className="icon-s" />}
            {t(note.isPublic ? 'community.note_public' : 'community.note_private')}
          </span>
        )}
        {moment && onPlay && (
          <button type="button" className={styles.moment} onClick={onPlay}>
            <PlayIcon className="icon-s" />
            <span className="sr">{t('community.play_from')}</span>
            {clockText(moment.second)}
          </button>
        )}
        <time className="num" dateTime={note.createdTime}>
          {format.date(note.createdTime)}
        </time>
        {waiting || note.content === '' ? (
          <IconButton
            theme="bare"
            className={styles.edit}
            label={t(note.content === '' ? 'community.remove_highlight' : 'community.delete')}
            icon={<Trash2Icon className="icon-s" />}
            onClick={onRemove}
          />
        ) : (
          <IconButton
            theme="bare"
            className={styles.edit}
            label={t('community.edit_note')}
            icon={<PencilIcon className="icon-s" />}
            onClick={onEdit}
          />
        )}
      </p>
    </div>
  )
}

export function NoteWordsView({ note: { html, content } }: { note: Pick<ShownNote, 'html' | 'content'> }) {
  if (content === '') return null
  if (html === '') return <p className={styles.plain}>{content}</p>
  // the server has sanitized it
  return <div className={`prose ${styles.words}`} dangerouslySetInnerHTML={{ __html: html }} />
}
