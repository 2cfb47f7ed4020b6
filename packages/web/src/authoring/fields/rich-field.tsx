import type { RichText } from '@lantern/contract/media/rich-document.ts'
import type { getMedia } from '@lantern/contract/media/videos.ts'
import { useCallback, useId, useMemo } from 'react'
import { call } from '#kit/call.ts'
import { type PickKind, pickForText, RichTextEditor, uploadPicture } from '#media/index.ts'
import { classNames } from '#ui/class-names.ts'
import { FieldError } from '#ui/field-error.tsx'
import { useDraftState, useEditorTools } from '../editor-shell/editor-tools.tsx'
import { documentOf } from './document-of.ts'
import styles from './fields.module.css'
import { useLeaving } from './use-leaving.ts'

type RichFieldProps = {
  label: string
  labelHidden?: boolean
  mark?: string
  help?: string
  value: RichText
  onChange: (text: RichText) => void
  onLeave?: () => void
  error?: string
  placeholder?: string
  limit?: number
  /** Low, with the tools of one line. */
  compact?: boolean
}

/** How a film stands now: its name, its picture, and whether it is ready. */
async function readFilm(id: string) {
  try {
    const { media } = await call<typeof getMedia>('GET /api/learn/media/:id', { params: { id } })
    return { title: media.title, posterUrl: media.image?.url ?? null, state: media.state }
  } catch {
    // what the draft knows of it stands there
    return null
  }
}

/** Rich text as a field of a form. */
export function RichField(props: RichFieldProps) {
  const { label, labelHidden, mark, help, value, onChange, onLeave, error, placeholder, limit, compact } = props
  const id = useId()
  const { references, addReferences } = useEditorTools()
  const { forms } = useDraftState()
  const pickMedia = useCallback(
    async (kind: PickKind) => {
      const picked = await pickForText(kind)
      if (picked?.kind === 'video') {
        const { videoId: id, title } = picked
        addReferences({ videos: { [id]: { id, title, posterUrl: null } } })
      }
      return picked
    },
    [addReferences],
  )
  const shown = useMemo(
    () => ({ video: (videoId: string) => references.videos[videoId] ?? null, film: readFilm }),
    [references.videos],
  )
  const box = useLeaving<HTMLDivElement>(onLeave)
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  return (
    <div ref={box} className={classNames(styles.rows, styles.rich)}>
      {!labelHidden && (
        <p className={styles.label} aria-hidden="true">
          {label}
          {mark && <span className={styles.mark}>{mark}</span>}
        </p>
      )}
      <RichTextEditor
        label={label}
        value={documentOf(value)}
        onChange={onChange}
        placeholder={placeholder}
        limit={limit}
        compact={compact}
        language={forms.general.language}
        describedBy={describedBy || undefined}
        invalid={error !== undefined}
        pickMedia={pickMedia}
        uploadImage={uploadPicture}
        shown={shown}
      />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {help && (
        <p className={styles.help} id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  )
}
