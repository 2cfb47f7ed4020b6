import { noteLength } from '@lantern/contract/community/note-rules.ts'
import type { NoteMoment } from '@lantern/contract/community/notes.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { useBlocked } from '#kit/guards.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useDraft } from '#kit/use-draft.ts'
import { clockText } from '#media/index.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { inputMethodKey } from '#ui/input-method.ts'
import { TextArea } from '#ui/text-area.tsx'
import styles from './notes.module.css'
import type { NoteWords } from './use-notes.ts'

interface NoteFormProps {
  /** Names the draft that is kept on the device. */
  draft: string
  given?: NoteWords
  /** A moment of the step's film that the note may be about. */
  moment?: NoteMoment | undefined
  /** Throws what the server refuses. */
  onSave: (words: NoteWords & { moment?: NoteMoment }) => Promise<void>
  onDelete?: (() => void) | undefined
  onClose: () => void
}

/** Where a note is written. Words are kept on this device until they are saved. */
export function NoteForm({ draft: name, given, moment, onSave, onDelete, onClose }: NoteFormProps) {
  const t = useMessages()
  const isBlocked = useBlocked()
  const area = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft(`note.${name}`, given?.content ?? '')
  const [isPublic, setPublic] = useState(given?.isPublic ?? false)
  const [withMoment, setWithMoment] = useState(true)
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  useEffect(() => area.current?.focus(), [])

  async function save() {
    const content = draft.text.trim()
    if (content === '') return setProblem(t('community.empty'))
    if (isSaving) return
    setProblem(undefined)
    setSaving(true)
    try {
      await onSave({ content, isPublic, ...(moment && withMoment && { moment }) })
      draft.clear()
      onClose()
    } catch (error) {
      setSaving(false)
      if (isBlocked(error, () => void save())) return
      const field = error instanceof ApiError ? error.details.find((detail) => detail.field === 'content') : null
      setProblem(field?.message ?? failureText(error, t))
    }
  }

  return (
    <form
      className={styles.form}
      // without a network, forms that get another page are held back
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && event.keyCode !== inputMethodKey) onClose()
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && event.keyCode !== inputMethodKey) void save()
      }}
    >
      <TextArea
        ref={area}
        rows={3}
        label={t('community.note')}
        labelHidden
        placeholder={t('community.note_hint')}
        limit={noteLength}
        readOnly={isSaving}
        value={draft.text}
        onValue={draft.set}
        error={problem}
      />
      <div className={styles.options}>
        {moment && (
          <Checkbox checked={withMoment} onChange={(event) => setWithMoment(event.currentTarget.checked)}>
            {t('community.note_at_moment', { time: clockText(moment.second) })}
          </Checkbox>
        )}
        <Checkbox checked={isPublic} onChange={(event) => setPublic(event.currentTarget.checked)}>
          {t('community.note_publish')}
        </Checkbox>
      </div>
      <div className={styles.formActs}>
        <span className="small muted" role="status">
          {draft.isKept && t('community.draft_kept')}
        </span>
        {onDelete && (
          <Button
            theme="quiet"
            onClick={() => {
              draft.clear()
              onDelete()
              onClose()
            }}
          >
            {t('community.delete')}
          </Button>
        )}
        <Button theme="quiet" onClick={onClose}>
          {t('community.cancel')}
        </Button>
        <Button type="submit" theme="primary" busy={isSaving}>
          {t('community.save')}
        </Button>
      </div>
    </form>
  )
}
