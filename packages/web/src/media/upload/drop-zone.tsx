import {
  type AttachmentKind,
  attachmentKinds,
  endingsOf,
  isAllowedEnding,
  likelyKind,
} from '@lantern/contract/media/upload-rules.ts'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { UploadIcon } from '#ui/icons.tsx'
import { Select } from '#ui/text-field.tsx'
import { kindHelps, kindNames } from '../kind-words.ts'
import styles from './drop-zone.module.css'
import type { UploadEntry } from './upload-queue.ts'
import { uploads } from './uploads.ts'

type DropZoneProps = {
  /** What everything becomes; absent: the person chooses, or the names say. */
  kind?: AttachmentKind
  /** What is taken, where only some kinds are: the first that a file's name fits. */
  kinds?: readonly AttachmentKind[]
  /** Says what is taken, with `kinds`. */
  help?: string
  /** One file only. */
  single?: boolean
  /** A field of a form, whose own button is the first act. */
  inForm?: boolean
  onAdded?: (entries: UploadEntry[]) => void
}

/** Files come in here: chosen, dragged or pasted. What may be uploaded is said before. */
export function DropZone({ kind: fixed, kinds, help, single, inForm, onAdded }: DropZoneProps) {
  const t = useMessages()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<AttachmentKind | 'auto'>('auto')
  const helpId = useId()
  const kind = fixed ?? chosen
  const take = (given: Iterable<File>) => {
    const files = [...given].slice(0, single ? 1 : undefined)
    if (files.length === 0) return
    const added = files.flatMap((file) =>
      uploads.add([file], kinds ? kindAmong(kinds, file.name) : kindOf(kind, file.name)),
    )
    onAdded?.(added)
  }
  const { isOver, ...drop } = useDrop(take)
  usePaste(take)
  const endings = kinds ? kinds.flatMap((one) => endingsOf(one) ?? []) : kind === 'auto' ? null : endingsOf(kind)
  return (
    <div className={classNames(styles.zone, isOver && styles.over)} {...drop}>
      <UploadIcon />
      <div className="grow">
        <p className={styles.title}>{t(isOver ? 'media.drop_here' : 'media.drop_hint')}</p>
        <p className="small muted" id={helpId}>
          {help ?? t(kindHelps[kind])}
        </p>
      </div>
      {!fixed && !kinds && (
        <Select
          label={t('media.upload_as')}
          labelHidden
          value={chosen}
          onChange={(event) => setChosen(event.target.value as AttachmentKind | 'auto')}
        >
          <option value="auto">{t('media.kind_auto')}</option>
          {attachmentKinds.map((one) => (
            <option key={one} value={one}>
              {t(kindNames[one])}
            </option>
          ))}
        </Select>
      )}
      <input
        ref={input}
        type="file"
        hidden
        data-upload=""
        multiple={!single}
        accept={endings?.map((ending) => `.${ending}`).join(',')}
        onChange={({ target }) => {
          // emptied before its files are there, a field would drop them
          if (!target.files?.length) return
          take(target.files)
          // the same file can be chosen again
          target.value = ''
        }}
      />
      <Button theme={inForm ? 'secondary' : 'primary'} aria-describedby={helpId} onClick={() => input.current?.click()}>
        {t('media.choose_files')}
      </Button>
    </div>
  )
}

function kindOf(kind: AttachmentKind | 'auto', name: string): AttachmentKind {
  return kind === 'auto' ? likelyKind(name) : kind
}

/** A name that fits none of them is refused as the last of them. */
function kindAmong(kinds: readonly AttachmentKind[], name: string): AttachmentKind {
  return kinds.find((one) => isAllowedEnding(one, name)) ?? kinds.at(-1) ?? 'asset'
}

function useDrop(take: (files: Iterable<File>) => void) {
  // every element inside is entered and left for itself
  const depth = useRef(0)
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    // a file let go beside the zone must not replace the page
    const keep = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    window.addEventListener('dragover', keep)
    window.addEventListener('drop', keep)
    return () => {
      window.removeEventListener('dragover', keep)
      window.removeEventListener('drop', keep)
    }
  }, [])
  const move = (by: number) => {
    depth.current = Math.max(0, depth.current + by)
    setIsOver(depth.current > 0)
  }
  return {
    isOver,
    onDragEnter: (event: DragEvent) => event.dataTransfer.types.includes('Files') && move(1),
    onDragLeave: () => move(-1),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      move(-depth.current)
      take(event.dataTransfer.files)
    },
  }
}

function usePaste(take: (files: Iterable<File>) => void) {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]')
      const files = event.clipboardData?.files
      if (isTyping || !files || files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}
